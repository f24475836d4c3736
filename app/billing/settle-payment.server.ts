import { holdAccount } from "../accounts/hold-account.server.ts";
import type { Db } from "../db/connection.server.ts";
import { post } from "../mail/post-office.server.ts";
import { DAY } from "./days.ts";
import type { Payment } from "./gateways/gateway.ts";
import { paidLetter } from "./letters.server.ts";
import type { Plan } from "./plan.ts";
import type { BillingSettings } from "./settings.server.ts";
import { MINUTE, type Purchase, tellGateway } from "./start-payment.server.ts";
import { grantSubscription } from "./subscriptions.server.ts";

export type Settled =
	| "paid"
	/** The person is to pay, or the money is on its way. */
	| "waiting"
	| "canceled"
	/** The gateway could not be asked, or does not know either. */
	| "unclear"
	| "no-such-purchase";

/** A payment can be made for an hour after its beginning (eight in rare ways); then we take it for given up. */
const GIVEN_UP = 2 * 3_600_000;
/** A key holds at the gateway for a day: a creation repeated later would be another payment. */
const KEY_LIFETIME = 23 * 3_600_000;
/** After its end a payment is looked at for so long, for a receipt or for money that comes late all the same. */
const WATCHED = 3 * DAY;

/**
 * Finds out what has become of a purchase and makes it true here. The only writer of `paid`. The browser's return,
 * a notification and the clock are just reasons to call it: any of them, any number of times, in any order
 * (house.md, «A payment's way»).
 */
export async function settlePayment(
	db: Db,
	settings: BillingSettings,
	purchaseId: string,
	now = Date.now(),
): Promise<Settled> {
	const purchase = await db
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", purchaseId)
		.executeTakeFirst();
	if (!purchase) return "no-such-purchase";
	if (purchase.gateway !== settings.gateway.name) return asItStands(purchase);
	if (purchase.gateway_id === null) return begin(db, settings, purchase, now);
	const payment = await settings.gateway.read(purchase.gateway_id);
	if (payment === "unknown" || "outcome" in payment) {
		const detail = payment === "unknown" ? "такого платежа там нет" : payment.detail;
		settings.log.warn("Платёж: не удалось узнать, что с ним", { purchase: purchaseId, detail });
		return purchase.state === "waiting" ? "unclear" : asItStands(purchase);
	}
	return apply(db, settings, purchase, payment, now);
}

/** The gateway has not said yet that it knows of the purchase. */
async function begin(db: Db, settings: BillingSettings, purchase: Purchase, now: number): Promise<Settled> {
	if (purchase.state !== "started") return asItStands(purchase);
	if (now - Number(purchase.created_at) > KEY_LIFETIME) return end(db, purchase.id, "expired", null, now);
	const started = await tellGateway(db, settings, purchase, now);
	if (started.outcome === "refused") return "canceled";
	return started.outcome === "to-gateway" ? "waiting" : "unclear";
}

const asItStands = ({ state }: Purchase): Settled =>
	state === "paid" || state === "refunded"
		? "paid"
		: state === "canceled" || state === "expired"
			? "canceled"
			: "waiting";

async function apply(
	db: Db,
	settings: BillingSettings,
	purchase: Purchase,
	payment: Payment,
	now: number,
): Promise<Settled> {
	if (payment.state === "waiting") return waitOn(db, purchase, now);
	if (payment.state === "canceled") return end(db, purchase.id, "canceled", payment.reason, now);
	const wrong = mismatch(settings, purchase, payment);
	if (wrong) {
		settings.log.error("Платёж не похож на то, что было заказано: тариф не включён", {
			purchase: purchase.id,
			wrong,
		});
		return end(db, purchase.id, "canceled", "mismatch", now);
	}
	if (purchase.state === "paid" || purchase.state === "refunded") {
		await noteReceipt(db, purchase, payment, now);
		return "paid";
	}
	await grant(db, settings, purchase, payment, now);
	return "paid";
}

function mismatch(settings: BillingSettings, purchase: Purchase, payment: Payment): string | undefined {
	if (payment.orderId !== purchase.id) return "заказ";
	if (payment.amount !== purchase.amount) return "сумма";
	if (payment.currency !== "RUB") return "валюта";
	if (payment.test && settings.live) return "тестовый платёж";
	return undefined;
}

/** Claims the row; only who wins it grants and writes, all in one transaction. */
async function grant(
	db: Db,
	settings: BillingSettings,
	{ id, account_id: accountId }: Purchase,
	payment: Payment,
	now: number,
): Promise<void> {
	await db.transaction().execute(async (trx) => {
		await holdAccount(trx, accountId);
		const claimed = await trx
			.updateTable("purchases")
			.set({
				state: "paid",
				reason: null,
				method: payment.method,
				receipt_state: payment.receiptState,
				ended_at: now,
				checks: 0,
				check_at: payment.receiptState === "pending" ? now + 5 * MINUTE : null,
			})
			.where("id", "=", id)
			.where("state", "in", ["started", "waiting", "canceled", "expired"])
			.returning(["plan", "amount", "receipt_email"])
			.executeTakeFirst();
		if (!claimed) return;
		const plan: Plan = JSON.parse(claimed.plan);
		const { until, follows } = await grantSubscription(trx, accountId, { plan, purchaseId: id }, now);
		const account = await trx
			.selectFrom("accounts")
			.select("email")
			.where("id", "=", accountId)
			.executeTakeFirst();
		if (!account?.email) return;
		const receiptEmail = settings.receipts ? claimed.receipt_email : null;
		const letter = { plan: plan.title, amount: claimed.amount, until, follows, receiptEmail };
		await post(trx, settings.office, paidLetter(settings, account.email, letter), now);
	});
}

/** Still nothing: the clock comes again, first often, then seldom, and in the end no more. */
async function waitOn(db: Db, purchase: Purchase, now: number): Promise<Settled> {
	const age = now - Number(purchase.created_at);
	const next = age < 10 * MINUTE ? MINUTE : age < GIVEN_UP ? 5 * MINUTE : 3_600_000;
	const given = age >= GIVEN_UP;
	await db
		.updateTable("purchases")
		.set((eb) => ({
			checks: eb("checks", "+", 1),
			check_at: age > WATCHED ? null : now + next,
			...(given && { state: "expired" as const, ended_at: eb.fn.coalesce("ended_at", eb.val(now)) }),
		}))
		.where("id", "=", purchase.id)
		.where("state", "in", ["waiting", "expired"])
		.execute();
	return given ? "canceled" : "waiting";
}

async function end(
	db: Db,
	id: string,
	state: "canceled" | "expired",
	reason: string | null,
	now: number,
): Promise<Settled> {
	await db
		.updateTable("purchases")
		.set({ state, reason, ended_at: now, check_at: null })
		.where("id", "=", id)
		.where("state", "in", ["started", "waiting", "expired"])
		.execute();
	return "canceled";
}

async function noteReceipt(db: Db, purchase: Purchase, payment: Payment, now: number): Promise<void> {
	const again = payment.receiptState === "pending" && now - Number(purchase.created_at) < WATCHED;
	await db
		.updateTable("purchases")
		.set({ receipt_state: payment.receiptState, check_at: again ? now + 3_600_000 : null })
		.where("id", "=", purchase.id)
		.execute();
}
