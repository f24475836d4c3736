/** The parameter of an address that names the answer whose reasoning is unfolded, for pages without script. */
export const SHOWN_REASONING = "reasoning";

/** The page of a conversation. @param answerId whose reasoning is unfolded; null: none */
export const reasoningAddress = (conversationId: string, answerId: string | null): string =>
	`/chat?c=${conversationId}${answerId === null ? "" : `&${SHOWN_REASONING}=${encodeURIComponent(answerId)}`}`;
