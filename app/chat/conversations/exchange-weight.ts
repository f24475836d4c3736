import type { Tree } from "../markdown/tree/tree.ts";
import { elementsIn } from "../markdown/tree/tree-size.ts";

/** So much stands in a page, about, in elements; one exchange stands there whatever it weighs. */
export const PAGE_WEIGHT = 4_000;

/** The bubble, the marks and the buttons of one exchange. */
const FRAME = 45;
/** So many characters cost a browser about as much as an element. */
const CHARACTERS = 300;

/** What an exchange puts into a page. */
export function weightOf(prompt: string, blocks: readonly Tree[]): number {
	const elements = blocks.reduce((count, tree) => count + elementsIn(tree), FRAME);
	const characters = blocks.reduce((count, tree) => count + charactersIn(tree), prompt.length);
	return elements + Math.round(characters / CHARACTERS);
}

function charactersIn(tree: Tree): number {
	if (typeof tree === "string") return tree.length;
	let count = 0;
	for (let at = 2; at < tree.length; at++) count += charactersIn(tree[at] as Tree);
	return count;
}
