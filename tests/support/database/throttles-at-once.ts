import type { Db } from "../../../app/platform/db/connection.server.ts";

/**
 * Has throttles count what they have counted since a moment as if all of it had come just now: on a busy machine a test
 * makes its attempts so slowly that some are allowed again before the last one.
 * @param began `Date.now()` before the first of the attempts
 */
export async function countAsAtOnce(db: Db, began: number): Promise<void> {
	const passed = Date.now() - began;
	await db
		.updateTable("throttles")
		.set((eb) => ({ full_at: eb("full_at", "+", passed) }))
		.execute();
}

const HOUR = 3_600_000;

/**
 * Has what is used up of an hour be used up just now, so that it does not matter how long the attempts have taken: none
 * more is allowed yet, and a refusal says for how many minutes as one right after them does.
 */
export async function usedUpNow(db: Db): Promise<void> {
	const now = Date.now();
	await db
		.updateTable("throttles")
		.set({ full_at: now + HOUR })
		.where("full_at", ">", now + HOUR / 2)
		.execute();
}
