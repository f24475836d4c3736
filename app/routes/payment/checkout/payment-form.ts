/** A form of this screen that came back: what is wrong, and what was typed. */
export type PaymentFormState = {
	problem: "email" | "failed" | "off" | "stale" | "tooMany";
	receiptEmail: string;
};
