import { availableParallelism } from "node:os";
import { Semaphore } from "../../platform/concurrency/semaphore.server.ts";

/** Half of the cores, so that answers go on beside it. */
const readings = new Semaphore({ atOnce: Math.max(1, availableParallelism() >> 1), waiting: 1_000 });

/** Starts a process that reads a file when there is room for one. @throws when too many wait */
export async function inTurn<T>(read: () => Promise<T>): Promise<T> {
	const outcome = await readings.run(read);
	if (outcome === "busy") throw new Error("Too many documents wait to be read.");
	return outcome;
}
