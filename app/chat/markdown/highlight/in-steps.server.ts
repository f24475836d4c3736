import { setImmediate } from "node:timers/promises";

/** Runs work that is divided into steps and yields the event loop after each of them. */
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
