import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** How often a process is looked at, and how many looks in a row say that it starves. */
const LOOK_MS = 2_000;
const LOOKS = 3;
/** A process that wants CPU all the time and gets less than this share of it starves. */
const LEAST_SHARE = 0.05;
/** The share of the time that some thread has to wait for CPU; less is a process that is idle itself. */
const LEAST_WAIT = 0.5;

/** Time that the threads of a process have spent on CPUs, and waiting for one, in nanoseconds. */
export type CpuTimes = { ran: number; waited: number };

/** The nice value of a program that has not been given one. */
const ORDINARY = 0;

/**
 * Moves all threads of a process to the policy `idle` of Linux: CPU that nobody else wants, with which it never delays
 * another process that wakes up.
 * @returns whether the system has done it: only where the policy may be left again, which takes the right to
 *   priorities, and where the program of util-linux is
 */
export async function giveWay(pid: number): Promise<boolean> {
	if (process.platform !== "linux") return false;
	return (await runChrt("-i", "0", "chrt", "-o", "0", "true")) && runChrt("-a", "-i", "-p", "0", String(pid));
}

/**
 * Gives all threads of a process the share of an ordinary program.
 * @returns whether the system has done it: only with the right to priorities
 */
export async function claimShare(pid: number): Promise<boolean> {
	if (!(await runChrt("-a", "-o", "-p", "0", String(pid)))) return false;
	// A nice value is a thread's own.
	const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
	return threads.map((thread) => setNice(Number(thread), ORDINARY)).some(Boolean);
}

/** @returns false: the thread has ended, or the right to priorities is missing */
function setNice(thread: number, value: number): boolean {
	try {
		setPriority(thread, value);
		return true;
	} catch {
		return false;
	}
}

function runChrt(...args: string[]): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	execFile("chrt", args, (error) => resolve(!error));
	return promise;
}

/**
 * Looks whether a process starves: busy programs on all cores leave one of the policy `idle` three thousandths
 * of them, and three of them on each core one of the nice value 10 a thirtieth.
 * @param onStarved called once
 * @param read the process's times so far; null: it has ended, or the system does not tell
 * @returns ends the watch
 */
export function watchForStarving(onStarved: () => void, read: () => Promise<CpuTimes | null>): () => void {
	let before: CpuTimes | null = null;
	let looks = 0;
	const timer = setInterval(async () => {
		const now = await read();
		// The system counts a wait when it ends, so a look at which nothing has changed says nothing yet.
		if (before && now && now.ran === before.ran && now.waited === before.waited) return;
		looks = before && now && isStarving(before, now) ? looks + 1 : 0;
		before = now;
		if (looks < LOOKS) return;
		clearInterval(timer);
		onStarved();
	}, LOOK_MS);
	timer.unref();
	return () => clearInterval(timer);
}

function isStarving(before: CpuTimes, now: CpuTimes): boolean {
	const ran = now.ran - before.ran;
	const waited = now.waited - before.waited;
	return waited > LEAST_WAIT * LOOK_MS * 1e6 && ran < LEAST_SHARE * (ran + waited);
}

/** @returns null: the process has ended, or the system does not tell */
export async function readCpuTimes(pid: number): Promise<CpuTimes | null> {
	const times = { ran: 0, waited: 0 };
	try {
		for (const thread of await readdir(`/proc/${pid}/task`)) {
			const [ran = 0, waited = 0] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8"))
				.split(" ")
				.map(Number);
			times.ran += ran;
			times.waited += waited;
		}
		return times;
	} catch {
		return null;
	}
}
