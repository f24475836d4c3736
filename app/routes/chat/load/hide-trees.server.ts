import type { ShownAnswer, ShownConversation } from "../../../chat/conversations/conversations.server.ts";
import type { Tree } from "../../../chat/markdown/tree/tree.ts";
import { areReadable } from "../../../chat/markdown/view/read-trees.ts";

/**
 * Hides the trees of ended answers from the framework, which sends the loader's data into the page, where they are as
 * HTML already: the server still renders them, and the browser reads them from there (with-trees.ts). Only for a
 * document that shows the transcript.
 */
export const hideTrees = (conversation: ShownConversation): ShownConversation => ({
	...conversation,
	exchanges: conversation.exchanges.map((exchange) =>
		isReadable(exchange.answer) ? { ...exchange, answer: hide(exchange.answer) } : exchange,
	),
});

const isReadable = ({ state, blocks, reasoning }: ShownAnswer) =>
	state !== "writing" && areReadable(blocks) && areReadable(reasoning.blocks);

const hide = (answer: ShownAnswer): ShownAnswer =>
	hidden({ ...answer, reasoning: hidden({ ...answer.reasoning }) });

/** The framework sends enumerable properties only. No trees cost nothing, and the page has no element for them. */
function hidden<T extends { blocks: readonly Tree[] }>(object: T): T {
	if (object.blocks.length > 0) Object.defineProperty(object, "blocks", { enumerable: false });
	return object;
}
