import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { startOfIsoDay, yearIn } from "../platform/dates/day-boundaries.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { readDatabaseTime } from "../platform/db/database-clock.server.ts";
import { transact } from "../platform/db/transact.server.ts";

/** The law keeps accounting records for so many years after the year that they are of (402-ФЗ, article 29). */
const KEPT_YEARS = 5;
/** Rows of one transaction: short enough to delay no request. */
const AT_ONCE = 50;

/**
 * Takes the payer from payments and paid bills that need not be kept any more, as the privacy policy promises: the row
 * becomes its own account. What was sold, when, and for how much stays for the sums. A scheduled job.
 * @param timeZone the operator's, in whose days years end
 */
export async function forgetOldPayments(
	db: Db,
	timeZone: string,
	{ now: at, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<void> {
	const now = at ?? (await readDatabaseTime(db));
	const before = startOfIsoDay(`${yearIn(now, timeZone) - KEPT_YEARS}-01-01`, timeZone) ?? 0;
	for (const forgetSome of [forgetPurchases, forgetBills]) {
		let forgotten = AT_ONCE;
		while (forgotten === AT_ONCE && !signal?.aborted) {
			forgotten = await transact(db, (trx) => forgetSome(trx, before, now));
			await turn();
		}
	}
}

/**
 * One that has no end, that a refund of a later year is of, whose money still has to go back, or whose time or messages
 * are not over, waits.
 */
async function forgetPurchases(trx: Db, before: number, now: number): Promise<number> {
	const few = await trx
		.selectFrom("purchases")
		.select(["id", "account_id"])
		// In the words of the partial index.
		.where(sql<boolean>`account_id <> id`)
		.where("ended_at", "<", before)
		.where("state", "not in", ["started", "waiting"])
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("refunds")
						.select("refunds.id")
						.whereRef("refunds.purchase_id", "=", "purchases.id")
						.where(({ eb, or, and }) =>
							or([
								eb("refunds.ended_at", "is", null),
								eb("refunds.ended_at", ">=", before),
								// Of a purchase that has granted nothing: the staff may still refund it (`isOfNothing`).
								and([
									eb("purchases.state", "=", "paid"),
									eb("refunds.state", "=", "refused"),
									eb("refunds.time_taken", "=", 0),
								]),
							]),
						),
				),
			),
		)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("subscriptions")
						.select("subscriptions.id")
						.whereRef("subscriptions.purchase_id", "=", "purchases.id")
						.where("subscriptions.ends_at", ">", now),
				),
			),
		)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("allowances")
						.select("allowances.id")
						.whereRef("allowances.purchase_id", "=", "purchases.id")
						.where("allowances.ends_at", ">", now),
				),
			),
		)
		.orderBy("ended_at")
		.orderBy("id")
		.limit(AT_ONCE)
		.execute();
	for (const purchase of few) await forgetPurchase(trx, purchase);
	return few.length;
}

/** The time that it has granted goes with it; what was asked in that time stays the account's, and leads nowhere. */
async function forgetPurchase(
	trx: Db,
	{ id, account_id: accountId }: { id: string; account_id: string },
): Promise<void> {
	const refunds = await trx
		.updateTable("refunds")
		.set({ account_id: id, gateway_id: null, check_at: null })
		.where("purchase_id", "=", id)
		.returning("id")
		.execute();
	await trx
		.updateTable("purchases")
		.set({
			account_id: id,
			...{ receipt_email: "", method: null, confirmation_url: null, gateway_id: null, check_at: null },
			...{ renewal_id: null, renewal_consent_id: null },
		})
		.where("id", "=", id)
		.execute();
	const granted = await trx
		.updateTable("subscriptions")
		.set({ account_id: id })
		.where("purchase_id", "=", id)
		.returning("id")
		.execute();
	await trx
		.updateTable("allowances")
		.set((eb) => ({ source: eb.ref("id"), purchase_id: null }))
		.where("account_id", "=", accountId)
		.where("source", "in", [id, ...granted.map((subscription) => subscription.id)])
		.execute();
	// As `moveBought` has noted them.
	const references = refunds.flatMap((refund) => [refund.id, `${refund.id}:refused`]);
	if (references.length > 0)
		await trx
			.updateTable("ledger")
			.set((eb) => ({ reference: eb.ref("id") }))
			.where("kind", "=", "correct")
			.where("reference", "in", references)
			.execute();
	await trx
		.updateTable("renewals")
		.set({ purchase_id: null })
		.where("account_id", "=", accountId)
		.where("purchase_id", "=", id)
		.execute();
}

/** One whose unused codes were refunded in a later year waits. The number stays: there must be no gap. */
async function forgetBills(trx: Db, before: number): Promise<number> {
	const few = await trx
		.selectFrom("bills")
		.select("id")
		// In the words of the partial index.
		.where(sql<boolean>`state = 'paid' and account_id <> id`)
		.where("ended_at", "<", before)
		.where(({ eb, or }) => or([eb("returned_at", "is", null), eb("returned_at", "<", before)]))
		.orderBy("ended_at")
		.orderBy("id")
		.limit(AT_ONCE)
		.execute();
	for (const { id } of few) {
		await trx
			.updateTable("bills")
			.set({ account_id: id, inn: "", kpp: null, organisation: "" })
			.where("id", "=", id)
			.execute();
		await trx
			.updateTable("activation_codes")
			.set({ used_by: null })
			.where("bill_id", "=", id)
			.where("used_by", "is not", null)
			.execute();
	}
	return few.length;
}
