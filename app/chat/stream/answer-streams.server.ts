import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswerLog } from "../answers/log/answer-log.server.ts";
import { type AnswerUpdate, readUpdates, replayEntries } from "../answers/log/answer-updates.server.ts";
import { CommitPace } from "../answers/log/commit-pace.server.ts";
import { cacheTrees, REASONING_LIMITS } from "../answers/shown-answer.server.ts";
import { lastGiven } from "../citations/given-passage.ts";
import { parseSources } from "../citations/sources.server.ts";
import { inSteps } from "../markdown/highlight/in-steps.server.ts";
import { DISPLAY_LIMITS, type DisplayLimits } from "../markdown/live/bounded-markdown.server.ts";
import { RunningParts } from "../markdown/live/running-parts.server.ts";
import { type Place, placesOfReasoning } from "../markdown/live/text-parts.server.ts";
import { AnswerStream } from "./answer-stream.server.ts";
import { type FirstRead, READ_AT_ONCE, type StreamReader } from "./stream-changes.server.ts";

/** A stream without an event between two polls is read from the database: a lost change event costs a second. */
const POLL_MS = 500;

/**
 * The streams of all answers read in this process. Entries of local workers arrive from the log as soon as they are
 * committed; those of other processes are read on a change event; a stream without events for a second is polled. All
 * due streams are read in one statement.
 */
export class AnswerStreams {
	readonly #db: Db;
	readonly #streams = new Map<string, AnswerStream>();
	readonly #log: AnswerLog;
	readonly #onError: (error: unknown) => void;
	#due = new Set<string>();
	#reading = false;
	/** Whether one of those due has to be read at once, and what ends the pause between two reads then. */
	#urgent = false;
	#endPause = () => {};
	readonly #pace: Pick<CommitPace, "pauseMs" | "committed">;
	#poll: NodeJS.Timeout | undefined;

	/**
	 * @param onError receives a failed database read (the next poll retries) or a failed stream
	 * @param pace how long what may wait for the next read does
	 */
	constructor(
		db: Db,
		log: AnswerLog,
		onError: (error: unknown) => void,
		pace: Pick<CommitPace, "pauseMs" | "committed"> = new CommitPace(),
	) {
		this.#db = db;
		this.#pace = pace;
		this.#log = log;
		this.#onError = onError;
		log.listen({
			onAppend: (answerId, entries) => {
				const stream = this.#streams.get(answerId);
				if (stream) this.#guard(answerId, stream, () => stream.take(entries) || this.#schedule(answerId));
			},
			onChange: (answerId, from) => {
				if (this.#streams.has(answerId)) this.#schedule(answerId, from === "here");
			},
		});
	}

	/**
	 * Sends everything after `after` to the reader, and what follows, until the end.
	 * @returns unsubscribes
	 */
	follow(answerId: string, after: number, reader: StreamReader): () => void {
		const stream = this.#streams.get(answerId) ?? this.#open(answerId);
		this.#guard(answerId, stream, () => stream.join(reader, after) || this.#schedule(answerId));
		return () => {
			stream.leave(reader);
			if (stream.deserted && this.#streams.get(answerId) === stream) this.#forget(answerId);
		};
	}

	/** The number of answers with readers. */
	get count(): number {
		return this.#streams.size;
	}

	#open(answerId: string): AnswerStream {
		const stream = new AnswerStream();
		this.#streams.set(answerId, stream);
		this.#poll ??= setInterval(() => this.#pollQuiet(), POLL_MS);
		this.#schedule(answerId);
		return stream;
	}

	#forget(answerId: string): void {
		this.#streams.delete(answerId);
		this.#due.delete(answerId);
		if (this.#streams.size > 0) return;
		clearInterval(this.#poll);
		this.#poll = undefined;
	}

	#pollQuiet(): void {
		for (const [answerId, stream] of this.#streams) {
			if (stream.quiet) this.#schedule(answerId, false);
			stream.quiet = true;
		}
	}

	/**
	 * One read at a time; streams that become due meanwhile are read next.
	 * @param isUrgent false: it may wait for the pause of a busy process, in which further answers become due
	 */
	#schedule(answerId: string, isUrgent = true): void {
		this.#due.add(answerId);
		if (isUrgent) {
			this.#urgent = true;
			this.#endPause();
		}
		if (this.#reading) return;
		this.#reading = true;
		void this.#readDue().finally(() => {
			this.#reading = false;
		});
	}

	async #readDue(): Promise<void> {
		while (this.#due.size > 0) {
			const due = [...this.#due];
			this.#due = new Set();
			this.#urgent = false;
			const began = performance.now();
			const wanted = due.flatMap((answerId) => {
				const stream = this.#streams.get(answerId);
				return stream ? [{ answerId, stream, after: stream.cursor ?? 0 }] : [];
			});
			try {
				const updates = await readUpdates(this.#db, wanted);
				for (const { answerId, stream } of wanted) {
					// One failing stream must not keep the others from their events.
					await this.#apply(answerId, stream, updates.get(answerId)).catch((error: unknown) =>
						this.#fail(answerId, stream, error),
					);
				}
			} catch (error) {
				// The readers are not told: the next poll retries.
				this.#onError(error);
			}
			this.#pace.committed(performance.now() - began);
			if (!this.#urgent) await this.#pause();
		}
	}

	/** What other servers write comes in many small commits, and each read costs nearly the same. */
	#pause(): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, this.#pace.pauseMs);
			this.#endPause = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	/** Runs an action that updates a stream synchronously; a throw closes the stream. */
	#guard(answerId: string, stream: AnswerStream, action: () => unknown): void {
		try {
			action();
		} catch (error) {
			this.#fail(answerId, stream, error);
		}
	}

	/**
	 * Closes one failed stream: its readers are disconnected and reconnect to a new one, which reads the answer from
	 * the beginning.
	 */
	#fail(answerId: string, stream: AnswerStream, error: unknown): void {
		this.#onError(error);
		if (this.#streams.get(answerId) === stream) this.#forget(answerId);
		stream.end();
	}

	async #apply(answerId: string, stream: AnswerStream, update: AnswerUpdate | undefined): Promise<void> {
		stream.update(update, update && stream.cursor === undefined ? await readFirst(update) : {});
		if (update) stream.wait(this.#log.waitingFor(answerId));
		if (stream.over && update) {
			const { text, lastSeq: last_seq, sources, rounds } = update;
			const cached = { id: answerId, text, last_seq, sources, rounds: rounds.length };
			cacheTrees(cached, stream.blocks);
		}
		if ((stream.over || stream.deserted) && this.#streams.get(answerId) === stream) this.#forget(answerId);
	}
}

/** Formats long texts in steps; short ones are formatted where they are needed. */
async function readFirst({ text, reasoning, sources, rounds, entries }: AnswerUpdate): Promise<FirstRead> {
	const more = replayEntries(entries);
	return {
		text: await readLong(text + more.text, rounds, DISPLAY_LIMITS, lastGiven(parseSources(sources))),
		reasoning: await readLong(reasoning + more.reasoning, placesOfReasoning(rounds), REASONING_LIMITS),
	};
}

const readLong = async (text: string, places: readonly Place[], limits?: DisplayLimits, given = 0) =>
	text.length > READ_AT_ONCE ? inSteps(RunningParts.reading(text, places, limits, given)) : undefined;
