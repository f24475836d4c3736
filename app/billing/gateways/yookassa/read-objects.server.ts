import { translate } from "../../texts.server.ts";
import type { Payment, Refund } from "../gateway.ts";
import { type PaymentObject, type RefundObject, toKopecks } from "./objects.server.ts";

const PAYMENT_STATES = {
	pending: "waiting",
	// Never with `capture: true`; if it happens, the payment is not captured yet.
	waiting_for_capture: "waiting",
	succeeded: "paid",
	canceled: "canceled",
} as const;

/** The metadata field with the order's id. */
export const ORDER_ID = "order_id";

export function toPayment(object: PaymentObject): Payment {
	const orderId = object.metadata?.[ORDER_ID];
	return {
		gatewayId: object.id,
		state: PAYMENT_STATES[object.status],
		amount: toKopecks(object.amount.value),
		currency: object.amount.currency,
		orderId: typeof orderId === "string" ? orderId : null,
		test: object.test,
		confirmationUrl: webAddress(object.confirmation?.confirmation_url),
		reason: object.cancellation_details?.reason?.slice(0, 100) ?? null,
		method: methodOf(object.payment_method),
		receiptState: object.receipt_registration ?? null,
	};
}

const REFUND_STATES = { pending: "waiting", succeeded: "done", canceled: "refused" } as const;

export const toRefund = (object: RefundObject): Refund => ({
	gatewayId: object.id,
	state: REFUND_STATES[object.status],
	amount: toKopecks(object.amount.value),
	reason: object.cancellation_details?.reason?.slice(0, 100) ?? null,
	receiptState: object.receipt_registration ?? null,
});

/** Only web addresses: the browser is redirected there. */
const webAddress = (address: string | undefined) =>
	/^https?:$/.test(URL.parse(address ?? "")?.protocol ?? "") ? (address ?? null) : null;

function methodOf(method: PaymentObject["payment_method"]): string | null {
	switch (method?.type) {
		case undefined:
			return null;
		case "bank_card": {
			const last4 = method.card?.last4;
			return last4 && /^\d{4}$/.test(last4)
				? translate("method.card", { last4 })
				: translate("method.anyCard");
		}
		case "sbp":
			return translate("method.sbp");
		case "yoo_money":
			return translate("method.yooMoney");
		case "sberbank":
			return translate("method.sberPay");
		case "tinkoff_bank":
			return translate("method.tPay");
		default:
			return null;
	}
}
