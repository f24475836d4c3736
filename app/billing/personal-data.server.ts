import type { Db } from "../platform/db/connection.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";
import type { Plan } from "./plans/plan.server.ts";
import { retainFreeUse } from "./quota/free-use.server.ts";

const AT_ONCE = 100;
/** Rows erased in one batch: short enough to delay no request. */
const ERASED_AT_ONCE = 500;

/**
 * Purchases with their refunds. The accounting records that the law requires (402-ФЗ, article 29: five years) stay:
 * what was sold, when, for how much, until then to whom (`forgetOldPayments`). The payer's data are erased: the e-mail of
 * the receipt, the card's last digits.
 */
export const paymentsData: PersonalData = {
	part: "payments",
	read: readPurchases,
	eraseSome: forgetPayer,
	waits: isUnderWay,
};

/** Subscriptions, granted ones too. A bought subscription stays with its purchase. */
export const subscriptionsData: PersonalData = {
	part: "subscriptions",
	read: readSubscriptions,
	eraseSome: async (db, accountId) => {
		const granted = db
			.selectFrom("subscriptions")
			.select("id")
			.where("account_id", "=", accountId)
			.where("purchase_id", "is", null)
			.limit(ERASED_AT_ONCE);
		return countOf(await db.deleteFrom("subscriptions").where("id", "in", granted).executeTakeFirst());
	},
};

/** How many messages were sent when: erased, except the number of current free messages used from the mailbox. */
export const allowancesData: PersonalData = {
	part: "allowances",
	read: readAllowances,
	eraseSome: async (db, accountId, now) => {
		const fewOf = (table: "ledger" | "allowances") =>
			db.selectFrom(table).select("id").where("account_id", "=", accountId).limit(ERASED_AT_ONCE);
		const entries = await db.deleteFrom("ledger").where("id", "in", fewOf("ledger")).executeTakeFirst();
		if (countOf(entries) > 0) return countOf(entries);
		// Not before the last ledger row is gone: until then a reservation may still be returned.
		await retainFreeUse(db, accountId, now);
		return countOf(
			await db.deleteFrom("allowances").where("id", "in", fewOf("allowances")).executeTakeFirst(),
		);
	},
};

const countOf = ({ numDeletedRows }: { numDeletedRows: bigint }) => Number(numDeletedRows);

async function* readPurchases(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("purchases")
			.select(["id", "plan", "amount", "receipt_email as receiptEmail", "gateway", "gateway_id as gatewayId"])
			.select(["method", "state", "reason", "receipt_state as receiptState", "promo_code as promoCode"])
			.select(["created_at as createdAt", "ended_at as endedAt"])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), ">", tuple(at, id)))
			.orderBy("created_at")
			.orderBy("id")
			.limit(AT_ONCE)
			.execute();
		const refunds = Map.groupBy(
			await refundsOf(
				db,
				page.map((purchase) => purchase.id),
			),
			(refund) => refund.purchaseId,
		);
		for (const { plan, ...purchase } of page) {
			yield { ...purchase, plan: planOf(plan), refunds: refunds.get(purchase.id) ?? [] };
		}
		const last = page.at(-1);
		if (!last || page.length < AT_ONCE) return;
		[at, id] = [last.createdAt, last.id];
	}
}

async function refundsOf(db: Db, purchases: string[]) {
	if (purchases.length === 0) return [];
	return db
		.selectFrom("refunds")
		.select(["id", "purchase_id as purchaseId", "amount", "gateway_id as gatewayId", "state", "reason"])
		.select(["receipt_state as receiptState", "created_at as createdAt", "ended_at as endedAt"])
		.where("purchase_id", "in", purchases)
		.orderBy("created_at")
		.execute();
}

async function* readSubscriptions(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("subscriptions")
			.select(["id", "purchase_id as purchaseId", "plan", "starts_at as startsAt", "ends_at as endsAt"])
			.select(["ended_by as endedBy", "created_at as createdAt"])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), ">", tuple(at, id)))
			.orderBy("created_at")
			.orderBy("id")
			.limit(AT_ONCE)
			.execute();
		for (const { plan, ...subscription } of page) yield { ...subscription, plan: planOf(plan) };
		const last = page.at(-1);
		if (!last || page.length < AT_ONCE) return;
		[at, id] = [last.createdAt, last.id];
	}
}

const planOf = (json: string) => {
	const { key, title, price, days, quota }: Plan = JSON.parse(json);
	return { key, title, price, days, quota };
};

async function* readAllowances(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("allowances")
			.select(["id", "source", "starts_at as startsAt", "ends_at as endsAt"])
			.select(["granted", "used", "reserved"])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("starts_at", "id"), ">", tuple(at, id)))
			.orderBy("starts_at")
			.orderBy("id")
			.limit(AT_ONCE)
			.execute();
		for (const allowance of page) yield { ...allowance, entries: readEntries(db, allowance.id) };
		const last = page.at(-1);
		if (!last || page.length < AT_ONCE) return;
		[at, id] = [last.startsAt, last.id];
	}
}

/** A month of a large plan has thousands. */
async function* readEntries(db: Db, allowanceId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("ledger")
			.select(["id", "kind", "reference", "messages", "why", "at"])
			.where("allowance_id", "=", allowanceId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), ">", tuple(at, id)))
			.orderBy("at")
			.orderBy("id")
			.limit(ERASED_AT_ONCE)
			.execute();
		for (const { id: _, ...entry } of page) yield entry;
		const last = page.at(-1);
		if (!last || page.length < ERASED_AT_ONCE) return;
		[at, id] = [last.at, last.id];
	}
}

/** Money under way: its receipt still has to be sent. */
const underWay = (db: Db, accountId: string) =>
	db
		.selectFrom("purchases")
		.select("purchases.id")
		.where("purchases.account_id", "=", accountId)
		.where("receipt_email", "<>", "")
		.where(({ eb, or, exists, selectFrom }) =>
			or([
				eb("purchases.state", "in", ["started", "waiting"]),
				exists(
					selectFrom("refunds")
						.select("refunds.id")
						.whereRef("refunds.purchase_id", "=", "purchases.id")
						.where("refunds.state", "in", ["started", "waiting"]),
				),
			]),
		);

async function isUnderWay(db: Db, accountId: string): Promise<boolean> {
	return (await underWay(db, accountId).limit(1).executeTakeFirst()) !== undefined;
}

async function forgetPayer(db: Db, accountId: string): Promise<number> {
	const few = db
		.selectFrom("purchases")
		.select("id")
		.where("account_id", "=", accountId)
		.where(({ eb, or }) => or([eb("receipt_email", "<>", ""), eb("method", "is not", null)]))
		.where("id", "not in", underWay(db, accountId))
		.limit(ERASED_AT_ONCE);
	const forgotten = await db
		.updateTable("purchases")
		.set({ receipt_email: "", method: null })
		.where("id", "in", few)
		.executeTakeFirst();
	return Number(forgotten.numUpdatedRows);
}
