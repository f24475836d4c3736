import type { PromoView } from "../load/load-promo.server.ts";

/** A returned form of this screen: its errors, and the typed values. */
export type PaymentFormState = {
	/** Null: there is none, a promo code was applied or taken away. */
	problem:
		| "email"
		| "failed"
		| "gone"
		| "model"
		| "off"
		| "offer"
		| "price"
		| "promo"
		| "promoChanged"
		| "renewal"
		| "stale"
		| "tooMany"
		| "unticked"
		| null;
	receiptEmail: string;
	/** Whether the box of the renewal was ticked. */
	renew: boolean;
	promo?: PromoView | null;
	/** The form of an activation code: what was typed, and why it was not taken. */
	activation?: { typed: string; problem: string };
};
