import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { refundedEmail, refundRefusedEmail } from "../emails.server.ts";
import { moveBought } from "../messages/bought-messages.server.ts";
import type { Product } from "../messages/message-package.server.ts";
import { moveCheck } from "../payments/move-check.server.ts";
import { CHECK_REFUND, type PaymentContext } from "../payments/payment-context.server.ts";
import { nextCheck, repeatAt } from "../payments/retry-schedule.server.ts";
import { planInForceOf, readUnfinished } from "../plans/plan-in-force.server.ts";
import { restoreTime } from "../plans/subscriptions.server.ts";
import { renewalOf } from "../renewals/renewal.server.ts";
import {
	askAboutRefund,
	findRefundRow,
	type RefundAnswer,
	type RefundRow,
} from "./ask-about-refund.server.ts";
import { isOfNothing, repeatRefused } from "./record-refund.server.ts";

const DAY = 86_400_000;
/**
 * How long a refund without a clear result is repeated once a minute; then at growing intervals, and never given up.
 */
const REPEATED_FOR = 3_600_000;

/**
 * The status of a refund. `waiting`: the gateway is processing it. `checking`: it could not be asked, or does not
 * know itself.
 */
export type RefundSettled = { outcome: "done" | "refused" | "waiting" | "checking" | "no-such-refund" };

/**
 * Sends a refund to the gateway, or asks for its state, and applies it: the only writer of `done` and `refused`. Any
 * trigger, any number of times, on any number of servers.
 */
export async function settleRefund(
	db: Db,
	paymentContext: PaymentContext,
	refundId: string,
	at?: number,
): Promise<RefundSettled> {
	const now = at ?? (await readDatabaseTime(db));
	const row = await findRefundRow(db, refundId);
	if (!row) return { outcome: "no-such-refund" };
	const isOpen = row.state !== "refused" && (row.state !== "done" || row.receipt_state === "pending");
	if (!isOpen || row.purchase.gateway !== paymentContext.gateway.name) return refundStatus(row);
	if (row.gateway_id === null) {
		const age = now - row.created_at;
		const next = age < REPEATED_FOR ? repeatAt(now) : (nextCheck(row.created_at, now) ?? now + DAY);
		if (!(await moveCheck(db, "refunds", row, next, now))) return refundStatus(row);
	}
	const answer = await askAboutRefund(db, paymentContext, row, now);
	if (answer === undefined) return row.state === "done" ? refundStatus(row) : { outcome: "checking" };
	if (row.state === "done") await storeReceipt(db, refundId, answer);
	else if (answer.state === "waiting") await markWaiting(db, refundId, answer, now);
	else await settle(db, paymentContext, row, answer, now);
	return refundStatus((await findRefundRow(db, refundId)) ?? row);
}

/** The unfinished refund of a purchase. */
export async function refundUnderWay(
	db: Db,
	purchaseId: string,
): Promise<Pick<RefundRow, "id" | "gateway_id" | "check_at"> | undefined> {
	return db
		.selectFrom("refunds")
		.select(["id", "gateway_id", "check_at"])
		.where("purchase_id", "=", purchaseId)
		.where("state", "in", ["started", "waiting"])
		.executeTakeFirst();
}

const refundStatus = ({ state }: RefundRow): RefundSettled => ({
	outcome: state === "started" ? "checking" : state,
});

async function markWaiting(db: Db, id: string, answer: RefundAnswer, now: number): Promise<void> {
	await db
		.updateTable("refunds")
		.set({ state: "waiting", gateway_id: answer.gatewayId ?? null, check_at: nextCheck(now, now) })
		.where("id", "=", id)
		.where("state", "=", "started")
		.execute();
}

async function storeReceipt(db: Db, id: string, { receiptState }: RefundAnswer): Promise<void> {
	await db
		.updateTable("refunds")
		.set({ receipt_state: receiptState ?? null, ...(receiptState !== "pending" && { check_at: null }) })
		.where("id", "=", id)
		.where("state", "=", "done")
		.execute();
}

