/** The advice for a payment that did not go through; the codes are ЮKassa's, an open list. */
export type RefusalGroup = "bank" | "money" | "details" | "time" | "ours" | "mismatch" | "other";

const GROUPS: Record<Exclude<RefusalGroup, "other">, readonly string[]> = {
	bank: [
		"call_issuer",
		"general_decline",
		"payment_method_restricted",
		"issuer_unavailable",
		"fraud_suspected",
		"country_forbidden",
	],
	money: ["insufficient_funds", "payment_method_limit_exceeded"],
	details: ["card_expired", "invalid_card_number", "invalid_csc", "3d_secure_failed"],
	time: ["expired_on_confirmation", "expired_on_capture"],
	ours: ["internal_timeout", "misconfigured"],
	// Money may have arrived, but not as ordered: the operator has to check.
	mismatch: ["mismatch"],
};

/** The group of a gateway's reason; an unknown reason belongs to `other`. */
export function refusalGroup(reason: string | null): RefusalGroup {
	for (const [group, reasons] of Object.entries(GROUPS))
		if (reason !== null && reasons.includes(reason)) return group as RefusalGroup;
	return "other";
}

const SAID_APART = [
	"card_expired",
	"issuer_unavailable",
	"fraud_suspected",
	"3d_secure_failed",
	"unreadable_card",
] as const;

/** The key of a reason's words: its own where it has them (`charge-refusals`), or those of its group. */
export const refusalWords = (reason: string | null): RefusalGroup | (typeof SAID_APART)[number] =>
	SAID_APART.find((one) => one === reason) ?? refusalGroup(reason);
