import type { AnswerState } from "../../platform/db/tables/chat.ts";
import { parseSources } from "../citations/sources.server.ts";
import type { WebSource } from "../citations/web-source.ts";
import type { GivenDocument } from "../context/given-documents.server.ts";
import type { Patch } from "../markdown/live/patch.ts";
import type { Waiting } from "../providers/provider.server.ts";
import type { ShownRound } from "../tools/shown-step.ts";

/** One event of `/chat/events` before encoding. `id` is the position in the log to resume after. */
export type AnswerEvent =
	| { id: number; kind: "patch"; data: Patch }
	| { id: number; kind: "reasoning"; data: ReasoningChange }
	/** The beginning of the conversation did not fit into the model's context, or a spare model answers. */
	| { id: number; kind: "notice"; data: Notice }
	/**
	 * The documents that the model was given, and the pages that its tools have found: the numbers in the text lead
	 * there.
	 */
	| { id: number; kind: "sources"; data: { given: GivenDocument[]; webSources: WebSource[] } }
	/** The rounds of the answer with their calls, as they are now; the patches before it have their places. */
	| { id: number; kind: "steps"; data: { rounds: ShownRound[] } }
	/** Why there is no text yet; null: it no longer waits. */
	| { id: number; kind: "waiting"; data: { waiting: Waiting | null } }
	| { id: number; kind: "end"; data: { state: AnswerState } }
	/** Sent after `end` on request: the conversation has a new title. */
	| { id: number; kind: "title"; data: { title: string } };

/** `model` stands there where it answers in place of another, `spareFor`. */
export type Notice = { contextCut: number; model?: string; spareFor?: string };

export const noticeOf = ({
	contextCut,
	model,
	spareFor,
}: {
	contextCut: number;
	model: string;
	spareFor: string | null;
}): Notice => (spareFor === null ? { contextCut } : { contextCut, model, spareFor });

export const sourcesEvent = (id: number, sources: string | null, webSources: readonly WebSource[]) => ({
	id,
	kind: "sources" as const,
	data: { given: parseSources(sources), webSources: [...webSources] },
});

/** The events about an answer that a later reader needs beside the text; none of those that have not happened. */
export function aboutEvents(
	id: number,
	about: {
		notice: Notice;
		sources: string | null;
		webSources: readonly WebSource[];
		waiting: Waiting | null;
	},
): AnswerEvent[] {
	const { notice, sources, webSources, waiting } = about;
	const events: AnswerEvent[] = [];
	if (notice.contextCut > 0 || notice.spareFor) events.push({ id, kind: "notice", data: notice });
	if (sources !== null || webSources.length > 0) events.push(sourcesEvent(id, sources, webSources));
	if (waiting) events.push({ id, kind: "waiting", data: { waiting } });
	return events;
}

/** The reasoning has grown; or has begun or ended, after so many milliseconds in all. */
export type ReasoningChange = Patch | { ms: number; running: boolean };

/** Encodes a batch of events as one chunk. A small `Buffer` comes from a pool and needs no allocation of its own. */
export const encodeEvents = (events: readonly AnswerEvent[]): Uint8Array =>
	Buffer.from(
		events
			.map(({ id, kind, data }) => `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
			.join(""),
	);
