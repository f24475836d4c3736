import { cutText } from "../../../platform/cut-text.server.ts";
import { CONVERSATION_LIMITS } from "../import-limits.server.ts";
import {
	type ExportedConversation,
	type ExportedMessage,
	milliseconds,
} from "./chatgpt-conversation.server.ts";
import { clean } from "./clean.server.ts";
import { joined, type MessageText, textOf } from "./message-text.server.ts";

export type ImportedPrompt = { key: number; parentAnswer: number | null; text: string; at: number };
export type ImportedAnswer = {
	key: number;
	prompt: number;
	text: string;
	reasoning: string;
	model: string;
	at: number;
	/** The documents that its model was given, as stored. */
	sources?: string | null;
};
/** A conversation as our tree: prompts follow answers, versions share a prompt. Keys count from 0, parents first. */
export type Exchanges = { prompts: ImportedPrompt[]; answers: ImportedAnswer[]; tip: number | null };

const NOTHING: MessageText = { text: "", reasoning: "" };
const LONGEST_MODEL_NAME = 100;

/**
 * The assistant's messages after a prompt, as a list linked from the last one back. At a fork both branches share the
 * messages before it: a copy at each node would cost the square of the conversation's length.
 */
type MessageChain = { message: ExportedMessage; text: MessageText; before: MessageChain | null };

/** A position of the walk: below an answer, or among the messages after a prompt. */
type Position = {
	node: string;
	answer: number | null;
	prompt: number | null;
	chain: MessageChain | null;
	/** Whether the message that is shown there is on the path from the prompt to here. */
	isShown: boolean;
};

/**
 * Converts the nodes of an export into exchanges. There a node is one message, also of a tool or a hidden one; here
 * all messages between two prompts are one answer. At a fork each branch is a version. The work is linear in the
 * resulting nodes and characters, which `CONVERSATION_LIMITS` bound.
 */
export function exchangesOf(conversation: ExportedConversation): Exchanges | "too-large" {
	const { nodes, currentNode, createdAt } = conversation;
	const texts = readTexts(nodes);
	if (!texts) return "too-large";
	const children = childrenOf(nodes);
	const tree = new Tree(createdAt);
	const isPrompt = (id: string) => nodes.get(id)?.message?.author.role === "user" && !!texts.get(id)?.text;

	// An explicit stack: a conversation may be deeper than the call stack.
	const seen = new Set<string>();
	const stack: Position[] = (children.get(null) ?? [])
		.toReversed()
		.map((node) => ({ node, answer: null, prompt: null, chain: null, isShown: false }));
	for (let position = stack.pop(); position; position = stack.pop()) {
		const { node } = position;
		if (seen.has(node)) continue;
		seen.add(node);
		const message = nodes.get(node)?.message ?? null;
		const text = texts.get(node) ?? NOTHING;
		let { prompt, chain, isShown } = position;
		const after = position.answer;
		if (message && isPrompt(node)) {
			[prompt, chain, isShown] = [tree.ask(after, text.text, message), null, false];
		} else if (message && prompt !== null) {
			chain = { message, text, before: chain };
		}
		isShown ||= node === currentNode;
		const next = children.get(node) ?? [];
		const asked = next.filter(isPrompt);
		// The messages so far are an answer where a prompt follows, or where nothing follows.
		const ends = prompt !== null && (asked.length > 0 || next.length === 0);
		const ended = ends && prompt !== null ? tree.answer(prompt, chain, isShown) : after;
		if (tree.isTooLarge) return "too-large";
		for (const id of asked.toReversed())
			stack.push({ node: id, answer: ended, prompt: null, chain: null, isShown: false });
		for (const id of next.toReversed())
			if (!isPrompt(id)) stack.push({ node: id, answer: after, prompt, chain, isShown });
	}
	return tree.exchanges;
}

/** Reads each message once for all branches. Null: one of them, or their number, is above the limits. */
function readTexts(nodes: ExportedConversation["nodes"]): Map<string, MessageText> | null {
	const texts = new Map<string, MessageText>();
	for (const [id, { message }] of nodes) {
		if (!message) continue;
		const text = textOf(message);
		texts.set(id, text);
		const longest = Math.max(text.text.length, text.reasoning.length);
		if (longest > CONVERSATION_LIMITS.messageCharacters) return null;
		if (texts.size > CONVERSATION_LIMITS.messages) return null;
	}
	return texts;
}

/** The resulting tree, counted as it grows. */
class Tree {
	readonly exchanges: Exchanges = { prompts: [], answers: [], tip: null };
	readonly #createdAt: number;
	/** The number of prompts after each answer, and of answers to each prompt. */
	readonly #prompts = new Map<number | null, number>();
	readonly #answers = new Map<number | null, number>();
	#characters = 0;
	#shown = false;
	isTooLarge = false;

	constructor(createdAt: number) {
		this.#createdAt = createdAt;
	}

	ask(parentAnswer: number | null, text: string, message: ExportedMessage): number {
		const { prompts, answers } = this.exchanges;
		this.#count(this.#prompts, parentAnswer, text.length);
		// A node without a time comes just after its parent.
		const before = parentAnswer === null ? undefined : answers[parentAnswer];
		const at = milliseconds(message.create_time) ?? (before ? before.at + 1 : this.#createdAt);
		return prompts.push({ key: prompts.length, parentAnswer, text, at }) - 1;
	}

	answer(prompt: number, chain: MessageChain | null, isShown: boolean): number {
		const { prompts, answers } = this.exchanges;
		const parts: MessageChain[] = [];
		let length = 0;
		for (let one = chain; one; one = one.before) {
			parts.push(one);
			length += one.text.text.length + one.text.reasoning.length;
		}
		this.#count(this.#answers, prompt, length);
		const key = answers.length;
		if (!this.isTooLarge) {
			parts.reverse();
			const model = parts.findLast(({ message }) => message.metadata?.model_slug)?.message.metadata
				?.model_slug;
			answers.push({
				key,
				prompt,
				text: joined(parts.map(({ text }) => text.text)),
				reasoning: joined(parts.map(({ text }) => text.reasoning)),
				model: cutText(clean(model ?? ""), LONGEST_MODEL_NAME),
				at: milliseconds(chain?.message.create_time) ?? (prompts[prompt]?.at ?? this.#createdAt) + 1,
			});
		}
		if (isShown || !this.#shown) this.exchanges.tip = key;
		this.#shown ||= isShown;
		return key;
	}

	#count(versions: Map<number | null, number>, of: number | null, characters: number): void {
		const count = (versions.get(of) ?? 0) + 1;
		versions.set(of, count);
		this.#characters += characters;
		const { versions: most, characters: longest } = CONVERSATION_LIMITS;
		if (count > most || this.#characters > longest) this.isTooLarge = true;
	}
}

/** The children of each node, by the parent that every node names; the lists of children may be incomplete. */
function childrenOf(nodes: ExportedConversation["nodes"]): Map<string | null, string[]> {
	const children = new Map<string | null, string[]>();
	for (const [id, { parent }] of nodes) {
		const above = parent !== null && nodes.has(parent) ? parent : null;
		const siblings = children.get(above);
		if (siblings) siblings.push(id);
		else children.set(above, [id]);
	}
	return children;
}
