import type { AnswerState } from "../../platform/db/tables/chat.ts";
import type { LogEntry } from "../answers/log/answer-log.server.ts";
import { type AnswerUpdate, reclassifies, replayEntries } from "../answers/log/answer-updates.server.ts";
import { REASONING_LIMITS } from "../answers/shown-answer.server.ts";
import { lastGiven } from "../citations/given-passage.ts";
import { parseSources } from "../citations/sources.server.ts";
import type { WebSource } from "../citations/web-source.ts";
import { DISPLAY_LIMITS } from "../markdown/live/bounded-markdown.server.ts";
import { diffBlocks, type Patch } from "../markdown/live/patch.ts";
import { RunningParts } from "../markdown/live/running-parts.server.ts";
import type { Tree } from "../markdown/tree/tree.ts";
import type { Waiting } from "../providers/provider.server.ts";
import { type ShownRound, shownAt } from "../tools/shown-step.ts";
import {
	type AnswerEvent,
	aboutEvents,
	encodeEvents,
	noticeOf,
	type ReasoningChange,
	sourcesEvent,
} from "./answer-events.server.ts";
import { RunningReasoning } from "./running-reasoning.server.ts";
import { type Said, SaidSoFar } from "./said-so-far.server.ts";
import {
	changesFrom,
	closeReader,
	deliverTo,
	type FirstRead,
	numbered,
	reachedBy,
	type StreamReader,
} from "./stream-changes.server.ts";

/**
 * One answer as streamed to its readers in this process. Committed text is read and formatted once for all of them; a
 * new reader only needs to catch up.
 *
 * The patches of a batch belong together, and only the last event carries the new id, so that a reader disconnected
 * in the middle of a batch resumes before it (docs/decisions/0005).
 */
export class AnswerStream {
	readonly readers = new Set<StreamReader>();
	/** No event has arrived since the last poll. */
	quiet = false;
	/** The position in the log up to which the state is known; undefined before the first read. */
	cursor: number | undefined;

	/** Readers who get their first event with the next read. */
	readonly #newcomers = new Map<StreamReader, number>();
	readonly #said = new SaidSoFar();
	#live = new RunningParts();
	readonly #thoughts = new RunningReasoning();
	/** The length of the text so far, in UTF-16 units. */
	#length = 0;
	/** The event id that the readers have received. */
	#shown = 0;
	#notice = noticeOf({ contextCut: 0, model: "", spareFor: null });
	/** The documents that the model was given, as in the row, the highest number of a passage, and the found pages. */
	#sources: string | null = null;
	#given = 0;
	#webSources: readonly WebSource[] = [];
	/** The rounds in which tools were called, as the readers know them. */
	#rounds: readonly ShownRound[] = [];
	#state: AnswerState = "writing";
	#waiting: Waiting | null = null;

