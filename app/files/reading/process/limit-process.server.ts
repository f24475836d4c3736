import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { FailureReason } from "../document-types.ts";

const LOOK_MS = 20;
/** What passes between two looks counts as no more: this process has stood still, and maybe the other as well. */
const MOST_BETWEEN_LOOKS_MS = 1_000;
const PAGE_BYTES = 4_096;

/**
 * Kills a process that takes more memory than it may, or hangs. Its memory outside the heap (unpacked data,
 * WebAssembly) has no limit of its own, so the whole of it is looked at, where the system tells (Linux). Its CPU is
 * limited by the kernel.
 * @returns `pause()` and `resume()` stop and start its clock while it waits for the server; `exceeded()`: the limit
 */
export function limitProcess(
	child: Pick<ChildProcess, "pid" | "kill">,
	{ rssBytes, wallMs }: { rssBytes: number; wallMs: number },
) {
	let exceeded: FailureReason | null = null;
	let workedMs = 0;
	let isPaused = false;
	let lookedAt = performance.now();
	const count = () => {
		const now = performance.now();
		if (!isPaused) workedMs += Math.min(now - lookedAt, MOST_BETWEEN_LOOKS_MS);
		lookedAt = now;
	};
	const look = setInterval(() => {
		count();
		if (workedMs > wallMs) exceeded ??= "too-slow";
		if (residentBytes(child.pid) > rssBytes) exceeded ??= "too-much-memory";
		if (exceeded) child.kill("SIGKILL");
	}, LOOK_MS);
	return {
		pause() {
			count();
			isPaused = true;
		},
		resume() {
			count();
			isPaused = false;
		},
		exceeded: () => exceeded,
		end: () => clearInterval(look),
	};
}

/** A read of a few bytes that the kernel makes up: it waits for no disk. */
function residentBytes(pid: number | undefined): number {
	try {
		return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES;
	} catch {
		return 0;
	}
}
