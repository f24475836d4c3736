import type { AnswerState } from "../../platform/db/tables/chat.ts";
import type { Patch } from "../markdown/live/patch.ts";

/** One event of `/chat/events`, before it becomes text. `id` is the place in the log to resume after. */
export type AnswerEvent =
	| { id: number; kind: "patch"; data: Patch }
	| { id: number; kind: "reasoning"; data: { append: string } }
	/** The beginning of the conversation did not fit into what the model reads. */
	| { id: number; kind: "notice"; data: { contextCut: number } }
	| { id: number; kind: "end"; data: { state: AnswerState } }
	/** After the end, for whoever has asked for it: the conversation has another title now. */
	| { id: number; kind: "title"; data: { title: string } };

/** A batch of events as it goes over the wire, in one piece. A small `Buffer` comes out of a pool and costs no memory of its own. */
export const encodeEvents = (events: readonly AnswerEvent[]): Uint8Array =>
	Buffer.from(
		events
			.map(({ id, kind, data }) => `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
			.join(""),
	);
