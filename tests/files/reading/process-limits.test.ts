import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitProcess } from "../../../app/files/reading/process/limit-process.server.ts";
import { runReader } from "../../../app/files/reading/process/run-reader.server.ts";
import { READING_LIMITS } from "../../../app/files/reading/reading-limits.server.ts";

/** A process waits without CPU, as one does on a busy machine. */
const WAITS = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);";
const GOES_ROUND = "for (;;);";

/** Runs a program as a reader of documents is run. @returns how it ended, and what it wrote */
async function run(source: string, limits: Partial<typeof READING_LIMITS>) {
	const folder = mkdtempSync(join(tmpdir(), "process-limits-"));
	const program = join(folder, "program.mjs");
	writeFileSync(program, source);
	const lines: string[] = [];
	try {
		const exit = await runReader({
			program,
			// It may read nothing else, itself included.
			file: program,
			args: [],
			limits: { ...READING_LIMITS, ...limits },
			onLine: async (line) => lines.push(line) > 0,
		});
		return { exit, lines };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test("a reading that takes longer by the clock than it may take of CPU is read: the machine was busy", async () => {
	const { exit, lines } = await run(`${WAITS} console.log("read");`, { cpuSeconds: 1 });
	expect(exit).toMatchObject({ kind: "exited", code: 0 });
	expect(lines).toEqual(["read"]);
});

test("one that takes more of CPU than it may is ended as too slow; one that ignores that is killed", async () => {
	expect((await run(GOES_ROUND, { cpuSeconds: 1 })).exit).toEqual({ kind: "stopped", reason: "too-slow" });
	const stubborn = `process.on("SIGXCPU", () => {}); ${GOES_ROUND}`;
	expect((await run(stubborn, { cpuSeconds: 1 })).exit).toMatchObject({ kind: "exited", code: null });
});

test("one that hangs without CPU is ended by the clock", async () => {
	const hangs = "setInterval(() => {}, 60_000);";
	expect((await run(hangs, { wallMs: 500 })).exit).toEqual({ kind: "stopped", reason: "too-slow" });
});

test("time in which the server itself stood still, on a machine that was suspended, is no time of the reading", () => {
	let now = 0;
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	vi.spyOn(performance, "now").mockImplementation(() => now);
	onTestFinished(() => {
		vi.restoreAllMocks();
		vi.useRealTimers();
	});
	const look = (afterMs: number) => {
		now += afterMs;
		vi.advanceTimersByTime(20);
	};
	const kill = vi.fn(() => true);
	const limits = { rssBytes: Number.POSITIVE_INFINITY, wallMs: READING_LIMITS.wallMs };
	const watch = limitProcess({ pid: process.pid, kill }, limits);
	look(12 * 3_600_000);
	watch.pause();
	look(3_600_000);
	watch.resume();
	for (let looks = 0; looks < 10; looks++) look(20);
	expect([watch.exceeded(), kill.mock.calls]).toEqual([null, []]);
	for (let seconds = 0; seconds < READING_LIMITS.wallMs / 1_000; seconds++) look(1_000);
	expect(watch.exceeded()).toBe("too-slow");
	expect(kill).toHaveBeenCalledWith("SIGKILL");
	watch.end();
});
