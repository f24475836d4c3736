import type { ShownAnswer, ShownConversation } from "../../../chat/conversations/conversations.server.ts";
import type { Tree } from "../../../chat/markdown/tree/tree.ts";
import { readTrees } from "../../../chat/markdown/view/read-trees.ts";

/** An answer as it comes with a document: its trees are hidden on the server, and left out in the browser. */
type Received = { blocks?: readonly Tree[] };

const completed = new WeakMap<ShownConversation, ShownConversation>();

/**
 * The conversation with the trees that its document has as HTML only (hide-trees.server.ts). In the browser they are
 * read from the elements, so the first call has to come before these are hydrated; it is done once.
 */
export function withTrees(conversation: ShownConversation): ShownConversation {
	const known = completed.get(conversation);
	if (known) return known;
	const whole = {
		...conversation,
		exchanges: conversation.exchanges.map((exchange) => ({ ...exchange, answer: complete(exchange.answer) })),
	};
	completed.set(conversation, whole);
	return whole;
}

const complete = (answer: ShownAnswer): ShownAnswer => ({
	...answer,
	blocks: treesOf(answer, answer.id, ".prose"),
	reasoning: { ...answer.reasoning, blocks: treesOf(answer.reasoning, answer.id, ".reasoning-text") },
});

function treesOf({ blocks }: Received, answerId: string, selector: string): readonly Tree[] {
	if (blocks) return blocks;
	const box = document.getElementById(`m-${answerId}`)?.querySelector(selector);
	return box ? readTrees(box) : [];
}
