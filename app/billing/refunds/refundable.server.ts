import type { Db } from "../../platform/db/connection.server.ts";
import { boughtMessages, boughtUntil, previewMessagesRefund } from "../messages/bought-messages.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { type Purchase, readPurchase } from "../payments/purchases.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { readUnfinished, type Unfinished } from "../plans/plan-in-force.server.ts";
import { previewRefundOf, type Refundable } from "../plans/subscriptions.server.ts";

/** A purchase that can be refunded now, and what that would mean. */
export type RefundablePurchase = {
	purchase: Purchase;
	refundable: Refundable;
	/** The time that it paid for, as it stands now; `from` is null of messages. */
	term: { from: number | null; until: number };
};

/** The other plan that is in force after a refund; undefined: the same one goes on, or none. */
export const otherPlanAfter = ({ others }: Pick<Refundable, "others">, planKey: string): Plan | undefined =>
	others?.key === planKey ? undefined : others;

/**
 * The preview of a refund of a paid purchase, of a plan or of messages; undefined when nothing of it is left.
 * @param known the account's subscriptions, where they have been read already
 * @param isLocked in a transaction that refunds it
 */
export const previewRefund = (
	db: Db,
	purchase: { id: string; account_id: string; amount: number; messages: number | null },
	now: number,
	{ known, isLocked = false }: { known?: readonly Unfinished[]; isLocked?: boolean } = {},
): Promise<Refundable | undefined> => {
	const { messages } = purchase;
	return messages === null
		? previewRefundOf(db, purchase, now, known)
		: previewMessagesRefund(db, { ...purchase, messages }, now, isLocked);
};

/**
 * The preview of a refund of this purchase; undefined when nothing can be refunded (any more).
 * @param known the account's subscriptions, where they have been read already
 */
export async function findRefundable(
	db: Db,
	paymentContext: Pick<PaymentContext, "gateway"> | null,
	accountId: string,
	purchaseId: string,
	now = Date.now(),
	known?: readonly Unfinished[],
): Promise<RefundablePurchase | undefined> {
	const purchase = await readPurchase(db, accountId, purchaseId);
	if (purchase?.state !== "paid") return undefined;
	// A refund uses the gateway of the payment, which may not be configured any more.
	if (purchase.gateway !== paymentContext?.gateway.name) return undefined;
	if (purchase.refund && purchase.refund.state !== "refused") return undefined;
	const { id, amount, messages } = purchase;
	const row = { id, account_id: accountId, amount, messages };
	const unfinished = messages === null ? (known ?? (await readUnfinished(db, accountId, now))) : [];
	const refundable = await previewRefund(db, row, now, { known: unfinished });
	if (!refundable) return undefined;
	const plan = unfinished.find(({ purchase_id }) => purchase_id === id);
	const term = plan
		? { from: plan.starts_at, until: plan.ends_at }
		: { from: null, until: (await boughtUntil(db, id)) ?? now };
	return { purchase, refundable, term };
}

/** What the address of the refund's page names in place of a purchase: all that can be refunded. */
export const CHOOSE = "choose";

/** The purchase that the address of the refund's page names, or the choice between several; null: nothing is found. */
export const refundToOpen = (found: readonly RefundablePurchase[]): string | null =>
	found.length > 1 ? CHOOSE : (found.at(0)?.purchase.id ?? null);

/** Whoever pays more often at a time finds the others in the history of payments. */
const MOST_LISTED = 50;

/**
 * What can be refunded now: subscriptions, current or following, in their order, and after them bought messages, those
 * that end first before the others.
 * @param known the account's subscriptions, where they have been read already
 */
export async function listRefundable(
	db: Db,
	paymentContext: Pick<PaymentContext, "gateway"> | null,
	accountId: string,
	now: number,
	{ atMost = MOST_LISTED, known }: { atMost?: number; known?: readonly Unfinished[] } = {},
): Promise<RefundablePurchase[]> {
	const unfinished = known ?? (await readUnfinished(db, accountId, now));
	const messages = await boughtMessages(db, accountId, now).execute();
	const ids = [...unfinished, ...messages].map(({ purchase_id }) => purchase_id).slice(0, MOST_LISTED);
	return refundableOf(db, paymentContext, { accountId, ids, unfinished, atMost }, now);
}

type Candidates = {
	accountId: string;
	/** Null: nobody has paid for it. */
	ids: readonly (string | null)[];
	unfinished: readonly Unfinished[];
	atMost: number;
};

async function refundableOf(
	db: Db,
	paymentContext: Pick<PaymentContext, "gateway"> | null,
	{ accountId, ids, unfinished, atMost }: Candidates,
	now: number,
): Promise<RefundablePurchase[]> {
	const all: RefundablePurchase[] = [];
	for (const id of ids) {
		if (all.length >= atMost) break;
		const found = id && (await findRefundable(db, paymentContext, accountId, id, now, unfinished));
		if (found) all.push(found);
	}
	return all;
}
