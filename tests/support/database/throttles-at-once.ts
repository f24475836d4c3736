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
