import type { ImportProblem } from "../formats/array-items.ts";
import type { ImportedAnswer, ImportedPrompt } from "../formats/exchanges.ts";
import { portionsOf } from "../formats/portions.ts";
import type { ReadConversation, ReadItem } from "../formats/read-item.ts";

/** What the reading thread is started with. */
export type ReaderOrder = { file: string; now: number };

type Head = Omit<ReadConversation, "prompts" | "answers">;

/** A part of what was read: an item that is nothing, or a conversation as its head, its rows and its end. */
export type Part =
	| { kind: "nothing"; why: "unreadable" | "too-large" }
	| { kind: "head"; head: Head }
	| { kind: "prompts"; rows: ImportedPrompt[] }
	| { kind: "answers"; rows: ImportedAnswer[] }
	| { kind: "end" };

/** The thread says one of these and waits for an answer, any, before the next. `share`: how much is read, from 0 to 1. */
export type ReaderMessage =
	| { kind: "parts"; parts: Part[]; share: number }
	| { kind: "end"; problem?: ImportProblem };

/** An item in parts of which each is small enough to be taken in one turn. */
export function* partsOf(item: ReadItem): Generator<Part, void, undefined> {
	if (typeof item === "string") return yield { kind: "nothing", why: item };
	const { prompts, answers, ...head } = item;
	yield { kind: "head", head };
	for (const rows of portionsOf(prompts)) yield { kind: "prompts", rows };
	for (const rows of portionsOf(answers)) yield { kind: "answers", rows };
	yield { kind: "end" };
}

/** Puts parts together again, one after another. */
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
