import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

const THREADS = "/proc/self/task";
/**
 * Nice value, of 19: the threads get about a tenth of the CPU when the loop needs all of it, and all of it otherwise.
 */
const POOL_NICENESS = 10;

/**
 * Gives the event loop priority over the threads of the pool, which hash passwords. On two cores two hashes occupy
 * both, and every page waited for them: with many sign-ins at once `/` took five times as long as without, with this
 * less than twice (docs/performance.md). Linux only: elsewhere a priority applies to the whole process.
 * @returns how many threads it found
 */
export async function prioritizeEventLoop(): Promise<number> {
	if (process.platform !== "linux") return 0;
	let found = 0;
	// Reading the folder uses the pool itself, so its threads exist by then.
	for (const thread of await readdir(THREADS)) {
		const name = await readFile(`${THREADS}/${thread}/comm`, "utf8").catch(
			() => "a thread that has just ended",
		);
		if (!name.startsWith("libuv-worker")) continue;
		setPriority(Number(thread), POOL_NICENESS);
		found++;
	}
	return found;
}
