import type { ChatMessage, Model } from "../../providers/provider.server.ts";
import type { Round } from "./read-rounds.server.ts";
import { type Numbered, RESULT_TEXTS, resultFor } from "./result-texts.server.ts";

/** Fields that say what a model thought; they mean something to its own server alone. */
const REASONING = ["reasoning_content", "reasoning", "reasoning_text", "reasoning_details"];

/**
 * The rounds of an answer as messages: what the model said and called, and what each call has given.
 * @param own whether the model is the one that called: to another one its reasoning and signatures mean nothing
 * @param numbered what the text may cite: the numbers of an earlier answer may stand for others now
 * @param closing the model is told to answer by what there is
 */
export function messagesOf(
	rounds: readonly Round[],
	{ own, reasoningBack = "tools" }: { own: boolean } & Partial<Pick<Model, "reasoningBack">>,
	numbered: readonly Numbered[] = [],
	closing = false,
): ChatMessage[] {
	const messages = rounds.flatMap(({ message, calls }): ChatMessage[] => {
		const sent = calling(JSON.parse(message), own, own && reasoningBack === "tools");
		return [
			{ role: "assistant", content: JSON.stringify(sent), calls: sent },
			...calls.map((call) => ({
				role: "tool" as const,
				content: resultFor(call, numbered),
				callId: call.upstream_id,
			})),
		];
	});
	const last = messages.at(-1);
	// A message of the person after a result is refused by some servers.
	if (closing && last?.role === "tool") last.content = `${last.content}\n\n${RESULT_TEXTS.closing}`;
	return messages;
}

function calling(
	message: Record<string, unknown>,
	own: boolean,
	withReasoning: boolean,
): Record<string, unknown> {
	const kept = Object.entries(message).filter(([field]) => withReasoning || !REASONING.includes(field));
	if (own) return Object.fromEntries(kept);
	const calls = (message.tool_calls ?? []) as Record<string, unknown>[];
	return {
		...Object.fromEntries(kept),
		tool_calls: calls.map(({ id, type, function: about }) => ({ id, type, function: about })),
	};
}