	/**
	 * @param after the position up to which the reader is current
	 * @returns false when the log has to be read: another server has shown the reader more than is known here
	 */
	join(reader: StreamReader, after: number): boolean {
		const isAhead = this.cursor !== undefined && after > this.cursor;
		if (this.cursor === undefined || isAhead) this.#newcomers.set(reader, after);
		else this.#catchUp(reader, after);
		return !isAhead;
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

	/**
	 * Applies entries committed in this process.
	 * @returns false when the log has to be read: earlier entries are missing, or a newcomer waits for it
	 */
	take(entries: readonly LogEntry[]): boolean {
		if (this.cursor === undefined || this.over) return false;
		const news = entries.filter(({ seq }) => seq > (this.cursor ?? 0));
		const [first] = news;
		if (!first) return true;
		if (first.seq !== this.cursor + 1) return false;
		this.quiet = false;
		this.#send(this.#grow(news));
		return this.#newcomers.size === 0;
	}

	/**
	 * Applies the state read from the database.
	 * @param update undefined: the answer no longer exists
	 * @param read what is long, formatted for the first read; what is short is formatted here
	 */
	update(update: AnswerUpdate | undefined, read: FirstRead = {}): void {
		if (!update) this.end();
		if (!update || this.over) return;
		if (update.entries.length > 0) this.quiet = false;
		if (this.cursor === undefined) this.#begin(update, read);
		else {
			// The answer has ended unnoticed, and goes on.
			if (update.state === "writing" && update.lastSeq > this.cursor)
				this.#send(this.#takeRow(update, this.#thoughts.goOn(update.reasoningMs)));
			const learned = this.#learnSources(update);
			const events = this.#grow(update.entries.filter(({ seq }) => seq > (this.cursor ?? 0)));
			const { contextCut, spareFor } = this.#notice;
			this.#notice = noticeOf(update);
			if (this.#notice.contextCut !== contextCut || this.#notice.spareFor !== spareFor)
				events.unshift({ id: this.#shown, kind: "notice", data: this.#notice });
			const rounds = update.state === "writing" ? this.#learnRounds(update.rounds) : [];
			this.#send([...learned, ...events, ...rounds]);
		}
		if (update.state === "writing") this.#welcome();
		else this.#finish(update);
	}

	/** Tells the readers what the answer waits for. */
	wait(waiting: Waiting | null): void {
		if (this.over || JSON.stringify(waiting) === JSON.stringify(this.#waiting)) return;
		this.#waiting = waiting;
		this.#send([{ id: this.#shown, kind: "waiting", data: { waiting } }]);
	}

	/** Disconnects all readers without an `end` event. */
	end(): void {
		const readers = [...this.readers, ...this.#newcomers.keys()];
		this.readers.clear();
		this.#newcomers.clear();
		for (const reader of readers) closeReader(reader);
	}

	/** The sources become known before the first piece, or, where that was faster, right after it. */
	#learnSources({ sources, webSources }: AnswerUpdate): AnswerEvent[] {
		if (sources === this.#sources && webSources.length === this.#webSources.length) return [];
		this.#sources = sources;
		this.#webSources = webSources;
		const event = sourcesEvent(this.#shown, sources, webSources);
		const last = lastGiven(event.data.given);
		if (last === this.#given) return [event];
		this.#given = last;
		const before = this.blocks;
		this.#live = this.#formatted(this.#said.all.text);
		return [event, ...numbered(diffBlocks(before, this.blocks), [], this.#shown, this.#shown)];
	}

	/** A call has changed. The place of a new round is where the text and the reasoning of the last one ended. */
	#learnRounds(read: readonly ShownRound[], said = this.#said.all): AnswerEvent[] {
		const rounds = reachedBy(said, read);
		if (JSON.stringify(rounds) === JSON.stringify(this.#rounds)) return [];
		const known = this.#rounds.length;
		this.#rounds = rounds;
		const thoughts = this.#thoughts.endRounds(said.reasoning, rounds, known);
		const patches = numbered(this.#addPlaces(known, said.text), thoughts, this.#shown, this.#shown);
		return [...patches, { id: this.#shown, kind: "steps", data: { rounds: shownAt(rounds, Date.now()) } }];
	}

	/** @param known how many rounds have their places; what their calls have found may be cited after them */
	#addPlaces(known: number, text: string): Patch[] {
		const added = this.#rounds.slice(known);
		const cites = Math.max(0, ...this.#rounds.slice(0, known).map((round) => round.cites));
		if (this.#live.mayCite(cites) && added.every(({ textTo }) => textTo === this.#live.length))
			return added.flatMap((round) => this.#live.place(round));
		// The text of the next round was faster.
		const before = [...this.blocks];
		this.#live = this.#formatted(text);
		return diffBlocks(before, this.blocks);
	}

	#formatted(text: string): RunningParts {
		return new RunningParts(text, this.#rounds, DISPLAY_LIMITS, this.#given);
	}

	#begin(update: AnswerUpdate, read: FirstRead): void {
		this.#sources = update.sources;
		this.#webSources = update.webSources;
		this.#given = lastGiven(parseSources(update.sources));
		this.#said.begin(update);
		this.#said.append(update.entries);
		this.#notice = noticeOf(update);
		const { text, reasoning } = this.#said.all;
		this.#rounds = reachedBy({ text, reasoning }, update.rounds);
		const isRead = this.#rounds.length === update.rounds.length;
		this.#live = (isRead ? read.text : undefined) ?? this.#formatted(text);
		this.#thoughts.begin(reasoning, update, this.#rounds, isRead ? read.reasoning : undefined);
		this.#length = text.length;
		this.cursor = update.entries.at(-1)?.seq ?? update.lastSeq;
		this.#shown = this.cursor;
	}

	#welcome(): void {
		for (const [reader, after] of this.#newcomers) this.#catchUp(reader, after);
		this.#newcomers.clear();
	}

	#grow(entries: readonly LogEntry[]): AnswerEvent[] {
		if (entries.length === 0) return [];
		this.#said.append(entries);
		this.cursor = entries.at(-1)?.seq ?? this.cursor;
		const time = this.#thoughts.takeTimes(entries);
		if (reclassifies(entries)) return this.#replace(this.#said.all, time);
		return this.#add(replayEntries(entries), time);
	}

	#add({ text, reasoning }: Said, time: readonly ReasoningChange[]): AnswerEvent[] {
		this.#length += text.length;
		const thoughts = [...this.#thoughts.append(reasoning, this.#rounds), ...time];
		return numbered(this.#live.append(text), thoughts, this.#shown, this.cursor ?? 0);
	}

	/** The text is replaced. @param reasoning all of it, which only grows */
	#replace({ text, reasoning }: Said, time: readonly ReasoningChange[]): AnswerEvent[] {
		const before = [...this.blocks];
		const thoughts = [
			...this.#thoughts.append(reasoning.slice(this.#thoughts.length), this.#rounds),
			...time,
		];
		this.#live = this.#formatted(text);
		this.#length = text.length;
		return numbered(diffBlocks(before, this.blocks), thoughts, this.#shown, this.cursor ?? 0);
	}

	#send(events: readonly AnswerEvent[]): void {
		if (events.length === 0) return;
		this.#shown = Math.max(this.#shown, events.at(-1)?.id ?? 0);
		const bytes = encodeEvents(events);
		for (const reader of this.readers) deliverTo(this.readers, reader, bytes);
	}

	/** Brings a reader to the state of the others. */
	#catchUp(reader: StreamReader, after: number): void {
		const cursor = this.cursor ?? 0;
		const events = aboutEvents(Math.min(after, cursor), {
			notice: this.#notice,
			sources: this.#sources,
			webSources: this.#webSources,
			waiting: this.#waiting,
		});
		const hasRounds = this.#rounds.length > 0;
		if (after !== cursor || hasRounds) events.push(...this.#between(after, cursor));
		if (hasRounds)
			events.push({ id: cursor, kind: "steps", data: { rounds: shownAt(this.#rounds, Date.now()) } });
		this.readers.add(reader);
		if (events.length > 0) deliverTo(this.readers, reader, encodeEvents(events));
	}

	#between(after: number, cursor: number): AnswerEvent[] {
		// A place in the log does not say which rounds the reader knows.
		const known = this.#rounds.length === 0 && after < cursor ? this.#said.at(after) : undefined;
		const { blocks } = this.#thoughts;
		// Reasoning only grows: where there is none, no reader has any.
		const thoughts = blocks.length === 0 ? [] : changesFrom(known?.reasoning, blocks, REASONING_LIMITS);
		const changes = changesFrom(known?.text, this.blocks, DISPLAY_LIMITS, this.#given);
		return numbered(changes, [...thoughts, ...this.#thoughts.timeNow()], Math.min(after, cursor), cursor);
	}

	/** An end has merged the log into the row, perhaps before its last entries were read here. */
	#takeRow(update: AnswerUpdate, time: readonly ReasoningChange[] = []): AnswerEvent[] {
		const shown = this.#said.all.text;
		this.#said.begin(update);
		this.cursor = Math.max(this.cursor ?? 0, update.lastSeq);
		if (!update.text.startsWith(shown)) return this.#replace(update, time);
		const text = update.text.slice(this.#length);
		return this.#add({ text, reasoning: update.reasoning.slice(this.#thoughts.length) }, time);
	}

	#finish(update: AnswerUpdate): void {
		this.#send(this.#takeRow(update));
		this.#send(this.#learnRounds(update.rounds, update));
		this.#welcome();
		const cursor = this.cursor ?? update.lastSeq;
		this.#state = update.state;
		const thoughts = this.#thoughts.end(update.reasoningMs);
		this.#send(numbered(this.#live.release(), thoughts, cursor, cursor));
		this.#send([{ id: cursor, kind: "end", data: { state: update.state } }]);
		this.end();
	}
}
