import type { Selectable } from "kysely";
import type { AnswersTable } from "../../platform/db/tables/chat.ts";
import { lastGiven } from "../citations/given-passage.ts";
import { parseSources } from "../citations/sources.server.ts";
import { inSteps } from "../markdown/highlight/in-steps.server.ts";
import { DISPLAY_LIMITS, type DisplayLimits } from "../markdown/live/bounded-markdown.server.ts";
import { RunningParts, treesOfParts } from "../markdown/live/running-parts.server.ts";
import { type Place, placesOfReasoning } from "../markdown/live/text-parts.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import { TreeCache } from "../markdown/tree/tree-cache.server.ts";
import type { ShownRound } from "../tools/shown-step.ts";
import { type AnswerUpdate, shownReasoning } from "./log/answer-updates.server.ts";
import { ReasoningTime } from "./reasoning-time.server.ts";

/** 16 MiB: a few hundred long answers or a few thousand short ones. */
const trees = new TreeCache(16 * 1024 ** 2);

/** An answer's text and the sequence number of the log that it includes. */
type CachedAnswer = {
	id: string;
	text: string;
	last_seq: number;
	sources: string | null;
	/** How many rounds of calls it has. */
	rounds: number;
};

/** A cache key that identifies a text for good: an answer changes only through its log, or with what it may cite. */
const keyOf = ({ id, text, last_seq, rounds }: Omit<CachedAnswer, "sources">, given = 0) =>
	`${id} ${last_seq} ${text.length} ${given} ${rounds}`;

/** The trees of a finished answer, rendered once and cached for the next page. */
export function treesOfEnded(answer: CachedAnswer, places: readonly Place[] = []): Promise<readonly Tree[]> {
	const given = lastGiven(parseSources(answer.sources));
	return trees.get(keyOf(answer, given), () => treesOf(answer.text, DISPLAY_LIMITS, given, places));
}

/** Caches the trees rendered for the readers of a live answer, for the page they load next. */
export const cacheTrees = (answer: CachedAnswer, blocks: readonly Tree[]): void =>
	trees.put(keyOf(answer, lastGiven(parseSources(answer.sources))), blocks);

/** How much is shown of a reasoning: it is folded, and nobody reads more. */
export const REASONING_LIMITS: DisplayLimits = {
	formatted: 60_000,
	line: 2_000,
	elements: 1_000,
	plain: 20_000,
};

/** The model's reasoning before its answer, with the places of its rounds of calls; no blocks: there is none. */
export type ShownReasoning = {
	blocks: readonly Tree[];
	/** How long it took until now; null where that is not known. */
	ms: number | null;
	/** It is going on. */
	running: boolean;
};

/**
 * @param live the state of a running answer; of one that has ended, the row has all, and its trees are cached
 * @param rounds those of the answer
 */
export async function showReasoning(
	{
		id,
		last_seq,
		reasoning,
		reasoning_ms,
	}: Pick<Selectable<AnswersTable>, "id" | "last_seq" | "reasoning" | "reasoning_ms">,
	live: Pick<AnswerUpdate, "reasoning" | "entries"> | undefined,
	rounds: readonly ShownRound[] = [],
): Promise<ShownReasoning> {
	const text = shownReasoning(live?.reasoning ?? reasoning);
	const places = text === "" ? [] : placesOfReasoning(rounds);
	const key = keyOf({ id: `${id} reasoning`, text, last_seq, rounds: rounds.length });
	const blocks = live
		? await treesOfRunning(text, REASONING_LIMITS, 0, places)
		: text === ""
			? []
			: await trees.get(key, () => treesOf(text, REASONING_LIMITS, 0, places));
	const time = new ReasoningTime(reasoning_ms, live?.entries, live ? rounds : []);
	return { blocks, ms: time.at(Date.now()), running: time.isRunning };
}

/** The trees of a running answer, as its readers see them live. */
export const treesOfRunning = async (
	text: string,
	limits?: DisplayLimits,
	given = 0,
	places: readonly Place[] = [],
): Promise<readonly Tree[]> =>
	text === "" && places.length === 0
		? []
		: (await inSteps(RunningParts.reading(text, places, limits, given))).blocks;

const treesOf = (
	text: string,
	limits?: DisplayLimits,
	given = 0,
	places: readonly Place[] = [],
): Promise<readonly Tree[]> => inSteps(treesOfParts(text, places, limits, given));
