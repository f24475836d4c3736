import type { TFunction } from "i18next";
import { type Purchase, type RefundOf, readPurchase } from "../../../billing/payments/purchases.server.ts";
import { isOfNothing } from "../../../billing/refunds/record-refund.server.ts";
import { findRefundable } from "../../../billing/refunds/refundable.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { onSale } from "./availability.server.ts";
import { purchaseView } from "./purchase-view.server.ts";

/** One payment and its status. @returns undefined for another account's, as for none */
export async function loadPurchase(accountId: string, id: string, t: TFunction<"payment">, now: number) {
	const purchase = await readPurchase(db(), accountId, id);
	if (!purchase) return undefined;
	const { state, refund, receiptEmail, plan } = purchase;
	const pending = state === "started" || state === "waiting";
	const was = state === "paid" || state === "refunded";
	return {
		screen: "purchase" as const,
		purchase: purchaseView(purchase, t),
		/** Only a payment that has arrived has a receipt. */
		receipt: was ? t(`receipt.${purchase.receiptState ?? "none"}`, { email: receiptEmail }) : null,
		refund: refund && refundText(refund, purchase, t),
		refundable: (await findRefundable(db(), paymentContext(), accountId, id, now)) !== undefined,
		pending,
		/** The payment page, while the gateway waits for the payer. */
		toPay: state === "waiting" ? purchase.confirmationUrl : null,
		/** The plan, to try again. */
		retryPlan: (state === "canceled" || state === "expired") && onSale(plan.key) ? plan.key : null,
	};
}

export type LoadedPurchase = NonNullable<Awaited<ReturnType<typeof loadPurchase>>>;

function refundText(refund: RefundOf, { messages }: Purchase, t: TFunction<"payment">): string {
	const { amount, state, endedAt } = refund;
	const values = { sum: rublesAndKopecks(amount), date: endedAt === null ? "" : dayOf(endedAt) };
	if (state !== "refused") return t(`purchase.refundState.${state}`, values);
	const restored = messages === null ? "plan" : "messages";
	return t(`purchase.refundRefused.${isOfNothing(refund) ? "nothing" : restored}`, values);
}
