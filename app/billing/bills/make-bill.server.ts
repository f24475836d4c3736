import { sql } from "kysely";
import type { Seller } from "../../operator/seller.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { BILL_MS, type Bill, billOf } from "./bill.server.ts";
import type { NewBill } from "./read-bill-form.server.ts";

/** The most bills of an account that wait for their money. */
const MOST_OPEN = 20;
/** Bills of other accounts that may be made at the same moment. */
const TRIES = 50;

export type BillMade =
	| { outcome: "made"; bill: Bill }
	/** So many bills wait already, or the id is of another account's. */
	| { outcome: "too-many-open" | "id-taken" };

/**
 * Makes a bill with the next number. The same id again is the same bill.
 * @param id chosen by the form
 */
export async function makeBill(
	db: Db,
	accountId: string,
	{
		id,
		seller,
		offerVersion,
		...order
	}: NewBill & { id: string; seller: Seller; offerVersion: string | null },
	now = Date.now(),
): Promise<BillMade> {
	return transact(db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		const known = await trx.selectFrom("bills").selectAll().where("id", "=", id).executeTakeFirst();
		if (known)
			return known.account_id === accountId
				? { outcome: "made", bill: billOf(known) }
				: { outcome: "id-taken" };
		if ((await openBills(trx, accountId, now)) >= MOST_OPEN) return { outcome: "too-many-open" };
		for (let tries = 0; tries < TRIES; tries++) {
			// Another account's bill may take the number first: then it is one more. The statement waits for that one's end,
			// and nothing is left out, because a bill is never deleted.
			const row = await trx
				.insertInto("bills")
				.values({
					id,
					number: sql<number>`(select coalesce(max(number), 0) + 1 from bills)`,
					account_id: accountId,
					inn: order.inn,
					kpp: order.kpp,
					organisation: order.organisation,
					plan_key: order.plan.key,
					plan: JSON.stringify(order.plan),
					seats: order.seats,
					amount: order.plan.price * order.seats,
					seller: JSON.stringify(seller),
					offer_version: offerVersion,
					state: "open",
					expires_at: now + BILL_MS,
					created_at: now,
				})
				.onConflict((conflict) => conflict.column("number").doNothing())
				.returningAll()
				.executeTakeFirst();
			if (row) return { outcome: "made", bill: billOf(row) };
		}
		throw new Error("No number for a bill: others were made all the time.");
	});
}

async function openBills(db: Db, accountId: string, now: number): Promise<number> {
	const { count } = await db
		.selectFrom("bills")
		.select((eb) => eb.fn.countAll().as("count"))
		.where("account_id", "=", accountId)
		.where("state", "=", "open")
		.where("expires_at", ">", now)
		.executeTakeFirstOrThrow();
	return Number(count);
}
