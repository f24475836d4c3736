import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { SERVER } from "../../bin/server-process.mjs";

const MODULE = pathToFileURL("app/platform/buffer-garbage.server.ts").href;
const MB = 1024 ** 2;

/** Reads 128 MB in buffers of 64 KB. @returns the bytes of buffers that were not collected at the worst moment */
const READING = `
import { setImmediate as turn } from "node:timers/promises";
import { BufferGarbage } from ${JSON.stringify(MODULE)};
const garbage = new BufferGarbage();
let most = 0;
for (let i = 0; i < 2_048; i++) {
	const bytes = Buffer.allocUnsafeSlow(65_536).length;
	if (process.argv[1] === "collected") garbage.add(bytes);
	most = Math.max(most, process.memoryUsage().arrayBuffers);
	await turn();
}
console.log(most);`;

async function mostUncollected(how: "collected" | "left"): Promise<number> {
	const flags = SERVER.filter((flag) => flag.startsWith("--"));
	const node = promisify(execFile);
	const { stdout } = await node(process.execPath, [...flags, "--input-type=module", "-e", READING, how]);
	return Number(stdout);
}

test("the buffers of a large stream are collected while it passes, with the server's own flags", async () => {
	expect(await mostUncollected("left")).toBeGreaterThan(24 * MB);
	expect(await mostUncollected("collected")).toBeLessThan(12 * MB);
});
