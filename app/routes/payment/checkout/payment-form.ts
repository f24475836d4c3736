/** A returned form of this screen: its errors, and the typed values. */
export type PaymentFormState = {
	problem: "email" | "failed" | "off" | "stale" | "tooMany";
	receiptEmail: string;
};
