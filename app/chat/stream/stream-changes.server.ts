import { DISPLAY_LIMITS } from "../markdown/live/bounded-markdown.server.ts";
import { diffBlocks, type Patch } from "../markdown/live/patch.ts";
import { RunningParts } from "../markdown/live/running-parts.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import type { ShownRound } from "../tools/shown-step.ts";
import type { AnswerEvent, ReasoningChange } from "./answer-events.server.ts";

/** The long texts of an answer, formatted in steps before its stream begins. */
export type FirstRead = { text?: RunningParts | undefined; reasoning?: RunningParts | undefined };

/** The longest text formatted synchronously, in UTF-16 units. */
export const READ_AT_ONCE = 16_000;

/** A reader of a live answer. */
export type StreamReader = {
	/** Receives a batch of events; all readers get the same bytes. */
	take(bytes: Uint8Array): void;
	/** Nothing more follows: the answer has ended and the reader got its `end`, or the answer is gone. */
	over(): void;
};

export function closeReader(reader: StreamReader): void {
	try {
		reader.over();
	} catch {
		// Closing failed as well: no connection is left.
	}
}

/**
 * The changes that turn one reader's state into that of the others. That state is formatted again and compared, unless
 * it is long or unknown: then everything is replaced.
 * @param text the reader's; undefined where its position in the log does not exist
 */
export function changesFrom(
	text: string | undefined,
	blocks: readonly Tree[],
	limits = DISPLAY_LIMITS,
	given = 0,
): Patch[] {
	return text === undefined || text.length > READ_AT_ONCE
		? [{ truncate: 0 }, ...diffBlocks([], blocks)]
		: diffBlocks(new RunningParts(text, [], limits, given).blocks, blocks);
}

/** The rounds that what has been said reaches: read after it, they may be ahead of it. */
export const reachedBy = (
	{ text, reasoning }: { text: string; reasoning: string },
	rounds: readonly ShownRound[],
): ShownRound[] =>
	rounds.filter(({ textTo, reasoningTo }) => textTo <= text.length && reasoningTo <= reasoning.length);

/** The changes of a batch as events: all carry the old id but the last, which carries the new one. */
export function numbered(
	patches: readonly Patch[],
	reasoning: readonly ReasoningChange[],
	before: number,
	id: number,
): AnswerEvent[] {
	const events: AnswerEvent[] = [
		...reasoning.map((data) => ({ id: before, kind: "reasoning" as const, data })),
		...patches.map((data) => ({ id: before, kind: "patch" as const, data })),
	];
	const last = events.at(-1);
	if (last) last.id = id;
	return events;
}

/** Delivers to one of the readers; one that throws is dropped alone. */
export function deliverTo(readers: Set<StreamReader>, reader: StreamReader, bytes: Uint8Array): void {
	try {
		reader.take(bytes);
	} catch {
		readers.delete(reader);
		closeReader(reader);
	}
}
