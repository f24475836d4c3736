import { type ExportedConversation, type ExportedMessage, milliseconds } from "./chatgpt-conversation.ts";
import { textOf } from "./message-text.ts";

export type ImportedPrompt = { key: number; parentAnswer: number | null; text: string; at: number };
export type ImportedAnswer = {
	key: number;
	prompt: number;
	text: string;
	reasoning: string;
	model: string;
	at: number;
};
/** A conversation as our tree: prompts follow answers, versions share a prompt. Keys count from 0, parents first. */
export type Exchanges = { prompts: ImportedPrompt[]; answers: ImportedAnswer[]; tip: number | null };

/** Where the walk stands: below an answer, or in the middle of what was said to a prompt. */
type Visit = {
	node: string;
	answer: number | null;
	prompt: number | null;
	/** What the assistant has said to the prompt on the way here, and in which nodes. */
	said: ExportedMessage[];
	path: string[];
};

/**
 * Turns the nodes of an export into exchanges. There a node is one message, also of a tool or a hidden one; here
 * everything that was said between two prompts is one answer. Where that forks, each way is a version.
 */
export function exchangesOf(conversation: ExportedConversation): Exchanges {
	const { nodes, currentNode, createdAt } = conversation;
	const children = childrenOf(nodes);
	const prompts: ImportedPrompt[] = [];
	const answers: ImportedAnswer[] = [];
	const answerAt = new Map<string, number>();

	function answer(prompt: number, said: ExportedMessage[], path: string[]): number {
		const key = answers.length;
		const texts = said.map(textOf);
		const join = (kind: "text" | "reasoning") =>
			texts
				.map((one) => one[kind])
				.filter(Boolean)
				.join("\n\n");
		const model = said.findLast((message) => message.metadata?.model_slug)?.metadata?.model_slug;
		answers.push({
			key,
			prompt,
			text: join("text"),
			reasoning: join("reasoning"),
			model: model ?? "",
			at: milliseconds(said.at(-1)?.create_time, prompts[prompt]?.at ?? createdAt),
		});
		for (const node of path) answerAt.set(node, key);
		return key;
	}

	const isPrompt = (id: string) => {
		const message = nodes.get(id)?.message;
		return message?.author.role === "user" && textOf(message).text !== "";
	};

	// A stack of our own: a conversation may be deeper than the one of the engine.
	const seen = new Set<string>();
	const stack: Visit[] = [...(children.get(null) ?? [])]
		.reverse()
		.map((node) => ({ node, answer: null, prompt: null, said: [], path: [] }));
	for (let visit = stack.pop(); visit; visit = stack.pop()) {
		if (seen.has(visit.node)) continue;
		seen.add(visit.node);
		const message = nodes.get(visit.node)?.message ?? null;
		let { prompt, said, path } = visit;
		const after = visit.answer;
		if (message && isPrompt(visit.node)) {
			const at = milliseconds(message.create_time, createdAt);
			prompts.push({ key: prompts.length, parentAnswer: after, text: textOf(message).text, at });
			[prompt, said, path] = [prompts.length - 1, [], [visit.node]];
		} else {
			if (message && prompt !== null) said = [...said, message];
			path = [...path, visit.node];
		}
		const next = children.get(visit.node) ?? [];
		const goesOn = next.filter((id) => !isPrompt(id));
		const asked = next.filter(isPrompt);
		// What was said so far is an answer where somebody asks on, or where nothing follows.
		const ends = prompt !== null && (asked.length > 0 || goesOn.length === 0);
		const ended = ends && prompt !== null ? answer(prompt, said, path) : after;
		for (const node of [...asked].reverse())
			stack.push({ node, answer: ended, prompt: null, said: [], path: [] });
		for (const node of [...goesOn].reverse()) stack.push({ node, answer: after, prompt, said, path });
	}
	const tip = (currentNode ? answerAt.get(currentNode) : undefined) ?? answers.at(-1)?.key ?? null;
	return { prompts, answers, tip };
}

/** By the parent, which every node names; the list of children may lack some. */
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
