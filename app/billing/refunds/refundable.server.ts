import type { Db } from "../../platform/db/connection.server.ts";
import type { PaymentContext } from "../payments/payment-context.ts";
import { type Purchase, readPurchase } from "../payments/purchases.server.ts";
import { readUnfinished } from "../plans/plan-in-force.server.ts";
import { previewRefundOf, type Refundable } from "../plans/subscriptions.server.ts";

/** A purchase whose money can be asked back now, and what would come of it. */
export type RefundablePurchase = { purchase: Purchase; refundable: Refundable };

/** What giving this purchase back would mean; undefined where nothing can be given back, or not any more. */
export async function findRefundable(
	db: Db,
	till: Pick<PaymentContext, "gateway"> | null,
	accountId: string,
	purchaseId: string,
	now = Date.now(),
): Promise<RefundablePurchase | undefined> {
	const purchase = await readPurchase(db, accountId, purchaseId);
	if (purchase?.state !== "paid") return undefined;
	// Money goes back the way it came, and that way may be closed by now.
	if (purchase.gateway !== till?.gateway.name) return undefined;
	if (purchase.refund && purchase.refund.state !== "refused") return undefined;
	const { id, amount } = purchase;
	const refundable = await previewRefundOf(db, { id, account_id: accountId, amount }, now);
	return refundable && { purchase, refundable };
}

/** The first of the paid time that is there or to come whose money can be asked back. */
export async function firstRefundable(
	db: Db,
	till: Pick<PaymentContext, "gateway"> | null,
	accountId: string,
	now = Date.now(),
): Promise<RefundablePurchase | undefined> {
	for (const { purchase_id } of await readUnfinished(db, accountId, now)) {
		const found = purchase_id && (await findRefundable(db, till, accountId, purchase_id, now));
		if (found) return found;
	}
	return undefined;
}
