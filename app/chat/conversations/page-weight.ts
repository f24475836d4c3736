import type { Tree } from "../markdown/tree/tree.ts";
import { elementsIn } from "../markdown/tree/tree-size.ts";
import type { ShownRound } from "../tools/shown-step.ts";

/** The approximate number of elements on a page; one exchange is shown whatever its weight. */
export const PAGE_WEIGHT = 4_000;

/** Elements of an exchange's bubble, marks and buttons. */
const FRAME = 45;
/** Characters that cost a browser about as much as one element. */
const CHARACTERS = 300;

/** The weight of an exchange, in elements. */
export function exchangeWeight(prompt: string, blocks: readonly Tree[]): number {
	const elements = blocks.reduce((count, tree) => count + elementsIn(tree), FRAME);
	const characters = blocks.reduce((count, tree) => count + charactersIn(tree), prompt.length);
	return elements + Math.round(characters / CHARACTERS);
}

/** Elements of a step: its line with icon, words and time, and what it unfolds. */
const STEP = 12;
/** Elements of a page that a step has found: in what it unfolds, and below the answer. */
const PAGE = 12;

/** The weight that the steps of an exchange add. */
export const stepsWeight = (rounds: readonly ShownRound[]): number =>
	rounds.reduce(
		(count, { steps }) => steps.reduce((all, { sources }) => all + STEP + sources.length * PAGE, count),
		0,
	);

function charactersIn(tree: Tree): number {
	if (typeof tree === "string") return tree.length;
	let count = 0;
	for (let at = 2; at < tree.length; at++) count += charactersIn(tree[at] as Tree);
	return count;
}
