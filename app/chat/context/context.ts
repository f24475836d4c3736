import type { ChatMessage } from "../providers/provider.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** A question and its answer; "" where there is no text. */
export type Pair = {
	asked: string;
	answered: string;
	/** Where it has been counted already: counting takes time. */
	tokens?: number;
};

export type Fitted = {
	messages: ChatMessage[];
	/** The number of pairs included, and the number omitted from the beginning. */
	pairs: number;
	cut: number;
};

/** Tokens of the protocol around a message, and a margin for the estimate. */
const PER_MESSAGE = 6;
/** Tokens reserved for the answer where the model has no configured limit. */
const USUAL_ANSWER = 4_096;

/** Tokens available for the prompt of a model that reads and writes `contextTokens` together. */
export function roomToAsk(contextTokens: number, answerTokens = USUAL_ANSWER): number {
	return contextTokens - Math.min(answerTokens, Math.floor(contextTokens / 4));
}

/**
 * The conversation as far as it fits into the model's context: the system prompts always, the last pair always, and
 * of the others as many of the newest as fit. A pair is never split.
 * @param instructions the operator's, then the user's; empty ones are left out
 * @param ending the messages after the last pair, always included
 * @param room in tokens
 * @param atMost the maximum number of pairs, even if there is room for more
 */
export function fitContext(
	instructions: readonly string[],
	pairs: readonly Pair[],
	ending: readonly ChatMessage[],
	room: number,
	atMost = Number.POSITIVE_INFINITY,
): Fitted {
	const given = instructions.map((text) => text.trim()).filter((text) => text !== "");
	// A single system message: some servers take only the first of several, some refuse the second.
	const head: ChatMessage[] = given.length > 0 ? [{ role: "system", content: given.join("\n\n") }] : [];
	const kept: ChatMessage[][] = [];
	let left = room - size(head) - size(ending);
	for (const pair of pairs.toReversed()) {
		const messages = inTurns(pair);
		left -= pair.tokens ?? size(messages);
		if (kept.length > 0 && (left < 0 || kept.length >= atMost)) break;
		kept.unshift(messages);
	}
	const messages = [...head, ...kept.flat(), ...ending];
	return { messages, pairs: kept.length, cut: pairs.length - kept.length };
}

function inTurns({ asked, answered }: Pair): ChatMessage[] {
	const question: ChatMessage = { role: "user", content: asked };
	return answered === "" ? [question] : [question, { role: "assistant", content: answered }];
}

/** Characters counted synchronously: a few milliseconds. */
const COUNTED_AT_ONCE = 32_000;

/**
 * Counts the tokens of a pair, piece by piece.
 * @param turn called between two pieces to yield the event loop
 */
export async function countTokens(pair: Pair, turn: () => Promise<unknown>): Promise<number> {
	let tokens = 0;
	for (const { content } of inTurns(pair)) {
		tokens += PER_MESSAGE;
		for (let from = 0; from < content.length; from += COUNTED_AT_ONCE) {
			if (from > 0) await turn();
			tokens += estimateTokens(content.slice(from, from + COUNTED_AT_ONCE));
		}
	}
	return tokens;
}

const size = (messages: readonly ChatMessage[]) =>
	messages.reduce((sum, { content }) => sum + PER_MESSAGE + estimateTokens(content), 0);
