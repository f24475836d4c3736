import { execFileSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { ModelSupervisor, ModelUnavailable } from "../../app/local-model/model-supervisor.server.ts";

/** The processes of the model that this one has started. */
function children(): number[] {
	const listed = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
		encoding: "utf8",
	});
	return listed
		.split("\n")
		.filter((line) => line.includes("model-process"))
		.map((line) => Number.parseInt(line, 10));
}

test("a process that never comes to answer is ended, and whoever waits is told", async () => {
	const ends: string[] = [];
	const supervisor = new ModelSupervisor({
		// Nothing is there: the process of the model is stopped below before it can find that out.
		prepare: async () => "/nowhere",
		load: { chat: null, embeddings: null, gpu: false } as never,
		startMs: 3_000,
		onReady: () => {},
		onEnd: (reason) => ends.push(reason),
	});
	supervisor.start();
	const waiting = supervisor.ready(new AbortController().signal);
	waiting.catch(() => {});
	const pid = await vi.waitFor(() => {
		const [found] = children();
		if (!found) throw new Error("not started yet");
		return found;
	});
	// Hangs from here on, as behind a driver that does not answer.
	process.kill(pid, "SIGSTOP");
	await expect(waiting).rejects.toThrow(ModelUnavailable);
	expect(ends[0]).toMatch(/не начал отвечать/);
	expect(children()).not.toContain(pid);
	await supervisor.stop();
});
