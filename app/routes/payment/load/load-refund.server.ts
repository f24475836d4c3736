import type { TFunction } from "i18next";
import { isPackage } from "../../../billing/messages/message-package.server.ts";
import { readPurchase } from "../../../billing/payments/purchases.server.ts";
import { manualRefund } from "../../../billing/refunds/manual-refund.server.ts";
import {
	findRefundable,
	listRefundable,
	otherPlanAfter,
	type RefundablePurchase,
} from "../../../billing/refunds/refundable.server.ts";
import { renewalOf } from "../../../billing/renewals/renewal.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { translate } from "../../../billing/texts.server.ts";
import { dayOf, minuteOf } from "../../../platform/dates/dates.server.ts";
import { DAY } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { exactSpan, span } from "../overview/span.server.ts";
import { purchaseView } from "./purchase-view.server.ts";

/** Loads what can be refunded, to choose from. */
export async function loadRefundChoice(accountId: string, t: TFunction<"payment">, now: number) {
	const found = await listRefundable(db(), paymentContext(), accountId, now);
	const dates = found.map(({ purchase }) => dayOf(purchase.createdAt));
	/** Two equal packs of messages of one day have even their ends on one day. */
	const isOnlyOf = (date: string) => dates.filter((other) => other === date).length === 1;
	const when = (at: number) => (isOnlyOf(dayOf(at)) ? dayOf(at) : minuteOf(at));
	return {
		screen: "refund-choice" as const,
		manualRefund: found.length === 0 ? await manualRefund(db(), paymentContext(), accountId, now) : null,
		choice: found.map((one) => ({
			id: one.purchase.id,
			what: purchaseView(one.purchase, t).what,
			date: when(one.purchase.createdAt),
			term: termOf(one, t),
			back: rublesAndKopecks(one.refundable.amount),
		})),
	};
}

export type LoadedRefundChoice = Awaited<ReturnType<typeof loadRefundChoice>>;

/** The time that was paid for, empty where nothing was granted: of two periods bought on one day nothing else differs. */
function termOf({ term }: RefundablePurchase, t: TFunction<"payment">): string {
	if (term === null) return "";
	const { from, until } = term;
	return from === null
		? t("refund.until", { until: dayOf(until) })
		: t("refund.term", { from: dayOf(from), until: dayOf(until) });
}

/**
 * Loads the preview of a refund; without `preview` when the purchase cannot be refunded; undefined for another
 * account's.
 */
export async function loadRefund(accountId: string, id: string, t: TFunction<"payment">, now: number) {
	if (!(await readPurchase(db(), accountId, id))) return undefined;
	const context = paymentContext();
	const found = await findRefundable(db(), context, accountId, id, now);
	const preview = found && context ? previewOf(found, context.refundDays, t) : null;
	const renewal = await renewalOf(db(), accountId);
	const endsRenewal = found?.purchase.messages === null && found.term !== null;
	return {
		screen: "refund" as const,
		purchaseId: id,
		preview,
		manualRefund: preview ? null : await manualRefund(db(), paymentContext(), accountId, now),
		/** Whether another payment can be chosen. */
		hasOthers: (await listRefundable(db(), context, accountId, now, { atMost: 2 })).some(
			({ purchase }) => purchase.id !== id,
		),
		/** The end of the renewal; null where there is none. */
		renewal: endsRenewal && renewal && renewal.state !== "off" ? t("refund.renewal") : null,
	};
}

export type LoadedRefund = NonNullable<Awaited<ReturnType<typeof loadRefund>>>;

function previewOf(found: RefundablePurchase, refundDays: number, t: TFunction<"payment">) {
	const { purchase, refundable } = found;
	const { plan, amount, promo } = purchase;
	const whole = refundable.amount === amount;
	const common = {
		/** Two periods of the same plan differ by the day of the payment. */
		title: t("refund.titleOf", { date: dayOf(purchase.createdAt) }),
		what: purchaseView(purchase, t).what,
		term: termOf(found, t),
		paid: rublesAndKopecks(amount),
		back: rublesAndKopecks(refundable.amount),
		when: translate("refundTerm", { count: refundDays }),
		refundId: crypto.randomUUID(),
	};
	if (found.term === null)
		return { ...common, why: t("refund.wholeOfNothing"), after: t("refund.changesNothing") };
	if (isPackage(plan)) {
		const left = t("messages.count", { count: refundable.takes });
		const all = t("messages.count", { count: plan.messages });
		const why = whole ? t("refund.whole") : t("messages.refundPart", { left, all });
		return { ...common, why, after: t("messages.refundEnds") };
	}
	const all = ((plan.days ?? 0) + (promo?.days ?? 0)) * DAY;
	return {
		...common,
		why: whole
			? t("refund.whole")
			: t("refund.part", { left: exactSpan(refundable.takes, t), all: span(all, t) }),
		after: afterText(plan.key, refundable, t),
	};
}

/** The plan in force after the refund, and its end. @param planKey of the refunded purchase */
function afterText(
	planKey: string,
	refundable: RefundablePurchase["refundable"],
	t: TFunction<"payment">,
): string {
	const { remainsUntil, others } = refundable;
	if (remainsUntil === null) return t("refund.ends");
	const date = dayOf(remainsUntil);
	if (!others) return t("refund.shortened", { date });
	const other = otherPlanAfter(refundable, planKey);
	return other ? t("refund.otherGoesOn", { title: other.title, date }) : t("refund.goesOn", { date });
}
