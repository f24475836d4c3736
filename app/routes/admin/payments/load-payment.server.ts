import type { RouterContextProvider } from "react-router";
import { findAccount } from "../../../accounts/find-accounts.server.ts";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { emailFor, nameFor } from "../../../accounts/staff/shown-email.server.ts";
import { refusalWords } from "../../../billing/payments/refusal.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { isOfNothing } from "../../../billing/refunds/record-refund.server.ts";
import { findRefundable, otherPlanAfter } from "../../../billing/refunds/refundable.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { type PurchaseStory, readStory } from "../../../billing/staff/read-story.server.ts";
import { LARGE_REFUND } from "../../../billing/staff/refund-as-staff.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";

/** Everything about a payment. @returns null: there is no such payment */
export async function loadPayment(staff: Staff, id: string) {
	const story = await readStory(db(), id);
	if (!story) return null;
	const { purchase, refunds } = story;
	const account = await findAccount(db(), purchase.account_id);
	const mayOpen = mayDo(staff.role, "people");
	const isOurs = paymentContext()?.gateway.name === purchase.gateway;
	const refundable = mayDo(staff.role, "refunds") ? await refundableOf(purchase) : undefined;
	return {
		payment: {
			id,
			accountId: mayOpen ? purchase.account_id : null,
			who: nameFor(staff.role, { name: account?.name ?? null, email: account?.email ?? null }),
			plan: planOf(purchase).title,
			days: planOf(purchase).days ?? 0,
			isRenewal: purchase.kind === "renewal",
			amount: rublesAndKopecks(purchase.amount),
			state: purchase.state,
			reason: purchase.reason ? refusalWords(purchase.reason) : null,
			method: purchase.method,
			receipt: purchase.receipt_state ?? ("none" as const),
			gateway: purchase.gateway,
			gatewayId: purchase.gateway_id,
			receiptTo: emailFor(staff.role, purchase.receipt_email),
		},
		story: eventsOf(story),
		refunds: refunds.map((refund) => ({
			id: refund.id,
			at: minuteOf(Number(refund.created_at)),
			amount: rublesAndKopecks(refund.amount),
			state: refund.state === "refused" && isOfNothing(refund) ? ("refusedOfNothing" as const) : refund.state,
			receipt: refund.receipt_state ?? ("none" as const),
		})),
		// Nothing leads to the gateway's payment once the payer is forgotten.
		mayAsk:
			isOurs && purchase.account_id !== id && ["started", "waiting", "expired"].includes(purchase.state),
		mayRefund: refundable !== undefined,
	};
}

/** The page that confirms a refund. @returns null: nothing can be refunded (any more) */
export async function loadRefund(
	staff: Staff,
	id: string,
	asked: { request: Request; context: Readonly<RouterContextProvider> },
) {
	const story = await readStory(db(), id);
	const found = story && (await refundableOf(story.purchase));
	if (!story || !found) return null;
	const { purchase } = story;
	const { amount, remainsUntil } = found.refundable;
	const isLarge = amount > LARGE_REFUND;
	const account = await findAccount(db(), purchase.account_id);
	return {
		id,
		refundId: crypto.randomUUID(),
		paid: rublesAndKopecks(purchase.amount),
		date: minuteOf(Number(purchase.created_at)),
		who: nameFor(staff.role, { name: account?.name ?? null, email: account?.email ?? null }),
		plan: planOf(purchase).title,
		kopecks: amount,
		amount: rublesAndKopecks(amount),
		isWhole: amount === purchase.amount,
		/** Nothing was granted for the money, and the refund takes nothing back. */
		isOfNothing: found.term === null,
		remainsUntil: remainsUntil === null ? null : minuteOf(remainsUntil),
		/** Another plan that is in force then; empty: none. */
		next: otherPlanAfter(found.refundable, purchase.plan_key)?.title ?? "",
		needed: await proofNeeded(staff, asked, isLarge),
	};
}

/** The preview of a refund, were it made now. @returns undefined: nothing can be refunded */
export const refundableOf = ({ id, account_id }: PurchaseStory["purchase"]) =>
	findRefundable(db(), paymentContext(), account_id, id);

const planOf = ({ plan }: PurchaseStory["purchase"]): Plan => JSON.parse(plan);

type Event = {
	kind:
		| "created"
		| "opened"
		| "paid"
		| "canceled"
		| "expired"
		| "refunded"
		| "plan"
		| "planEnded"
		| "receipt"
		| "next";
	/** Null: the moment is not kept. */
	at: string | null;
	/** The edition of the offer that was accepted. */
	offer?: string;
	until?: string;
	isGood?: boolean;
};

/** The events of a purchase, in their order. */
function eventsOf({ purchase, subscription }: PurchaseStory): Event[] {
	const at = (time: number | null) => (time === null ? null : minuteOf(Number(time)));
	const events: Event[] = [
		{
			kind: "created",
			at: at(purchase.created_at),
			...(purchase.offer_version && { offer: purchase.offer_version }),
		},
	];
	if (purchase.gateway_id) events.push({ kind: "opened", at: null });
	const { state } = purchase;
	if (state === "paid" || state === "refunded")
		events.push({ kind: "paid", at: at(purchase.ended_at), isGood: true });
	if (state === "canceled" || state === "expired") events.push({ kind: state, at: at(purchase.ended_at) });
	if (subscription) {
		const until = Number(subscription.ends_at);
		const kind = until > Date.now() ? "plan" : "planEnded";
		events.push({ kind, at: null, until: minuteOf(until), isGood: kind === "plan" });
	}
	if (purchase.receipt_state)
		events.push({ kind: "receipt", at: null, isGood: purchase.receipt_state === "succeeded" });
	if (state === "refunded") events.push({ kind: "refunded", at: null });
	if (purchase.check_at !== null) events.push({ kind: "next", at: at(purchase.check_at) });
	return events;
}

export type LoadedPayment = NonNullable<Awaited<ReturnType<typeof loadPayment>>>;
export type LoadedRefund = NonNullable<Awaited<ReturnType<typeof loadRefund>>>;
