import { randomUUID } from "node:crypto";
import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { groupCommit } from "../../platform/db/group-commit.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { messagesPaidEmail, paidEmail } from "../emails.server.ts";
import type { Payment } from "../gateways/gateway.ts";
import { grantMessages } from "../messages/bought-messages.server.ts";
import type { MessagePackage } from "../messages/message-package.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { grantSubscription } from "../plans/subscriptions.server.ts";
import { countLateUse } from "../promo-codes/promo-uses.server.ts";
import { recordRefund } from "../refunds/record-refund.server.ts";
import { followPurchase } from "../renewals/follow-purchase.server.ts";
import { changedTerms, endsBefore, type RenewalRow, renewalOf } from "../renewals/renewal.server.ts";
import { nextCharge } from "../renewals/renewal-emails.server.ts";
import { chargeSucceeded, renewalOfCharge } from "../renewals/settle-charge.server.ts";
import type { PurchaseRow } from "./order-of.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "./payment-context.server.ts";
import { nextCheck } from "./retry-schedule.server.ts";

/**
 * Marks a purchase as paid. The call that changes the row grants the plan and queues the e-mail, in the same
 * transaction; all others find it changed and do nothing.
 * @returns whether this call has marked it
 */
export async function claimPaid(
	db: Db,
	paymentContext: PaymentContext,
	row: PurchaseRow,
	payment: Payment,
	now: number,
): Promise<boolean> {
	const granted = await groupCommit(db, async (trx) => {
		const account = await lockRow(trx, "accounts", row.account_id);
		const checkAt = payment.receiptState === "pending" ? nextCheck(now, now) : null;
		const { numUpdatedRows } = await trx
			.updateTable("purchases")
			.set({
				state: "paid",
				gateway_id: payment.gatewayId,
				// The digits of a card are erased with the account, maybe before this.
				method: account?.state === "deleted" ? null : payment.method,
				reason: null,
				receipt_state: payment.receiptState,
				check_at: checkAt,
				ended_at: now,
			})
			.where("id", "=", row.id)
			.where("state", "in", ["started", "waiting", "expired", "canceled"])
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		if (row.promo_code !== null) await countLateUse(trx, row.id);
		// An expired purchase may have had its last check.
		if (checkAt !== null) await enqueue(trx, [{ kind: CHECK_PAYMENT, key: row.id, dueAt: checkAt }]);
		const renewal = row.kind === "renewal" ? await renewalOfCharge(trx, row) : undefined;
		const isWanted =
			row.kind === "renewal" ? renewal && account?.state === "active" : account?.state !== "deleted";
		if (account?.email && isWanted) {
			const isBlocked = account.state === "blocked";
			const grant = { row, payment, email: account.email, isBlocked, renewal };
			await grantPlan(trx, paymentContext, grant, now);
		} else await refundUnwanted(trx, paymentContext, row, now);
		return true;
	});
	if (granted) paymentContext.log.info("Платёж получен", { purchase: row.id, account: row.account_id });
	return granted;
}

/**
 * The account was deleted, or the renewal turned off, while the bank was processing: there is nobody to grant the plan
 * to, and all of the money goes back.
 */
function refundUnwanted(trx: Db, { log }: PaymentContext, row: PurchaseRow, now: number): Promise<void> {
	log.warn("Платёж пришёл, когда аккаунта или автопродления уже не было, деньги вернём", {
		purchase: row.id,
	});
	return recordRefund(trx, { id: randomUUID(), purchase: row, amount: row.amount, takes: 0 }, now);
}

type Grant = {
	row: PurchaseRow;
	payment: Payment;
	email: string;
	isBlocked: boolean;
	renewal: RenewalRow | undefined;
};

async function grantPlan(
	trx: Db,
	paymentContext: PaymentContext,
	{ row, payment, email: recipient, isBlocked, renewal }: Grant,
	now: number,
): Promise<void> {
	if (row.messages !== null) return grantBought(trx, paymentContext, { row, payment, email: recipient }, now);
	const plan: Plan = JSON.parse(row.plan);
	const paid =
		row.promo_code === null ? null : { amount: row.amount, days: (plan.days ?? 0) + (row.promo_days ?? 0) };
	const bought = { plan, purchaseId: row.id, paid };
	const { until, follows } = await grantSubscription(trx, row.account_id, bought, now);
	if (renewal) {
		await chargeSucceeded(trx, paymentContext, renewal, { purchase: row, until, email: recipient }, now);
		return;
	}
	const before = await renewalOf(trx, row.account_id);
	const isEnded = before !== undefined && before.state !== "off" && before.plan_key !== plan.key;
	const next = await followPurchase(trx, paymentContext, row, payment, { before, until, isBlocked }, now);
	const nextAt = nextCharge(paymentContext.sender, until, now);
	const settings = paymentContext.renewal;
	const changed = next && (settings ? endsBefore(next, settings, nextAt) : changedTerms(next, settings));
	const email = paidEmail(paymentContext.sender, recipient, {
		id: row.id,
		plan,
		promoCode: row.promo_code,
		promoDays: row.promo_days ?? 0,
		amount: row.amount,
		paidAt: now,
		method: payment.method,
		until,
		follows,
		receiptEmail: paymentContext.makesReceipts ? row.receipt_email : null,
		renews: next && !changed ? { amount: planOf(next).price, at: nextAt } : null,
		endsBy: changed ?? null,
		ended: isEnded ? { plan: planOf(before).title, charging: before.state === "charging" } : null,
	});
	await post(trx, paymentContext.sender.mailer, email, now);
}

/** Messages that are bought apart leave plan and renewal as they are. */
async function grantBought(
	trx: Db,
	{ sender, makesReceipts }: PaymentContext,
	{ row, payment, email: recipient }: Pick<Grant, "row" | "payment" | "email">,
	now: number,
): Promise<void> {
	const product: MessagePackage = JSON.parse(row.plan);
	const until = await grantMessages(trx, row.account_id, product, row.id, now);
	const email = messagesPaidEmail(sender, recipient, {
		id: row.id,
		title: product.title,
		messages: product.messages,
		amount: row.amount,
		paidAt: now,
		method: payment.method,
		until,
		receiptEmail: makesReceipts ? row.receipt_email : null,
	});
	await post(trx, sender.mailer, email, now);
}

const planOf = ({ plan }: RenewalRow): Plan => JSON.parse(plan);
