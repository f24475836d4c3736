import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export type Running = { child: ChildProcess; output: () => string; end: () => Promise<void> };

/** Starts a program of the system, and keeps what it says. */
export function startProgram(path: string, args: string[], env: Record<string, string> = {}): Running {
	const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
	let text = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
	return {
		child,
		output: () => text,
		async end() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, "exit");
			child.kill();
			// A browser that hangs must not keep the tests from ending.
			const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
			await ended;
			clearTimeout(timer);
		},
	};
}
