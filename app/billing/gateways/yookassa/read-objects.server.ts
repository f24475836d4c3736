import { translate } from "../../texts.server.ts";
import type { Payment, Refund, SavedMethod } from "../gateway.ts";
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
		savedMethod: savedMethodOf(object.payment_method),
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

/** A payment's means of payment, when it can be charged again. */
function savedMethodOf(method: PaymentObject["payment_method"]): SavedMethod | null {
	if (method?.saved !== true || !method.id || !/^[\w-]{1,100}$/.test(method.id)) return null;
	return {
		id: method.id,
		title: methodOf(method) ?? translate("method.anyCard"),
		expiresAt: endOfMonth(method.card?.expiry_year, method.card?.expiry_month),
	};
}

/** The first moment after the card's last month, wherever on Earth that ends last. */
function endOfMonth(year: string | undefined, month: string | undefined): number | null {
	if (!/^\d{4}$/.test(year ?? "") || !/^(0?[1-9]|1[0-2])$/.test(month ?? "")) return null;
	return Date.UTC(Number(year), Number(month), 1, 12);
}
