/** A returned form of this screen: its errors, and the typed values. */
export type PaymentFormState = {
	problem: "email" | "failed" | "off" | "renewal" | "stale" | "tooMany" | "unticked";
	receiptEmail: string;
	/** Whether the box of the renewal was ticked. */
	renew: boolean;
};
