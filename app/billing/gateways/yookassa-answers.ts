import * as v from "valibot";
import type { Payment, Refund } from "./gateway.ts";
import { kopecksOf } from "./receipt.ts";

// Only what is used, and the rest ignored: their documents say that fields may be added (facts, «Basics»).
const amount = v.pipe(
	v.object({ value: v.string(), currency: v.string() }),
	v.transform(({ value, currency }) => ({ kopecks: kopecksOf(value) ?? Number.NaN, currency })),
);
const receiptState = v.fallback(v.nullish(v.picklist(["pending", "succeeded", "canceled"]), null), null);
const cancellation = v.optional(v.object({ reason: v.optional(v.string()) }));

const payment = v.object({
	id: v.string(),
	status: v.picklist(["pending", "waiting_for_capture", "succeeded", "canceled"]),
	amount,
	test: v.optional(v.boolean(), false),
	metadata: v.fallback(v.optional(v.object({ purchase: v.optional(v.string()) })), undefined),
	confirmation: v.optional(v.object({ confirmation_url: v.optional(v.string()) })),
	cancellation_details: cancellation,
	payment_method: v.fallback(
		v.optional(
			v.object({
				type: v.string(),
				title: v.optional(v.string()),
				card: v.optional(v.object({ last4: v.optional(v.string()) })),
			}),
		),
		undefined,
	),
	receipt_registration: receiptState,
});

const refund = v.object({
	id: v.string(),
	status: v.picklist(["pending", "succeeded", "canceled"]),
	amount,
	cancellation_details: cancellation,
	receipt_registration: receiptState,
});

/** @returns undefined when the body is no payment */
export function readPayment(body: unknown): Payment | undefined {
	const read = v.safeParse(payment, body);
	if (!read.success) return undefined;
	const { output } = read;
	return {
		gatewayId: output.id,
		// We ask for one step; a payment that waits for capture has been paid by the person, and not yet to us.
		state: output.status === "succeeded" ? "paid" : output.status === "canceled" ? "canceled" : "waiting",
		amount: output.amount.kopecks,
		currency: output.amount.currency,
		orderId: output.metadata?.purchase ?? null,
		test: output.test,
		confirmationUrl: output.confirmation?.confirmation_url ?? null,
		reason: output.cancellation_details?.reason ?? null,
		method: methodOf(output.payment_method),
		receiptState: output.receipt_registration,
	};
}

/** Whether the payment waits for our capture, which only a shop set up for two steps asks for. */
export const waitsForCapture = (body: unknown): boolean =>
	v.safeParse(v.object({ status: v.literal("waiting_for_capture") }), body).success;

/** @returns undefined when the body is no refund */
export function readRefund(body: unknown): Refund | undefined {
	const read = v.safeParse(refund, body);
	if (!read.success) return undefined;
	const { id, status, amount, cancellation_details, receipt_registration } = read.output;
	return {
		gatewayId: id,
		state: status === "succeeded" ? "done" : status === "canceled" ? "refused" : "waiting",
		amount: amount.kopecks,
		reason: cancellation_details?.reason ?? null,
		receiptState: receipt_registration,
	};
}

/** With what was paid, in words. */
function methodOf(method: v.InferOutput<typeof payment>["payment_method"]): string | null {
	if (!method) return null;
	if (method.card?.last4) return `Карта •• ${method.card.last4}`;
	return WAYS[method.type] ?? method.title ?? null;
}

const WAYS: Record<string, string> = {
	sbp: "СБП",
	sberbank: "SberPay",
	tinkoff_bank: "T-Pay",
	yoo_money: "ЮMoney",
	sber_loan: "Покупки в кредит",
	mobile_balance: "Баланс телефона",
	cash: "Наличные",
};
