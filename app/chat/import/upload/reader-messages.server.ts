import type { ImportProblem } from "../formats/array-items.server.ts";
import type { ImportedAnswer, ImportedPrompt } from "../formats/exchanges.server.ts";
import type { ReadConversation, ReadItem } from "../formats/read-conversation.server.ts";
import { batchesOf } from "../formats/row-batches.server.ts";

/** The worker thread's input. */
export type ReaderOrder = { file: string; now: number };

type Head = Omit<ReadConversation, "prompts" | "answers">;

/** A part of the result: an item that is not imported, or a conversation as its head, its rows and its end. */
export type Part =
	| { kind: "nothing"; why: "unreadable" | "too-large" }
	| { kind: "head"; head: Head }
	| { kind: "prompts"; rows: ImportedPrompt[] }
	| { kind: "answers"; rows: ImportedAnswer[] }
	| { kind: "end" };

/**
 * A message of the thread, which waits for a reply before the next. `share`: the part that has been read, from 0 to
 * 1.
 */
export type ReaderMessage =
	| { kind: "parts"; parts: Part[]; share: number }
	| { kind: "end"; problem?: ImportProblem };

/** Splits an item into parts small enough for one turn of the event loop. */
export function* partsOf(item: ReadItem): Generator<Part, void, undefined> {
	if (typeof item === "string") return yield { kind: "nothing", why: item };
	const { prompts, answers, ...head } = item;
	yield { kind: "head", head };
	for (const rows of batchesOf(prompts)) yield { kind: "prompts", rows };
	for (const rows of batchesOf(answers)) yield { kind: "answers", rows };
	yield { kind: "end" };
}

/** Reassembles parts. */
export class Assembly {
	#item: ReadConversation | undefined;

	/** @returns the item that this part completes */
	add(part: Part): ReadItem | undefined {
		if (part.kind === "nothing") return part.why;
		if (part.kind === "head") {
			this.#item = { ...part.head, prompts: [], answers: [] };
			return undefined;
		}
		const item = this.#item;
		if (!item) throw new Error("A part of a conversation came before its head.");
		if (part.kind === "prompts") item.prompts.push(...part.rows);
		else if (part.kind === "answers") item.answers.push(...part.rows);
		else this.#item = undefined;
		return part.kind === "end" ? item : undefined;
	}
}
