import type { Db } from "../../platform/db/connection.server.ts";
import { type Growth, readGrowth, said } from "../answers/answer-growth.server.ts";
import type { AnswerLog } from "../answers/answer-log.server.ts";
import { keepTrees } from "../answers/shown-answer.server.ts";
import { inSteps } from "../markdown/highlight/in-steps.server.ts";
import { BoundedMarkdown } from "../markdown/live/bounded-markdown.server.ts";
import { AnswerStream, READ_AT_ONCE, type StreamReader } from "./answer-stream.server.ts";

/** A feed of which nothing was heard from one of these to the next is looked up: a lost nudge costs a second. */
const POLL_MS = 500;

/**
 * The answers that somebody reads in this process. What is written here is handed over from the log as soon
 * as it is committed; what is written elsewhere is read when a nudge says so; and where nothing is
 * heard for a second, it is looked up. All that are due are looked up in one statement.
 */
export class AnswerStreams {
	readonly #db: Db;
	readonly #feeds = new Map<string, AnswerStream>();
	readonly #onError: (error: unknown) => void;
	#due = new Set<string>();
	#looking = false;
	#poll: NodeJS.Timeout | undefined;

	/** @param onError hears that the database could not be asked (the next poll asks again), or that a feed has failed */
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
	 * Brings everything after `after` to the reader, and what follows, until the end.
	 * @returns how to leave
	 */
	follow(answerId: string, after: number, reader: StreamReader): () => void {
		const feed = this.#feeds.get(answerId) ?? this.#open(answerId);
		this.#guard(answerId, feed, () => feed.join(reader, after));
		return () => {
			feed.leave(reader);
			if (feed.deserted && this.#feeds.get(answerId) === feed) this.#forget(answerId);
		};
	}

	/** How many answers are read here. */
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

	/** One look at a time; what becomes due meanwhile is looked at next. */
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
					// One that fails keeps none of the others from being told.
					await this.#tell(answerId, feed, growths.get(answerId)).catch((error: unknown) =>
						this.#giveUp(answerId, feed, error),
					);
				}
			} catch (error) {
				// Those who read are not told: the next poll tries again.
				this.#onError(error);
			}
		}
	}

	/** Does what brings a feed on at once. */
	#guard(answerId: string, feed: AnswerStream, act: () => unknown): void {
		try {
			act();
		} catch (error) {
			this.#giveUp(answerId, feed, error);
		}
	}

	/**
	 * A feed that has failed in its middle is given up alone: its readers are let go and come back to a new one,
	 * which reads the answer from the beginning.
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

/** A long text, in steps; a short one is read where it is wanted. */
const readLong = async (text: string) =>
	text.length > READ_AT_ONCE ? inSteps(BoundedMarkdown.reading(text)) : undefined;
