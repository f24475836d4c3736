import type { Db } from "../../platform/db/connection.server.ts";

/**
 * Takes a use of a code for a purchase that was just written, in its transaction, which has locked the account.
 * @returns false: it has ended, or somebody else has taken the last one
 */
export async function claimUse(trx: Db, code: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("promo_codes")
		.set(({ eb }) => ({ used: eb("used", "+", 1) }))
		.where("code", "=", code)
		.where("off_at", "is", null)
		.where(({ eb, or }) => or([eb("starts_at", "is", null), eb("starts_at", "<=", now)]))
		.where(({ eb, or }) => or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
		.where(({ eb, or, ref }) => or([eb("max_uses", "is", null), eb("used", "<", ref("max_uses"))]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Gives back the use of a purchase that has ended without money, in the transaction of that. */
export const returnUse = (trx: Db, purchaseId: string): Promise<void> =>
	moveUse(trx, purchaseId, "held", "returned", -1);

/** Counts the use of a purchase that was paid after it had been given back: the money was taken at this price. */
export const countLateUse = (trx: Db, purchaseId: string): Promise<void> =>
	moveUse(trx, purchaseId, "returned", "late", 1);

async function moveUse(
	trx: Db,
	purchaseId: string,
	from: "held" | "returned",
	to: "returned" | "late",
	by: 1 | -1,
): Promise<void> {
	const moved = await trx
		.updateTable("purchases")
		.set({ promo_use: to })
		.where("id", "=", purchaseId)
		.where("promo_use", "=", from)
		.returning("promo_code")
		.executeTakeFirst();
	if (!moved) return;
	await trx
		.updateTable("promo_codes")
		.set(({ eb }) => ({ used: eb("used", "+", by) }))
		.where("code", "=", moved.promo_code)
		.execute();
}
