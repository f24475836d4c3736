import { setImmediate } from "node:timers/promises";

/**
 * Does work that is divided into steps, and lets everything else that waits for the event loop have its turn
 * after each of them.
 */
export async function inSteps<Result>(
	steps: Generator<void, Result>,
	turn: () => Promise<unknown> = setImmediate,
): Promise<Result> {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		await turn();
	}
}
