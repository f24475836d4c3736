/** The consequence of a refused charge. */
export type RetryDecision =
	/** Another attempt, when one is left. */
	| "retry"
	/** Only another card helps: the bank refuses it, or it was sealed by another secret (`unreadable_card`). */
	| "another-card"
	/** The holder has forbidden charges: the card is deleted. */
	| "revoked"
	/** Nothing that the person could mend. */
	| "end";

const RETRIED = new Set([
	"insufficient_funds",
	"payment_method_limit_exceeded",
	"issuer_unavailable",
	"internal_timeout",
]);
/** Reasons of our own: the operator has to look at the payment. */
const OURS = new Set(["misconfigured", "mismatch", "test_payment", "unlinked"]);

/**
 * @param reason the gateway's code, an open list
 * @param declines how often this period's charges were refused as `general_decline` before: it is retried once
 */
export function decideOnRetry(reason: string | null, declines: number): RetryDecision {
	if (reason === null || OURS.has(reason)) return "end";
	if (RETRIED.has(reason) || (reason === "general_decline" && declines === 0)) return "retry";
	return reason === "permission_revoked" ? "revoked" : "another-card";
}
