/** The limits of tool calls in one answer. */
export const ROUND_LIMITS = {
	/** Requests to the model; the last one is without tools. */
	rounds: 8,
	calls: 16,
	/** Calls that only read run at the same time, up to so many. */
	readsAtOnce: 4,
	/** One call of a tool of our own, and of an MCP server. */
	callMs: 30_000,
	serverCallMs: 60_000,
	/** All calls of an answer together. */
	allCallsMs: 5 * 60_000,
	/** The longest result of a call, in tokens, and as a share of the model's context. */
	resultTokens: 8_000,
	resultShare: 0.25,
	/** How often a call that may be repeated is started, when processes die in it. */
	tries: 3,
	/** The same call is run so often; after that it gets its earlier result. */
	sameCallRuns: 2,
	/** The same call once more than this ends the tools of the answer. */
	sameCalls: 4,
	/** Rounds in a row whose arguments cannot be read, before the tools of the answer end. */
	unreadableRounds: 2,
} as const;
