import { expect, onTestFinished, test } from "vitest";
import { Thread, ThreadFailed } from "../../app/tools/thread.server.ts";
import { stall } from "../support/stall.ts";

const { signal } = new AbortController();

async function start() {
	const thread = await Thread.start("tests/tools/thread-program.ts", 16);
	onTestFinished(() => thread.end());
	return thread;
}

test("a limit of CPU does not count the time that passes, and holds for each order", async () => {
	const thread = await start();
	for (let i = 0; i < 3; i++) expect(await thread.run("sleep", { cpuMs: 200, signal })).toBe("sleep");
});

test("a stall of this process is no time of the thread's: what it has answered meanwhile is read", async () => {
	const thread = await start();
	const answered = thread.run("sleep", { ms: 3_000, signal });
	const end = performance.now() + 3_500;
	while (performance.now() < end);
	expect(await answered).toBe("sleep");
});

test.each([{ cpuMs: 200 }, { ms: 200 }])("an order that never ends is ended: %o", async (limit) => {
	const thread = await start();
	await expect(thread.run("loop", { ...limit, signal })).rejects.toEqual(new ThreadFailed("time"));
	expect(thread.isOver).toBe(true);
});

test("an order that was done while this process stood still is done", async () => {
	const thread = await start();
	const done = thread.run("echo", { ms: 3_000, signal });
	// Late enough for the thread to have its time once more: it may have stood still as well.
	stall(4_100);
	expect(await done).toBe("echo");
});

test("a stop ends it at once", async () => {
	const thread = await start();
	const stop = new AbortController();
	const ended = expect(thread.run("loop", { cpuMs: 600_000, signal: stop.signal })).rejects.toThrow(
		"stopped",
	);
	stop.abort(new Error("stopped"));
	await ended;
	expect(thread.isOver).toBe(true);
});
