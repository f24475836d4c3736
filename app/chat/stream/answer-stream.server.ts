import type { AnswerState } from "../../platform/db/tables/chat.ts";
import { type Growth, said, takesBack } from "../answers/answer-growth.server.ts";
import type { LogEntry } from "../answers/answer-log.server.ts";
import { BoundedMarkdown } from "../markdown/live/bounded-markdown.server.ts";
import { diffBlocks, type Patch } from "../markdown/live/patch.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import { type AnswerEvent, encodeEvents } from "./answer-events.ts";

/** So much of a text is read at once, in UTF-16 units. */
export const READ_AT_ONCE = 16_000;

/** Somebody who reads an answer while it is written. */
export type StreamReader = {
	/** A batch of events; the same bytes go to all readers. */
	take(bytes: Uint8Array): void;
	/** Nothing more will come: the answer has ended and the reader was told, or it is gone. */
	over(): void;
};

/**
 * One answer as its readers in this process see it. What is committed is read and formatted once for all of
 * them, however many they are; each only needs to be brought to where the others are when it comes.
 *
 * The patches of a batch belong together, and only the last event bears the new id, so that a reader cut
 * off in the middle of a batch resumes before it (docs/decisions/0005).
 */
export class AnswerStream {
	readonly readers = new Set<StreamReader>();
	/** Nothing was heard since the last look at the clock. */
	quiet = false;
	/** The place in the log up to which everything here is known; undefined until the first look. */
	cursor: number | undefined;

	readonly #newcomers = new Map<StreamReader, number>();
	/** What the row held when it was first looked at, and the log since then. */
	#base = { text: "", reasoning: "", seq: 0 };
	readonly #entries: LogEntry[] = [];
	#live = new BoundedMarkdown();
	/** The length of the text so far. */
	#length = 0;
	#reasoningLength = 0;
	/** The id that the readers have. */
	#shown = 0;
	#contextCut = 0;
	#state: AnswerState = "writing";

	/** @param after the place that the reader has got up to */
	join(reader: StreamReader, after: number): void {
		if (this.cursor === undefined) this.#newcomers.set(reader, after);
		else this.#bring(reader, after);
	}

	leave(reader: StreamReader): void {
		this.readers.delete(reader);
		this.#newcomers.delete(reader);
	}

	get deserted(): boolean {
		return this.readers.size + this.#newcomers.size === 0;
	}

	get over(): boolean {
		return this.#state !== "writing";
	}

	/** The trees of the text so far. */
	get blocks(): readonly Tree[] {
		return this.#live.blocks;
	}

	/** Entries that were just committed here. @returns false when some before them are missing */
	take(entries: readonly LogEntry[]): boolean {
		if (this.cursor === undefined || this.over) return false;
		const news = entries.filter(({ seq }) => seq > (this.cursor ?? 0));
		const [first] = news;
		if (!first) return true;
		if (first.seq !== this.cursor + 1) return false;
		this.quiet = false;
		this.#send(this.#grow(news));
		return true;
	}

