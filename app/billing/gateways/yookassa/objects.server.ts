import * as v from "valibot";

/** Only the fields in use: others come and go, and must not break anything (ЮKassa's own advice). */
const amount = v.object({ value: v.string(), currency: v.string() });
const receiptState = v.nullish(v.picklist(["pending", "succeeded", "canceled"]));
const cancellation = v.nullish(v.object({ reason: v.optional(v.string()) }));

/** https://yookassa.ru/developers/api#payment_object */
export const paymentObject = v.object({
	id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
	status: v.picklist(["pending", "waiting_for_capture", "succeeded", "canceled"]),
	amount,
	test: v.boolean(),
	metadata: v.nullish(v.record(v.string(), v.unknown())),
	confirmation: v.nullish(v.object({ confirmation_url: v.optional(v.string()) })),
	cancellation_details: cancellation,
	receipt_registration: receiptState,
	payment_method: v.nullish(
		v.object({
			type: v.string(),
			id: v.optional(v.string()),
			saved: v.optional(v.boolean()),
			card: v.nullish(
				v.object({
					last4: v.optional(v.string()),
					expiry_month: v.optional(v.string()),
					expiry_year: v.optional(v.string()),
				}),
			),
		}),
	),
});
export type PaymentObject = v.InferOutput<typeof paymentObject>;

export const paymentList = v.object({ items: v.array(paymentObject), next_cursor: v.nullish(v.string()) });

/** https://yookassa.ru/developers/api#refund_object */
export const refundObject = v.object({
	id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
	status: v.picklist(["pending", "succeeded", "canceled"]),
	amount,
	created_at: v.optional(v.string()),
	cancellation_details: cancellation,
	receipt_registration: receiptState,
});
export type RefundObject = v.InferOutput<typeof refundObject>;

export const refundList = v.object({ items: v.array(refundObject) });

/** The relevant part of a webhook. */
export const notificationBody = v.object({
	event: v.string(),
	object: v.object({ id: v.string(), payment_id: v.optional(v.string()) }),
});

/**
 * Converts an amount as ЮKassa writes it, «1990.00», to kopecks.
 * @returns NaN, which equals no price, for anything else
 */
export function toKopecks(value: string): number {
	const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
	return whole === undefined ? Number.NaN : Number(whole + part.padEnd(2, "0"));
}
