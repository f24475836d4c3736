import type { ToolContext } from "../../app/tools/tool.server.ts";

export const NOW = Date.UTC(2026, 10, 23, 6, 30);

/** What a tool is told of a call. */
export const context = (given: Partial<ToolContext> = {}): ToolContext => ({
	accountId: "account",
	conversationId: "conversation",
	key: "answer.1.1",
	signal: new AbortController().signal,
	now: NOW,
	...given,
});
