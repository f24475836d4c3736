import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ModelSupervisor, ModelUnavailable } from "../../app/local-model/model-supervisor.server.ts";

const START_MS = 600_000;

/** The processes of the model that this one has started, before and after they have named themselves. */
function children(): number[] {
	const listed = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
		encoding: "utf8",
	});
	return listed
		.split("\n")
		.filter((line) => /model-process|sobesednik-model/.test(line))
		.map((line) => Number.parseInt(line, 10));
}

/** A folder with a runtime that hangs while it is loaded, as behind a driver that does not answer. */
function hangingRuntime(): string {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-hanging-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const library = join(folder, "node_modules/node-llama-cpp/dist");
	mkdirSync(library, { recursive: true });
	writeFileSync(join(library, "index.js"), "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n");
	return folder;
}

test("a process that never comes to answer is ended, and whoever waits is told", async () => {
	// The time of a start passes when the test has seen the process.
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const ends: string[] = [];
	const runtime = hangingRuntime();
	const supervisor = new ModelSupervisor({
		prepare: async () => runtime,
		load: { chat: null, embeddings: null, gpu: false } as never,
		startMs: START_MS,
		onReady: () => {},
		onEnd: (reason) => ends.push(reason),
	});
	onTestFinished(() => supervisor.stop());
	supervisor.start();
	const waiting = supervisor.ready(new AbortController().signal);
	waiting.catch(() => {});
	const pid = await vi.waitFor(() => {
		const [found] = children();
		if (!found) throw new Error("not started yet");
		return found;
	});
	vi.advanceTimersByTime(START_MS);
	await expect(waiting).rejects.toThrow(ModelUnavailable);
	expect(ends[0]).toMatch(/не начал отвечать/);
	expect(children()).not.toContain(pid);
});
