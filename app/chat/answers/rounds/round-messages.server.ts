import type { ChatMessage, Model } from "../../providers/provider.server.ts";
import type { Round } from "./read-rounds.server.ts";
import { type Numbered, RESULT_TEXTS, resultFor } from "./result-texts.server.ts";

/** Fields that say what a model thought, those of them that are texts first. */
const TEXTS = ["reasoning_content", "reasoning", "reasoning_text"];
const REASONING = [...TEXTS, "reasoning_details"];
/** Fields that mean something to the model's own server alone. */
const OWN = [...REASONING, "functions_state_id"];

type Retell = (text: string) => string;
type Recipient = { own: boolean; retell?: Retell } & Partial<Pick<Model, "reasoningBack">>;

/**
 * The rounds of an answer as messages: the model's text and calls, and the result of each call.
 * @param own whether the model is the one that called: to another one its reasoning and signatures mean nothing
 * @param retell changes what was said beside the calls
 * @param numbered what the text may cite: the numbers of an earlier answer may stand for others now
 * @param closing the model is told to answer by what there is
 */
export function messagesOf(
	rounds: readonly Round[],
	{ own, reasoningBack = "tools", retell }: Recipient,
	numbered: readonly Numbered[] = [],
	closing = false,
): ChatMessage[] {
	const messages = rounds.flatMap(({ message, calls }): ChatMessage[] => {
		const sent = calling(JSON.parse(message), own, own && reasoningBack === "tools");
		if (retell) sent.content = retold(sent.content, retell);
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
	const left = own ? REASONING : OWN;
	const kept = Object.fromEntries(
		Object.entries(message).filter(([field]) => withReasoning || !left.includes(field)),
	);
	if (!withReasoning && Array.isArray(kept.content)) kept.content = withoutThinking(kept.content);
	if (own) return kept;
	const calls = (message.tool_calls ?? []) as Record<string, unknown>[];
	return {
		...kept,
		tool_calls: calls.map(({ id, type, function: about }) => ({ id, type, function: about })),
	};
}

function retold(content: unknown, retell: Retell): unknown {
	if (typeof content === "string") return retell(content);
	if (!Array.isArray(content)) return content;
	return content.map((part) =>
		part?.type === "text" && typeof part.text === "string" ? { ...part, text: retell(part.text) } : part,
	);
}

/** The text of a content in parts, of which one is what the model thought; null: there is none. */
function withoutThinking(content: readonly unknown[]): string | null {
	const texts = (content as { type?: unknown; text?: unknown }[]).flatMap(({ type, text }) =>
		type === "text" && typeof text === "string" ? text : [],
	);
	return texts.length === 0 ? null : texts.join("");
}

/**
 * The model's message after its last round, with its reasoning in the field in which the reasoning of the rounds came:
 * DeepSeek requires it back for every message of a turn with calls, and answers 400 without it.
 * @param reasoning after the last round
 */
export function messageAfter(
	rounds: readonly Round[],
	text: string,
	reasoning: string,
	{ own, reasoningBack = "tools" }: Recipient,
): ChatMessage {
	const message = { role: "assistant" as const, content: text };
	const last = own && reasoningBack === "tools" ? rounds.at(-1) : undefined;
	const field = last && TEXTS.find((name) => typeof JSON.parse(last.message)[name] === "string");
	if (!field) return message;
	const wire = { ...message, [field]: reasoning };
	return { role: "assistant", content: JSON.stringify(wire), wire };
}
