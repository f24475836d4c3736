import type { ChatMessage } from "../providers/provider.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** A question and what was answered to it; "" where nothing was said. */
export type Pair = {
	asked: string;
	answered: string;
	/** Where it is known already: counting takes time. */
	tokens?: number;
};

export type Fitted = {
	messages: ChatMessage[];
	/** So many pairs are told, and so many of the beginning did not fit. */
	pairs: number;
	cut: number;
};

/** What the protocol puts around a message, and a margin for our estimate. */
const PER_MESSAGE = 6;
/** Models need room to answer in. */
const USUAL_ANSWER = 4_096;

/** How many tokens may be asked with, of a model that reads and writes `contextTokens` together. */
export function roomToAsk(contextTokens: number, answerTokens = USUAL_ANSWER): number {
	return contextTokens - Math.min(answerTokens, Math.floor(contextTokens / 4));
}

/**
 * The conversation as far as a model can read it: instructions always, the last pair always, and of the
 * others as many of the newest as fit. A pair is never taken apart.
 * @param instructions the operator's, then the person's; empty ones are left out
 * @param ending what follows the last pair, always kept
 * @param room in tokens
 * @param atMost so many pairs, even if there is room for more
 */
export function fitContext(
	instructions: readonly string[],
	pairs: readonly Pair[],
	ending: readonly ChatMessage[],
	room: number,
	atMost = Number.POSITIVE_INFINITY,
): Fitted {
	const given = instructions.map((text) => text.trim()).filter((text) => text !== "");
	// One message: some servers take only the first of several, some refuse the second.
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

/** So many letters are counted at a time: a few milliseconds. */
const COUNTED_AT_ONCE = 32_000;

/**
 * How many tokens a pair takes, counted piece by piece.
 * @param turn called between two pieces, so that others get theirs
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
