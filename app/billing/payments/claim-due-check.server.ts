import type { Db } from "../../platform/db/connection.server.ts";

/**
 * Whoever moves the time of the next question asks this one.
 * @returns false when it is not due, or somebody else has moved it
 */
export async function claimDueCheck(
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
