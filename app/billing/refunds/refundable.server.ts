import type { Db } from "../../platform/db/connection.server.ts";
import { boughtMessages, boughtUntil, previewMessagesRefund } from "../messages/bought-messages.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { type Purchase, readPurchase } from "../payments/purchases.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { readUnfinished, type Unfinished } from "../plans/plan-in-force.server.ts";
import { previewRefundOf, type Refundable } from "../plans/subscriptions.server.ts";
import { isOfNothing } from "./record-refund.server.ts";

/** A purchase that can be refunded now, and what that would mean. */
export type RefundablePurchase = {
	purchase: Purchase;
	refundable: Refundable;
	/** The time that it paid for, as it stands now; `from` is null of messages. Null: nothing was granted for it. */
	term: { from: number | null; until: number } | null;
};

/** The other plan that is in force after a refund; undefined: the same one goes on, or none. */
export const otherPlanAfter = ({ others }: Pick<Refundable, "others">, planKey: string): Plan | undefined =>
	others?.key === planKey ? undefined : others;

/**
 * The preview of a refund of a paid purchase, of a plan or of messages; undefined when nothing of it is left. All of
 * the money where nothing was granted for it.
 * @param known the account's subscriptions, where they have been read already
 * @param isLocked in a transaction that refunds it
 */
export async function previewRefund(
	db: Db,
	purchase: { id: string; account_id: string; amount: number; messages: number | null },
	now: number,
	{ known, isLocked = false }: { known?: readonly Unfinished[]; isLocked?: boolean } = {},
): Promise<Refundable | undefined> {
	const { messages } = purchase;
	const rest =
		messages === null
			? await previewRefundOf(db, purchase, now, known)
			: await previewMessagesRefund(db, { ...purchase, messages }, now, isLocked);
	if (rest || !(await hasGrantedNothing(db, purchase))) return rest;
	return { amount: purchase.amount, takes: 0, remainsUntil: null };
}

/**
 * Whether the money of a paid purchase was to go back at once. That there is no subscription or allowance of it does not
 * tell: those of messages are erased with the account.
 */
async function hasGrantedNothing(db: Db, { id }: { id: string }) {
	const refunds = await db.selectFrom("refunds").select("time_taken").where("purchase_id", "=", id).execute();
	return refunds.some(isOfNothing);
}

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
	if (!purchase || !isOfGateway(purchase, paymentContext)) return undefined;
	return refundableRest(db, accountId, purchase, now, known);
}

/** A refund uses the gateway of the payment, which may not be configured any more. */
export const isOfGateway = (
	{ gateway }: Purchase,
	context: Pick<PaymentContext, "gateway"> | null,
): boolean => gateway === context?.gateway.name;

/** Whether the money of a purchase was returned, or is on its way. */
export const isRefunded = ({ refund }: Purchase): boolean => refund !== null && refund.state !== "refused";

/** The preview of a refund of a purchase by whatever gateway; undefined when nothing can be refunded (any more). */
export async function refundableRest(
	db: Db,
	accountId: string,
	purchase: Purchase,
	now: number,
	known?: readonly Unfinished[],
): Promise<RefundablePurchase | undefined> {
	if (purchase.state !== "paid" || isRefunded(purchase)) return undefined;
	const { id, amount, messages } = purchase;
	const row = { id, account_id: accountId, amount, messages };
	const unfinished = messages === null ? (known ?? (await readUnfinished(db, accountId, now))) : [];
	const refundable = await previewRefund(db, row, now, { known: unfinished });
	if (!refundable) return undefined;
	if (refundable.takes === 0) return { purchase, refundable, term: null };
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
	const all: RefundablePurchase[] = [];
	for (const id of await unfinishedPurchases(db, accountId, unfinished, now)) {
		if (all.length >= atMost) break;
		const found = await findRefundable(db, paymentContext, accountId, id, now, unfinished);
		if (found) all.push(found);
	}
	return all;
}

/** The purchases whose time or messages are not over: those of subscriptions before those of messages. */
export async function unfinishedPurchases(
	db: Db,
	accountId: string,
	unfinished: readonly Unfinished[],
	now: number,
): Promise<string[]> {
	const messages = await boughtMessages(db, accountId, now).execute();
	// Nobody has paid for a subscription without a purchase.
	const ids = [...unfinished, ...messages].flatMap(({ purchase_id }) => purchase_id ?? []);
	return ids.slice(0, MOST_LISTED);
}
