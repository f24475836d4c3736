import { MOST_PICTURE_TOKENS } from "../../files/pictures/picture-tokens.server.ts";
import { RESULT_TEXTS } from "../answers/rounds/result-texts.server.ts";
import { partsOf } from "../providers/message-parts.server.ts";
import type { ChatMessage, MessagePart } from "../providers/provider.server.ts";
import { DOCUMENTS_ARE_DATA } from "./document-text.server.ts";
import { estimateTokens } from "./estimate-tokens.server.ts";
import type { PromptDocuments } from "./given-documents.server.ts";
import type { PromptPictures } from "./pictures.server.ts";

/** A prompt and its answer, with all messages between them: the unit that the context takes or leaves out. */
export type Pair = {
	messages: readonly ChatMessage[];
	/** The count, where it is known already: counting takes time. */
	tokens?: number;
	promptId?: string;
};

export type Fitted = {
	messages: ChatMessage[];
	/** The number of pairs included, and the number omitted from the beginning. */
	pairs: number;
	cut: number;
	/** Their estimated tokens. */
	tokens: number;
};

/** Tokens of the protocol around a message, and a margin for the estimate. */
const PER_MESSAGE = 6;
/** Tokens reserved for the answer where the model has no configured limit. */
const USUAL_ANSWER = 4_096;

/** Tokens available for the prompt of a model that reads and writes `contextTokens` together. */
export function promptBudget(contextTokens: number, answerTokens = USUAL_ANSWER): number {
	return contextTokens - Math.min(answerTokens, Math.floor(contextTokens / 4));
}

/**
 * The conversation as far as it fits into the model's context: the system prompts always, the last pair always, and
 * of the others as many of the newest as fit. A pair is never split.
 * @param instructions the operator's, the person's, the conversation's; empty ones are left out
 * @param tail the messages after the last pair, always included
 * @param budget in tokens
 * @param atMost the maximum number of pairs, even if more would fit
 * @param documents always included, each beside its own question; where that is left out, beside the first one
 * @param pictures included with their own questions
 */
export function fitContext(
	instructions: readonly string[],
	pairs: readonly Pair[],
	tail: readonly ChatMessage[],
	budget: number,
	atMost = Number.POSITIVE_INFINITY,
	documents: readonly PromptDocuments[] = [],
	pictures: readonly PromptPictures[] = [],
): Fitted {
	const trimmed = instructions.map((text) => text.trim()).filter((text) => text !== "");
	// A single system message: some servers take only the first of several, some refuse the second.
	const head: ChatMessage[] = trimmed.length > 0 ? [{ role: "system", content: trimmed.join("\n\n") }] : [];
	const included: Pair[] = [];
	let left = budget - size(head) - size(tail) - tokensOfAll(documents);
	let tokens = budget - left;
	for (const pair of withoutOldResults(pairs, left - tokensOfAll(pictures)).toReversed()) {
		left -= (pair.tokens ?? size(pair.messages)) + tokensOfAll(pictures.filter(isOf(pair)));
		if (included.length > 0 && (left < 0 || included.length >= atMost)) break;
		included.unshift(pair);
		tokens = budget - left;
	}
	const messages = [...head, ...withDocuments(included.map(withPictures(pictures)), documents), ...tail];
	return { messages, pairs: included.length, cut: pairs.length - included.length, tokens };
}

/**
 * The pairs without their oldest results of calls, as many as it takes to fit: a result leaves before a pair does. The
 * calls of the model stay, with a note for each result; the results of the last round stay, and so does the last
 * message.
 */
function withoutOldResults(pairs: readonly Pair[], room: number): readonly Pair[] {
	if (!pairs.some(({ messages }) => messages.some(isResult))) return pairs;
	let over = pairs.reduce((sum, pair) => sum + (pair.tokens ?? size(pair.messages)), 0) - room;
	const lastRound = pairs.at(-1)?.messages.findLastIndex((message) => "calls" in message) ?? -1;
	return pairs.map((pair, i) => {
		if (over <= 0 || !pair.messages.some(isResult)) return pair;
		let { tokens = size(pair.messages) } = pair;
		const messages = pair.messages.map((message, at): ChatMessage => {
			const stays = i === pairs.length - 1 && at > lastRound;
			if (over <= 0 || stays || !("callId" in message) || !isResult(message)) return message;
			const removed = { ...message, content: RESULT_TEXTS.removed };
			const saved = size([message]) - size([removed]);
			over -= saved;
			tokens -= saved;
			return removed;
		});
		return { ...pair, messages, tokens };
	});
}