	/**
	 * What the database says.
	 * @param growth undefined: there is no such answer any more
	 * @param read the trees of all that was said before the first look, when that is much; otherwise it is read here
	 */
	look(growth: Growth | undefined, read?: BoundedMarkdown): void {
		if (!growth) this.end();
		if (!growth || this.over) return;
		if (growth.entries.length > 0) this.quiet = false;
		if (this.cursor === undefined) this.#begin(growth, read);
		else {
			const events = this.#grow(growth.entries.filter(({ seq }) => seq > (this.cursor ?? 0)));
			if (growth.contextCut !== this.#contextCut) {
				this.#contextCut = growth.contextCut;
				events.unshift({ id: this.#shown, kind: "notice", data: { contextCut: growth.contextCut } });
			}
			this.#send(events);
		}
		if (growth.state !== "writing") this.#finish(growth);
	}

	/** Lets all readers go, without an `end` of the answer. */
	end(): void {
		const readers = [...this.readers, ...this.#newcomers.keys()];
		this.readers.clear();
		this.#newcomers.clear();
		for (const reader of readers) letGo(reader);
	}

	#begin(growth: Growth, read: BoundedMarkdown | undefined): void {
		this.#base = { text: growth.text, reasoning: growth.reasoning, seq: growth.lastSeq };
		this.#contextCut = growth.contextCut;
		const more = said(growth.entries);
		const text = growth.text + more.text;
		this.#live = read ?? new BoundedMarkdown(text);
		this.#length = text.length;
		this.#reasoningLength = growth.reasoning.length + more.reasoning.length;
		this.#entries.push(...growth.entries);
		this.cursor = growth.entries.at(-1)?.seq ?? growth.lastSeq;
		this.#shown = this.cursor;
		for (const [reader, after] of this.#newcomers) this.#bring(reader, after);
		this.#newcomers.clear();
	}

	#grow(entries: readonly LogEntry[]): AnswerEvent[] {
		if (entries.length === 0) return [];
		this.#entries.push(...entries);
		this.cursor = entries.at(-1)?.seq ?? this.cursor;
		if (takesBack(entries)) {
			const { text, reasoning } = said(this.#entries);
			return this.#replace(this.#base.text + text, this.#base.reasoning + reasoning);
		}
		const { text, reasoning } = said(entries);
		return this.#add(text, reasoning);
	}

	#add(text: string, reasoning: string): AnswerEvent[] {
		this.#length += text.length;
		this.#reasoningLength += reasoning.length;
		return numbered(text === "" ? [] : this.#live.append(text), reasoning, this.#shown, this.cursor ?? 0);
	}

	/** The text is another now. @param reasoning all of it, which only grows */
	#replace(text: string, reasoning: string): AnswerEvent[] {
		const before = [...this.blocks];
		const grown = reasoning.slice(this.#reasoningLength);
		this.#live = new BoundedMarkdown(text);
		this.#length = text.length;
		this.#reasoningLength = reasoning.length;
		return numbered(diffBlocks(before, this.blocks), grown, this.#shown, this.cursor ?? 0);
	}

	#send(events: readonly AnswerEvent[]): void {
		if (events.length === 0) return;
		this.#shown = Math.max(this.#shown, events.at(-1)?.id ?? 0);
		const bytes = encodeEvents(events);
		for (const reader of this.readers) this.#give(reader, bytes);
	}

	/** A reader that fails is let go alone: the others read on. */
	#give(reader: StreamReader, bytes: Uint8Array): void {
		try {
			reader.take(bytes);
		} catch {
			this.readers.delete(reader);
			letGo(reader);
		}
	}

	/** Brings a reader to where the others are. */
	#bring(reader: StreamReader, after: number): void {
		const cursor = this.cursor ?? 0;
		const events: AnswerEvent[] = [];
		if (this.#contextCut > 0) {
			events.push({ id: Math.min(after, cursor), kind: "notice", data: { contextCut: this.#contextCut } });
		}
		if (after !== cursor) events.push(...this.#between(after, cursor));
		this.readers.add(reader);
		if (events.length > 0) this.#give(reader, encodeEvents(events));
	}

	#between(after: number, cursor: number): AnswerEvent[] {
		const there = after === 0 || (after >= this.#base.seq && after < cursor);
		const known = said(there ? this.#entries.filter(({ seq }) => seq <= after) : []);
		const thought = after === 0 ? "" : this.#base.reasoning + known.reasoning;
		const all = this.#base.reasoning + said(this.#entries).reasoning;
		const reasoning = there ? all.slice(thought.length) : "";
		const text = after === 0 ? "" : this.#base.text + known.text;
		// What the reader has is made once more to be compared. Unless that is long, or a place in a log that is gone
		// or never was: then it is put away first.
		if (there && text.length <= READ_AT_ONCE) {
			return numbered(diffBlocks(new BoundedMarkdown(text).blocks, this.blocks), reasoning, after, cursor);
		}
		const anew: Patch[] = [{ truncate: 0 }, ...diffBlocks([], this.blocks)];
		return numbered(anew, reasoning, Math.min(after, cursor), cursor);
	}

	/** The answer is settled: the log's last rows went into its row, maybe before they were read here. */
	#finish(growth: Growth): void {
		const shown = this.#base.text + said(this.#entries).text;
		this.cursor = Math.max(this.cursor ?? 0, growth.lastSeq);
		this.#send(
			growth.text.startsWith(shown)
				? this.#add(growth.text.slice(this.#length), growth.reasoning.slice(this.#reasoningLength))
				: this.#replace(growth.text, growth.reasoning),
		);
		this.#state = growth.state;
		this.#send([{ id: this.cursor, kind: "end", data: { state: growth.state } }]);
		this.end();
	}
}

function letGo(reader: StreamReader): void {
	try {
		reader.over();
	} catch {
		// It could not even be closed: there is nobody to tell.
	}
}

/** Patches and reasoning as events: all bear the old id but the last, which bears the new one. */
function numbered(patches: readonly Patch[], reasoning: string, before: number, id: number): AnswerEvent[] {
	const events: AnswerEvent[] = [];
	if (reasoning !== "") events.push({ id: before, kind: "reasoning", data: { append: reasoning } });
	for (const data of patches) events.push({ id: before, kind: "patch", data });
	const last = events.at(-1);
	if (last) last.id = id;
	return events;
}