/** The call that changes the row also applies what follows from it, in the same transaction. */
async function settle(
	db: Db,
	paymentContext: PaymentContext,
	row: RefundRow,
	answer: RefundAnswer,
	now: number,
): Promise<void> {
	const done = answer.state === "done";
	const { purchase } = row;
	const settled = await transact(db, async (trx) => {
		await lockRow(trx, "accounts", row.account_id);
		const checkAt = done && answer.receiptState === "pending" ? repeatAt(now) : null;
		const { numUpdatedRows } = await trx
			.updateTable("refunds")
			.set({
				state: done ? "done" : "refused",
				reason: done ? null : answer.reason,
				gateway_id: answer.gatewayId ?? row.gateway_id,
				receipt_state: answer.receiptState ?? null,
				check_at: checkAt,
				ended_at: now,
			})
			.where("id", "=", row.id)
			.where("state", "in", ["started", "waiting"])
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return undefined;
		if (checkAt !== null) await enqueue(trx, [{ kind: CHECK_REFUND, key: row.id, dueAt: checkAt }]);
		const follows = done ? await markRefunded(trx, purchase.id) : await followRefusal(trx, row, now);
		const product: Product = JSON.parse(purchase.plan);
		const { sender, refundDays } = paymentContext;
		const to = await emailOf(trx, row.account_id);
		const told = { plan: product.title, isPlan: purchase.messages === null, amount: row.amount };
		if (follows === "done") {
			const after = await standingAfter(trx, row, now);
			await post(trx, sender.mailer, refundedEmail(sender, to, { ...told, refundDays, ...after }), now);
		} else if (follows !== "repeated")
			await post(trx, sender.mailer, refundRefusedEmail(sender, to, { ...told, follows }), now);
		return follows;
	});
	if (!settled) return;
	const fields = { refund: row.id, purchase: purchase.id, account: row.account_id };
	if (settled === "done") return paymentContext.log.info("Деньги возвращены", fields);
	const level = settled === "given-up" ? "error" : "warn";
	paymentContext.log[level](REFUSED[settled], { ...fields, reason: answer.reason });
}

/** What follows from a refusal, for the log. */
const REFUSED = {
	restored: "Возврат отклонён, купленное снова у человека",
	"repeated-first": "Возврат отклонён, повторим через сутки: проверьте, хватает ли денег в кабинете",
	repeated: "Возврат снова отклонён, повторим через сутки: проверьте, хватает ли денег в кабинете",
	"given-up": "Возврат отклоняли месяц, больше не повторяем: верните деньги сами",
};

/** Restores what a refused refund has taken. One that took nothing is made anew: the money paid for nothing. */
async function followRefusal(trx: Db, row: RefundRow, now: number) {
	const { id, purchase, time_taken: taken } = row;
	if (isOfNothing(row)) return repeatRefused(trx, row, now);
	if (purchase.messages === null) await restoreTime(trx, purchase.id, taken, now);
	else {
		// Refused after their days, they could be neither used nor refunded again.
		const missedMs = Math.max(0, now - row.created_at);
		await moveBought(trx, { purchaseId: purchase.id, refundId: id, messages: taken, missedMs }, now);
	}
	return "restored";
}

/** What the refund has left: the plan that is in force, and whether its request has turned the renewal off. */
async function standingAfter(trx: Db, row: RefundRow, now: number) {
	const renewal = await renewalOf(trx, row.account_id);
	const { plan, paidUntil } = planInForceOf(await readUnfinished(trx, row.account_id, now), now);
	return {
		endedRenewal:
			renewal?.state === "off" && renewal.reason === "refund" && renewal.changed_at === row.created_at,
		now: { title: plan.title, until: paidUntil },
	};
}

async function markRefunded(trx: Db, purchaseId: string): Promise<"done"> {
	await trx
		.updateTable("purchases")
		.set({ state: "refunded", check_at: null })
		.where("id", "=", purchaseId)
		.where("state", "=", "paid")
		.execute();
	return "done";
}

async function emailOf(trx: Db, accountId: string): Promise<string | null> {
	const account = await trx
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", accountId)
		.executeTakeFirst();
	return account?.email ?? null;
}
