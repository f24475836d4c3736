import type { Selectable } from "kysely";
import { cutText } from "../../platform/cut-text.server.ts";
import type { PurchasesTable } from "../../platform/db/tables/billing.ts";
import type { Order } from "../gateways/gateway.ts";
import { isPackage, type Product } from "../messages/message-package.server.ts";
import { translate } from "../texts.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";

/** ЮKassa's limit, the tightest of the supported gateways. */
const LONGEST = 128;

export type PurchaseRow = Selectable<PurchasesTable>;

/** The order sent to the gateway for a purchase. The same row gives the same order: a repeat must not differ. */
export function orderOf(row: PurchaseRow, { appName, appUrl }: PaymentContext["sender"]): Order {
	return {
		id: row.id,
		amount: row.amount,
		description: describe(JSON.parse(row.plan), appName, row.promo_days ?? 0),
		receiptEmail: row.receipt_email,
		returnUrl: `${appUrl}/payment/success?payment=${row.id}`,
		saveMethod: row.renewal_consent_id !== null,
	};
}

/** «Тариф «Плюс», 30 дней. Собеседник», or «500 сообщений, 30 дней. Собеседник», as shown to payer and operator and on the receipt. @param moreDays of a promo code */
export function describe(product: Product, appName: string, moreDays = 0): string {
	const days = translate("days", { count: (product.days ?? 0) + moreDays });
	const key = isPackage(product) ? "orderMessages" : "order";
	const text = translate(key, { plan: product.title, days, appName });
	return text.length <= LONGEST ? text : `${cutText(text, LONGEST - 1)}…`;
}
