import type { TFunction } from "i18next";
import type { Purchase } from "../../../billing/payments/purchases.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";

/** «Тариф «Плюс», 30 дней». */
export const namePlan = (plan: Plan, t: TFunction<"payment">) =>
	t("plan.named", { title: plan.title, days: t("plan.days", { count: plan.days ?? 0 }) });

/** A row of the history. Dates and amounts are formatted here, since a browser would use other spaces. */
export function purchaseView(purchase: Purchase, t: TFunction<"payment">) {
	const { refund, state, plan, promo } = purchase;
	const named = namePlan({ ...plan, days: (plan.days ?? 0) + (promo?.days ?? 0) }, t);
	const what = promo ? t("promo.with", { what: named, code: promo.code }) : named;
	return {
		id: purchase.id,
		state,
		/** A refund is under way, and the gateway has not confirmed it. */
		returning: state === "paid" && (refund?.state === "started" || refund?.state === "waiting"),
		date: dayOf(purchase.createdAt),
		what: purchase.isRenewal ? t("history.renewed", { what }) : what,
		method: purchase.method,
		sum: rublesAndKopecks(purchase.amount),
	};
}

export type PurchaseView = ReturnType<typeof purchaseView>;
