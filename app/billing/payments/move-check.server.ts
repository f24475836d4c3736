import type { Db } from "../../platform/db/connection.server.ts";

/**
 * Moves the time of the next call at the gateway, before this one: whatever triggers calls, they come no more often
 * than the retry schedule allows, also after a crash in the middle.
 * @returns false when it is not due, or another trigger has moved it
 */
export async function moveCheck(
	db: Db,
	table: "purchases" | "refunds",
	{ id, check_at }: { id: string; check_at: number | null },
	next: number | null,
	now: number,
): Promise<boolean> {
	if (check_at === null || check_at > now) return false;
	const { numUpdatedRows } = await db
		.updateTable(table)
		.set((eb) => ({ check_at: next, checks: eb("checks", "+", 1) }))
		.where("id", "=", id)
		.where("check_at", "=", check_at)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
