import type { TFunction } from "i18next";
import { isPackage, type Product } from "../../../billing/messages/message-package.server.ts";
import type { Purchase } from "../../../billing/payments/purchases.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";

/** «Тариф «Плюс», 30 дней», or «+500 сообщений, 30 дней». */
export function nameProduct(product: Product, t: TFunction<"payment">): string {
	const values = { title: product.title, days: t("plan.days", { count: product.days ?? 0 }) };
	return isPackage(product) ? t("messages.named", values) : t("plan.named", values);
}

/** A row of the history. Dates and amounts are formatted here, since a browser would use other spaces. */
export function purchaseView(purchase: Purchase, t: TFunction<"payment">) {
	const { refund, state, plan, promo } = purchase;
	const named = nameProduct({ ...plan, days: (plan.days ?? 0) + (promo?.days ?? 0) }, t);
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