/** Tokens of all documents, or of all pictures. */
export const tokensOfAll = (all: readonly { tokens: number }[]): number =>
	all.reduce((sum, { tokens }) => sum + tokens, 0);

const isOf =
	(pair: Pair) =>
	({ promptId }: { promptId: string }) =>
		promptId === pair.promptId;

/** The question of a pair with its pictures: what is said about them, its text, and the pictures after it. */
const withPictures =
	(pictures: readonly PromptPictures[]) =>
	(pair: Pair): Pair => {
		const own = pictures.find(isOf(pair));
		const [question, ...rest] = pair.messages;
		if (!own || !question) return pair;
		const note: MessagePart = { type: "text", text: `${own.note}\n\n` };
		const content = [note, ...partsOf(question), ...own.images];
		return { ...pair, messages: [{ role: "user", content }, ...rest] };
	};

/** The messages of the pairs, with documents as marked data in the person's turn, before the question. */
function withDocuments(pairs: readonly Pair[], documents: readonly PromptDocuments[]): ChatMessage[] {
	const places = new Map(pairs.map(({ promptId }, place) => [promptId, place]));
	return pairs.flatMap(({ messages }, place) => {
		const own = documents.filter(({ promptId }) => (places.get(promptId) ?? 0) === place);
		const [question, ...rest] = messages;
		if (own.length === 0 || !question) return messages;
		const texts = own.map(({ text }) => text).join("\n\n");
		const text = `${DOCUMENTS_ARE_DATA}\n\n${texts}\n\nВопрос:\n`;
		const content =
			typeof question.content === "string"
				? text + question.content
				: [{ type: "text" as const, text }, ...question.content];
		return [{ role: "user", content }, ...rest];
	});
}

/**
 * The pair of a question and its answer; "" where there is no answer.
 * @param between the rounds before the answer in which tools were called
 */
export function pairOf(
	asked: ChatMessage["content"],
	answered: string | ChatMessage,
	between: readonly ChatMessage[] = [],
): Pair {
	const before: ChatMessage[] = [{ role: "user", content: asked } as ChatMessage, ...between];
	if (answered === "") return { messages: before };
	const answer: ChatMessage =
		typeof answered === "string" ? { role: "assistant", content: answered } : answered;
	return { messages: [...before, answer] };
}

/** The message holds the result of a call, not yet removed. */
export const isResult = (message: ChatMessage): boolean =>
	"callId" in message && message.content !== RESULT_TEXTS.removed;

/** Characters counted synchronously: a few milliseconds. */
const COUNTED_AT_ONCE = 32_000;

/**
 * Counts the tokens of a pair, piece by piece.
 * @param turn called between two pieces to yield the event loop
 */
export async function countTokens(pair: Pair, turn: () => Promise<unknown>): Promise<number> {
	let tokens = 0;
	for (const message of pair.messages) {
		tokens += PER_MESSAGE;
		for (const part of partsOf(message)) {
			if (part.type !== "text") {
				tokens += tokensOf(part);
				continue;
			}
			for (let from = 0; from < part.text.length; from += COUNTED_AT_ONCE) {
				if (from > 0) await turn();
				tokens += estimateTokens(part.text.slice(from, from + COUNTED_AT_ONCE));
			}
		}
	}
	return tokens;
}

const size = (messages: readonly ChatMessage[]) =>
	messages.reduce(
		(sum, message) => sum + PER_MESSAGE + partsOf(message).reduce((all, part) => all + tokensOf(part), 0),
		0,
	);

const tokensOf = (part: MessagePart) =>
	part.type === "text" ? estimateTokens(part.text) : MOST_PICTURE_TOKENS;
