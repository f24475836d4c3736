import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

const THREADS = "/proc/self/task";
/** Of 19: about a tenth of the processor where the loop wants all of it, and all of it where nobody else does. */
const BEHIND = 10;

/**
 * Lets the event loop go before the threads of the pool, in which passwords are hashed. On two cores two hashes
 * are two full cores, and every page waited for one of them: with a crowd signing in `/` took five times as long
 * as without, behind this less than twice (performance.md). Linux only: elsewhere a priority belongs to the
 * whole process.
 * @returns how many threads it found
 */
export async function letTheLoopGoFirst(): Promise<number> {
	if (process.platform !== "linux") return 0;
	let found = 0;
	// Reading the folder needs the pool itself, so its threads are there.
	for (const thread of await readdir(THREADS)) {
		const name = await readFile(`${THREADS}/${thread}/comm`, "utf8").catch(
			() => "a thread that has just ended",
		);
		if (!name.startsWith("libuv-worker")) continue;
		setPriority(Number(thread), BEHIND);
		found++;
	}
	return found;
}
