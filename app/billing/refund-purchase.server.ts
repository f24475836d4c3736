import type { Selectable } from "kysely";
import { holdAccount } from "../accounts/hold-account.server.ts";
import type { Db } from "../db/connection.server.ts";
import type { RefundsTable } from "../db/tables/billing.ts";
import { post } from "../mail/post-office.server.ts";
import type { Refund, Trouble } from "./gateways/gateway.ts";
import { refundedLetter, refundRefusedLetter } from "./letters.server.ts";
import type { Plan } from "./plan.ts";
import type { BillingSettings } from "./settings.server.ts";
import { MINUTE, type Purchase } from "./start-payment.server.ts";
import { giveTimeBack, previewRefundOf, type Refundable, takeTimeBack } from "./subscriptions.server.ts";

type RefundRow = Selectable<RefundsTable>;

/**
 * What somebody would get back for a purchase now, and until when paid time would still last.
 * @returns undefined when the purchase is not the account's, not paid, or nothing is left of it
 */
export async function previewRefund(
	db: Db,
	accountId: string,
	purchaseId: string,
	now = Date.now(),
): Promise<Refundable | undefined> {
	const purchase = await readPaid(db, accountId, purchaseId);
	return purchase && previewRefundOf(db, purchase, now);
}

const readPaid = (db: Db, accountId: string, purchaseId: string): Promise<Purchase | undefined> =>
	db
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", purchaseId)
		.where("account_id", "=", accountId)
		.where("state", "=", "paid")
		.executeTakeFirst();

export type RefundAsked =
	| { outcome: "done" | "waiting" | "refused" }
	/** Nothing is left of it, it is not paid, or not this account's. */
	| { outcome: "not-refundable" };

/**
 * Gives a purchase back: the time goes at once, then the gateway is told, with the refund's id as the key. If the
 * gateway refuses, the time comes back (`settleRefund`).
 * @param refundId chosen by the form, so that a repeat is the same refund
 */
export async function requestRefund(
	db: Db,
	settings: BillingSettings,
	accountId: string,
	{ purchaseId, refundId }: { purchaseId: string; refundId: string },
	now = Date.now(),
): Promise<RefundAsked> {
	const written = await db.transaction().execute(async (trx): Promise<RefundRow | undefined> => {
		await holdAccount(trx, accountId);
		// Another form for the same purchase finds the refund that is under way, as does a repeat of this one.
		const alive = await trx
			.selectFrom("refunds")
			.selectAll()
			.where("purchase_id", "=", purchaseId)
			.where("account_id", "=", accountId)
			.where(({ eb, or }) => or([eb("state", "<>", "refused"), eb("id", "=", refundId)]))
			.executeTakeFirst();
		if (alive) return alive;
		const refundable = await previewRefund(trx, accountId, purchaseId, now);
		if (!refundable) return undefined;
		await takeTimeBack(trx, purchaseId, refundable.takes, "refund", now);
		return trx
			.insertInto("refunds")
			.values({
				id: refundId,
				purchase_id: purchaseId,
				account_id: accountId,
				amount: refundable.amount,
				time_taken: refundable.takes,
				state: "started",
				check_at: now + MINUTE,
				created_at: now,
			})
			.onConflict((oc) => oc.column("id").doNothing())
			.returningAll()
			.executeTakeFirst();
	});
	if (!written) return { outcome: "not-refundable" };
	return { outcome: await settleRefund(db, settings, written.id, now) };
}

/**
 * Finds out what has become of a refund and makes it true here; begins it at the gateway where that is not
 * certain yet. Any number of times, in any order. There is no notification of a refusal, so the clock asks.
 */
