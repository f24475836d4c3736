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
	const { refund, state } = purchase;
	return {
		id: purchase.id,
		state,
		/** A refund is under way, and the gateway has not confirmed it. */
		returning: state === "paid" && (refund?.state === "started" || refund?.state === "waiting"),
		date: dayOf(purchase.createdAt),
		what: purchase.isRenewal
			? t("history.renewed", { what: namePlan(purchase.plan, t) })
			: namePlan(purchase.plan, t),
		method: purchase.method,
		sum: rublesAndKopecks(purchase.amount),
	};
}

export type PurchaseView = ReturnType<typeof purchaseView>;
