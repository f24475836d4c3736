import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { moveBought } from "../messages/bought-messages.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { deductTime } from "../plans/subscriptions.server.ts";
import { turnOffFor } from "../renewals/turn-off.server.ts";
import { recordRefund } from "./record-refund.server.ts";
import { previewRefund } from "./refundable.server.ts";
import { type RefundSettled, settleRefund } from "./settle-refund.server.ts";

export type RefundRequested =
	/** Recorded; its current state. `refused`: what it took is given back already. */
	| { outcome: "done" | "waiting" | "checking" | "refused" }
	/** The purchase is not paid, or nothing of it is left. */
	| { outcome: "nothing-to-refund" }
	| { outcome: "under-way" }
	/** The id is no UUID, or belongs to another refund: show the form again, with a new one. */
	| { outcome: "id-taken" }
	| { outcome: "no-such-purchase" };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Refunds a purchase: its current refundable amount (`previewRefund`) is recorded and the time is taken back in one
 * transaction, then the gateway is called. The same id again is the same refund.
 */
export async function requestRefund(
	db: Db,
	paymentContext: PaymentContext,
	accountId: string,
	{ purchaseId, refundId }: { purchaseId: string; refundId: string },
	at?: number,
): Promise<RefundRequested> {
	const now = at ?? (await readDatabaseTime(db));
	const recorded = await transact(db, (trx) =>
		recordRequest(trx, paymentContext, accountId, { purchaseId, refundId }, now),
	);
	return isRecorded(recorded) ? sendRefund(db, paymentContext, refundId, now) : recorded;
}

/** Sends a refund that was recorded. */
export async function sendRefund(
	db: Db,
	paymentContext: PaymentContext,
	refundId: string,
	now: number,
): Promise<{ outcome: "done" | "waiting" | "checking" | "refused" }> {
	const { outcome } = await settleRefund(db, paymentContext, refundId, now);
	return outcome === "no-such-refund" ? { outcome: "checking" } : { outcome };
}

type Recorded =
	/** Kopecks. */
	| { outcome: "recorded"; amount: number }
	/** An earlier request with the same id has recorded it. */
	| { outcome: "recorded-before" };
type NotRecorded = Exclude<RefundRequested, { outcome: RefundSettled["outcome"] }>;

export const isRecorded = (result: Recorded | NotRecorded): result is Recorded =>
	result.outcome === "recorded" || result.outcome === "recorded-before";

/** Records a request for a refund, in a transaction. `sendRefund` sends it afterwards. */
export async function recordRequest(
	trx: Db,
	paymentContext: PaymentContext,
	accountId: string,
	{ purchaseId, refundId }: { purchaseId: string; refundId: string },
	now: number,
): Promise<Recorded | NotRecorded> {
	if (!UUID.test(refundId)) return { outcome: "id-taken" };
	// The second of two concurrent requests sees the sum that the first has taken.
	await lockRow(trx, "accounts", accountId);
	const purchase = await trx
		.selectFrom("purchases")
		.selectAll()
		.where("id", "=", purchaseId)
		.where("account_id", "=", accountId)
		.where("gateway", "=", paymentContext.gateway.name)
		.executeTakeFirst();
	if (!purchase) return { outcome: "no-such-purchase" };
	const same = await trx.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst();
	if (same) return { outcome: same.purchase_id === purchaseId ? "recorded-before" : "id-taken" };
	const alive = await trx
		.selectFrom("refunds")
		.select("id")
		.where("purchase_id", "=", purchaseId)
		.where("state", "in", ["started", "waiting"])
		.executeTakeFirst();
	if (alive) return { outcome: "under-way" };
	if (purchase.state !== "paid") return { outcome: "nothing-to-refund" };
	const refundable = await previewRefund(trx, purchase, now, { isLocked: true });
	if (!refundable) return { outcome: "nothing-to-refund" };
	const { amount, takes } = refundable;
	await recordRefund(trx, { id: refundId, purchase, amount, takes }, now);
	// Nothing was granted for it: what the person has is from other purchases.
	if (takes === 0) return { outcome: "recorded", amount };
	if (purchase.messages !== null) {
		await moveBought(trx, { purchaseId, refundId, messages: -takes }, now);
		return { outcome: "recorded", amount };
	}
	// A person who wants the money back does not want to be charged again.
	await turnOffFor(trx, accountId, "refund", now);
	await deductTime(trx, purchaseId, takes, "refund", now);
	return { outcome: "recorded", amount };
}
