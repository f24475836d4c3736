import { detailsInForce } from "../../operator/service.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { readPurchase } from "../payments/purchases.server.ts";
import { readUnfinished, type Unfinished } from "../plans/plan-in-force.server.ts";
import { carriedLeft, SHORT } from "../plans/subscriptions.server.ts";
import { isOfGateway, isRefunded, refundableRest, unfinishedPurchases } from "./refundable.server.ts";

/**
 * Whether an account has something left that was paid for, or may have been, and that `listRefundable` does not list:
 * time converted from another plan, or a purchase by a gateway that is not the one in use. The offer promises its money
 * to whoever writes to the operator.
 * @param paymentContext null: payments are off, and each purchase is by another gateway
 */
export async function needsManualRefund(
	db: Db,
	paymentContext: Pick<PaymentContext, "gateway"> | null,
	accountId: string,
	now: number,
): Promise<boolean> {
	const unfinished = await readUnfinished(db, accountId, now);
	const refunded = new Set<string>();
	for (const id of await unfinishedPurchases(db, accountId, unfinished, now)) {
		const purchase = await readPurchase(db, accountId, id);
		if (!purchase) continue;
		if (isRefunded(purchase)) refunded.add(id);
		else if (
			!isOfGateway(purchase, paymentContext) &&
			(await refundableRest(db, accountId, purchase, now, unfinished))
		)
			return true;
	}
	const isCarried = (row: Unfinished) => {
		// A refund takes all bought time back: the rest was converted.
		const isRest = row.purchase_id !== null && refunded.has(row.purchase_id);
		return (isRest ? row.ends_at - Math.max(row.starts_at, now) : carriedLeft(row, now)) >= SHORT;
	};
	return unfinished.some(isCarried) && (await hasPaidReplaced(db, accountId));
}

/** The operator's address, null where there is none yet, for what `needsManualRefund` finds; null: it finds nothing. */
export async function manualRefund(
	...asked: Parameters<typeof needsManualRefund>
): Promise<{ email: string | null } | null> {
	return (await needsManualRefund(...asked)) ? { email: detailsInForce()["operator.email"] } : null;
}

/** Whether another plan has replaced one that was paid for; time converted from a gift alone is nobody's money. */
async function hasPaidReplaced(db: Db, accountId: string): Promise<boolean> {
	const row = await db
		.selectFrom("subscriptions")
		.select("id")
		.where("account_id", "=", accountId)
		.where("ended_by", "=", "replaced")
		.where(({ eb, or }) => or([eb("purchase_id", "is not", null), eb("bill_id", "is not", null)]))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
