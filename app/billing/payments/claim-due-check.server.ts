import type { Db } from "../../platform/db/connection.server.ts";

/**
 * Claims a due check by moving its next time.
 * @returns false when it is not due, or another process has claimed it
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
