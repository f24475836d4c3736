import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { startInstance } from "../../support/instance.ts";

it.runIf(process.platform === "linux")("check 52: hashing stands behind the event loop", async () => {
	const site = await startInstance();
	try {
		const tasks = `/proc/${site.process.pid}/task`;
		const priorities = readdirSync(tasks).map((thread) => [
			readFileSync(`${tasks}/${thread}/comm`, "utf8").trim(),
			getPriority(Number(thread)),
		]);
		expect(priorities.filter(([name]) => name === "libuv-worker")).toEqual(
			Array(8).fill(["libuv-worker", 10]),
		);
		expect(priorities.filter(([name]) => name === "MainThread")).toEqual([["MainThread", getPriority()]]);
	} finally {
		await site.stop();
	}
});
