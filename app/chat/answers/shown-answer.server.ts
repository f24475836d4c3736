import { inSteps } from "../markdown/highlight/in-steps.server.ts";
import { BoundedMarkdown, type DisplayLimits } from "../markdown/live/bounded-markdown.server.ts";
import { RunningMarkdown } from "../markdown/live/running-markdown.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import { TreeCache } from "../markdown/tree/tree-cache.server.ts";

/** 16 MiB: a few hundred long answers or a few thousand short ones. */
const trees = new TreeCache(16 * 1024 ** 2);

/** An answer's text and the sequence number of the log that it includes. */
type CachedAnswer = { id: string; text: string; last_seq: number };

/** A cache key that identifies a text for good: an answer changes only through its log. */
const keyOf = ({ id, text, last_seq }: CachedAnswer) => `${id} ${last_seq} ${text.length}`;

/** The trees of a finished answer, rendered once and cached for the next page. */
export const treesOfEnded = (answer: CachedAnswer): Promise<readonly Tree[]> =>
	trees.get(keyOf(answer), () => treesOf(answer.text));

/** Caches the trees rendered for the readers of a live answer, for the page they load next. */
export const cacheTrees = (answer: CachedAnswer, blocks: readonly Tree[]): void =>
	trees.put(keyOf(answer), blocks);

/** How much is shown of a reasoning: it is folded, and nobody reads more. */
export const REASONING_LIMITS: DisplayLimits = {
	formatted: 60_000,
	line: 2_000,
	elements: 1_000,
	plain: 20_000,
};

/** The trees of the reasoning of a finished answer, cached as its own are. */
export const treesOfEndedReasoning = ({ id, text, last_seq }: CachedAnswer): Promise<readonly Tree[]> =>
	trees.get(keyOf({ id: `${id} reasoning`, text, last_seq }), () => treesOf(text, REASONING_LIMITS));

/** The trees of a running answer, as its readers see them live. */
export const treesOfRunning = async (text: string, limits?: DisplayLimits): Promise<readonly Tree[]> =>
	text === "" ? [] : (await inSteps(RunningMarkdown.reading(text, limits))).blocks;

const treesOf = async (text: string, limits?: DisplayLimits): Promise<readonly Tree[]> =>
	(await inSteps(BoundedMarkdown.reading(text, limits))).blocks;