export async function settleRefund(
	db: Db,
	settings: BillingSettings,
	refundId: string,
	now = Date.now(),
): Promise<"done" | "waiting" | "refused"> {
	const refund = await db
		.selectFrom("refunds")
		.selectAll()
		.where("id", "=", refundId)
		.executeTakeFirstOrThrow();
	if (refund.state === "done" || refund.state === "refused") return refund.state;
	const purchase = await db
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", refund.purchase_id)
		.executeTakeFirstOrThrow();
	if (purchase.gateway !== settings.gateway.name || purchase.gateway_id === null) return "waiting";
	const answer =
		refund.gateway_id === null
			? await tell(settings, purchase, purchase.gateway_id, refund)
			: await settings.gateway.readRefund(refund.gateway_id);
	if (answer === "unknown" || "outcome" in answer)
		return troubled(db, settings, purchase, refund, answer, now);
	if (answer.state === "refused") return refuse(db, settings, purchase, refund, answer.reason, now);
	if (answer.state === "done") return finish(db, settings, purchase, refund, answer, now);
	await db
		.updateTable("refunds")
		.set({ state: "waiting", gateway_id: answer.gatewayId, check_at: now + 10 * MINUTE })
		.where("id", "=", refund.id)
		.where("state", "in", ["started", "waiting"])
		.execute();
	return "waiting";
}

function tell(settings: BillingSettings, purchase: Purchase, gatewayId: string, refund: RefundRow) {
	const plan: Plan = JSON.parse(purchase.plan);
	return settings.gateway.refund(
		{ gatewayId, receiptEmail: purchase.receipt_email, description: `Возврат: тариф «${plan.title}»` },
		{ id: refund.id, amount: refund.amount },
	);
}

async function troubled(
	db: Db,
	settings: BillingSettings,
	purchase: Purchase,
	refund: RefundRow,
	trouble: "unknown" | Trouble,
	now: number,
): Promise<"waiting" | "refused"> {
	const detail = trouble === "unknown" ? "такого возврата там нет" : trouble.detail;
	if (trouble !== "unknown" && trouble.outcome === "misconfigured") {
		settings.log.error("Возврат: шлюз его не принимает", { refund: refund.id, detail });
		return refuse(db, settings, purchase, refund, "misconfigured", now);
	}
	settings.log.warn("Возврат: шлюз не ответил определённо, спросим ещё раз", { refund: refund.id, detail });
	const wait = trouble === "unknown" ? 0 : (trouble.retryAfterMs ?? 0);
	await db
		.updateTable("refunds")
		.set((eb) => ({ checks: eb("checks", "+", 1), check_at: now + Math.max(MINUTE, wait) }))
		.where("id", "=", refund.id)
		.where("state", "in", ["started", "waiting"])
		.execute();
	return "waiting";
}

async function finish(
	db: Db,
	settings: BillingSettings,
	purchase: Purchase,
	{ id }: RefundRow,
	answer: Refund,
	now: number,
): Promise<"done"> {
	await db.transaction().execute(async (trx) => {
		const claimed = await trx
			.updateTable("refunds")
			.set({
				state: "done",
				gateway_id: answer.gatewayId,
				receipt_state: answer.receiptState,
				check_at: null,
				ended_at: now,
			})
			.where("id", "=", id)
			.where("state", "in", ["started", "waiting"])
			.returning("amount")
			.executeTakeFirst();
		if (!claimed) return;
		await trx
			.updateTable("purchases")
			.set({ state: "refunded" })
			.where("id", "=", purchase.id)
			.where("state", "=", "paid")
			.execute();
		await write(trx, settings, purchase, claimed.amount, refundedLetter, now);
	});
	return "done";
}

async function refuse(
	db: Db,
	settings: BillingSettings,
	purchase: Purchase,
	{ id }: RefundRow,
	reason: string | null,
	now: number,
): Promise<"refused"> {
	await db.transaction().execute(async (trx) => {
		await holdAccount(trx, purchase.account_id);
		const claimed = await trx
			.updateTable("refunds")
			.set({ state: "refused", reason, check_at: null, ended_at: now })
			.where("id", "=", id)
			.where("state", "in", ["started", "waiting"])
			.returning(["amount", "time_taken"])
			.executeTakeFirst();
		if (!claimed) return;
		await giveTimeBack(trx, purchase.id, Number(claimed.time_taken), now);
		await write(trx, settings, purchase, claimed.amount, refundRefusedLetter, now);
	});
	return "refused";
}

async function write(
	trx: Db,
	settings: BillingSettings,
	purchase: Purchase,
	amount: number,
	letterOf: typeof refundedLetter,
	now: number,
): Promise<void> {
	const account = await trx
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", purchase.account_id)
		.executeTakeFirst();
	if (!account?.email) return;
	const plan: Plan = JSON.parse(purchase.plan);
	await post(trx, settings.office, letterOf(settings, account.email, { plan: plan.title, amount }), now);
}
