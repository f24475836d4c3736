import { inSteps } from "../markdown/highlight/in-steps.server.ts";
import { BoundedMarkdown } from "../markdown/live/bounded-markdown.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import { TreeCache } from "../markdown/tree/tree-cache.server.ts";

/** Some hundred long answers, or some thousand short ones. */
const trees = new TreeCache(16 * 1024 ** 2);

/** What an answer says, and the place in its log up to which it does. */
type Said = { id: string; text: string; last_seq: number };

/** Names a text for good: an answer grows by its log alone. */
const keyOf = ({ id, text, last_seq }: Said) => `${id} ${last_seq} ${text.length}`;

/** The trees of an answer that has ended: read once, and kept for the next page. */
export const treesOfEnded = (answer: Said): Promise<readonly Tree[]> =>
	trees.get(keyOf(answer), () => treesOf(answer.text));

/** Keeps the trees that the readers of a live answer have seen, for the page that they ask for next. */
export const keepTrees = (answer: Said, blocks: readonly Tree[]): void => trees.put(keyOf(answer), blocks);

export const treesOf = async (text: string): Promise<readonly Tree[]> =>
	(await inSteps(BoundedMarkdown.reading(text))).blocks;
