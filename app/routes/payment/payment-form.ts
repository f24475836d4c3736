/** The form of paying that came back: what is wrong, and what was typed. */
export type PaymentFormState = { problem: "email" | "failed" | "off"; receiptEmail: string };
