import type { Db } from "../../platform/db/connection.server.ts";
import { type Growth, readGrowth, said } from "../answers/answer-growth.server.ts";
import type { AnswerLog } from "../answers/answer-log.server.ts";
import { keepTrees } from "../answers/shown-answer.server.ts";
import { inSteps } from "../markdown/highlight/in-steps.server.ts";
import { BoundedMarkdown } from "../markdown/live/bounded-markdown.server.ts";
import { AnswerStream, READ_AT_ONCE, type StreamReader } from "./answer-stream.server.ts";

/** A stream without an event between two polls is read from the database: a lost change event costs a second. */
const POLL_MS = 500;

/**
 * The streams of all answers read in this process. Entries of local workers arrive from the log as soon as they are
 * committed; those of other processes are read on a change event; a stream without events for a second is polled. All
 * due streams are read in one statement.
 */
export class AnswerStreams {
	readonly #db: Db;
	readonly #feeds = new Map<string, AnswerStream>();
	readonly #onError: (error: unknown) => void;
	#due = new Set<string>();
	#looking = false;
	#poll: NodeJS.Timeout | undefined;

	/** @param onError receives a failed database read (the next poll retries) or a failed stream */
	constructor(db: Db, log: AnswerLog, onError: (error: unknown) => void) {
		this.#db = db;
		this.#onError = onError;
		log.listen({
			onAppend: (answerId, entries) => {
				const feed = this.#feeds.get(answerId);
				if (feed) this.#guard(answerId, feed, () => feed.take(entries) || this.#lookAt(answerId));
			},
			onChange: (answerId) => {
				if (this.#feeds.has(answerId)) this.#lookAt(answerId);
			},
		});
	}

	/**
	 * Sends everything after `after` to the reader, and what follows, until the end.
	 * @returns unsubscribes
	 */
	follow(answerId: string, after: number, reader: StreamReader): () => void {
		const feed = this.#feeds.get(answerId) ?? this.#open(answerId);
		this.#guard(answerId, feed, () => feed.join(reader, after));
		return () => {
			feed.leave(reader);
			if (feed.deserted && this.#feeds.get(answerId) === feed) this.#forget(answerId);
		};
	}

	/** The number of answers with readers. */
	get count(): number {
		return this.#feeds.size;
	}

	#open(answerId: string): AnswerStream {
		const feed = new AnswerStream();
		this.#feeds.set(answerId, feed);
		this.#poll ??= setInterval(() => this.#lookAtQuiet(), POLL_MS);
		this.#lookAt(answerId);
		return feed;
	}

	#forget(answerId: string): void {
		this.#feeds.delete(answerId);
		this.#due.delete(answerId);
		if (this.#feeds.size > 0) return;
		clearInterval(this.#poll);
		this.#poll = undefined;
	}

	#lookAtQuiet(): void {
		for (const [answerId, feed] of this.#feeds) {
			if (feed.quiet) this.#lookAt(answerId);
			feed.quiet = true;
		}
	}

	/** One read at a time; streams that become due meanwhile are read next. */
	#lookAt(answerId: string): void {
		this.#due.add(answerId);
		if (this.#looking) return;
		this.#looking = true;
		void this.#look().finally(() => {
			this.#looking = false;
		});
	}

	async #look(): Promise<void> {
		while (this.#due.size > 0) {
			const due = [...this.#due];
			this.#due = new Set();
			const wanted = due.flatMap((answerId) => {
				const feed = this.#feeds.get(answerId);
				return feed ? [{ answerId, feed, after: feed.cursor ?? 0 }] : [];
			});
			try {
				const growths = await readGrowth(this.#db, wanted);
				for (const { answerId, feed } of wanted) {
					// One failing stream must not keep the others from their events.
					await this.#tell(answerId, feed, growths.get(answerId)).catch((error: unknown) =>
						this.#giveUp(answerId, feed, error),
					);
				}
			} catch (error) {
				// The readers are not told: the next poll retries.
				this.#onError(error);
			}
		}
	}

	/** Runs an action that updates a stream synchronously; a throw closes the stream. */
	#guard(answerId: string, feed: AnswerStream, act: () => unknown): void {
		try {
			act();
		} catch (error) {
			this.#giveUp(answerId, feed, error);
		}
	}

	/**
	 * Closes one failed stream: its readers are disconnected and reconnect to a new one, which reads the answer from
	 * the beginning.
	 */
	#giveUp(answerId: string, feed: AnswerStream, error: unknown): void {
		this.#onError(error);
		if (this.#feeds.get(answerId) === feed) this.#forget(answerId);
		feed.end();
	}

	async #tell(answerId: string, feed: AnswerStream, growth: Growth | undefined): Promise<void> {
		feed.look(
			growth,
			growth && feed.cursor === undefined
				? await readLong(growth.text + said(growth.entries).text)
				: undefined,
		);
		if (feed.over && growth)
			keepTrees({ id: answerId, text: growth.text, last_seq: growth.lastSeq }, feed.blocks);
		if ((feed.over || feed.deserted) && this.#feeds.get(answerId) === feed) this.#forget(answerId);
	}
}

/** Formats a long text in steps; a short one is formatted where it is needed. */
const readLong = async (text: string) =>
	text.length > READ_AT_ONCE ? inSteps(BoundedMarkdown.reading(text)) : undefined;
