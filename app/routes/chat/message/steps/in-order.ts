import type { ShownReasoning } from "../../../../chat/answers/shown-answer.server.ts";
import type { Tree } from "../../../../chat/markdown/tree/tree.ts";
import { reasoningTimes } from "../../../../chat/tools/reasoning-of-rounds.ts";
import { type ShownRound, type ShownStep, STEPS } from "../../../../chat/tools/shown-step.ts";

/** The events of an answer between two places: the model thought, said something, called tools. Each may be empty. */
export type Happened = {
	/** The round before it; 0: none. */
	after: number;
	reasoning: ShownReasoning;
	text: readonly Tree[];
	steps: ShownStep[];
};

/**
 * An answer in the order in which it happened. Rounds of calls without a word or a thought between them are one.
 * @param blocks of its text, with the places of the rounds
 * @param reasoning all of it, with the same places where there is any
 */
export function inOrder(
	blocks: readonly Tree[],
	reasoning: ShownReasoning,
	rounds: readonly ShownRound[],
): Happened[] {
	const texts = partsOf(blocks);
	const thoughts = partsOf(reasoning.blocks);
	const ended = texts.slice(1).map(({ after }) => rounds.find(({ round }) => round === after));
	const own = texts.map(({ after }, i) =>
		thoughts.flatMap((part) =>
			part.after === after || (i === texts.length - 1 && part.after > after) ? part.trees : [],
		),
	);
	const times = reasoningTimes(
		ended.map((round) => round ?? { reasoningMs: null }),
		reasoning.ms,
		own.map(({ length }) => length > 0),
	);
	const happened: Happened[] = [];
	for (const [i, { after, trees: text }] of texts.entries()) {
		const running = reasoning.running && i === texts.length - 1;
		const steps = ended[i]?.steps ?? [];
		const thought = { blocks: own[i] ?? [], ms: times[i] ?? null, running };
		const last = happened.at(-1);
		if (last && thought.blocks.length === 0 && text.length === 0) last.steps.push(...steps);
		else happened.push({ after, reasoning: thought, text, steps: [...steps] });
	}
	return happened;
}

/** The blocks between the places. `after`: the round before them, 0 at the beginning. */
function partsOf(blocks: readonly Tree[]): { after: number; trees: Tree[] }[] {
	let last = { after: 0, trees: [] as Tree[] };
	const parts = [last];
	for (const tree of blocks) {
		if (typeof tree === "object" && tree[0] === STEPS) {
			last = { after: Number(tree[1]?.round), trees: [] };
			parts.push(last);
		} else last.trees.push(tree);
	}
	return parts;
}
