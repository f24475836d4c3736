import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswerLog } from "../answers/answer-log.server.ts";
import { encodeEvents } from "../stream/answer-events.ts";
import type { StreamReader } from "../stream/answer-stream.server.ts";
import type { AnswerStreams } from "../stream/answer-streams.server.ts";
import { NAMING_MS, readFirst } from "./name-conversation.server.ts";

/** A name that is made elsewhere and fails is not heard of; a little longer than it may take. */
const LET_GO_MS = NAMING_MS + 1_000;

type Waiter = { reader: StreamReader; letGo: NodeJS.Timeout | undefined };

/**
 * Who has read a first answer to its end and may stay until its conversation has got a title: that takes the
 * model another moment, and the answer's end must not wait for it. The title is then said over the same
 * connection. To be asked for, since for everybody else `end` is the last event (contract.md).
 */
export class TitleSubscriptions {
	readonly #db: Db;
	readonly #feeds: Pick<AnswerStreams, "follow">;
	readonly #names: (modelId: string) => boolean;
	readonly #onError: (error: unknown) => void;
	readonly #letGoMs: number;
	readonly #waiting = new Map<string, Set<Waiter>>();

	/** @param names whether conversations get their titles from a model */
	constructor(
		db: Db,
		log: Pick<AnswerLog, "listen">,
		feeds: Pick<AnswerStreams, "follow">,
		names: (modelId: string) => boolean,
		onError: (error: unknown) => void,
		letGoMs = LET_GO_MS,
	) {
		this.#db = db;
		this.#feeds = feeds;
		this.#names = names;
		this.#onError = onError;
		this.#letGoMs = letGoMs;
		log.listen({
			onAppend: () => {},
			onChange: (answerId, from) => {
				if (from === "elsewhere") void this.#look(answerId, false);
			},
		});
	}

	/** As `AnswerFeeds.follow`, and after the end the event `title`, if a model is making one. @returns how to leave */
	follow(answerId: string, after: number, reader: StreamReader): () => void {
		const waiter: Waiter = { reader, letGo: undefined };
		let left = false;
		const leave = this.#feeds.follow(answerId, after, {
			take: (bytes) => reader.take(bytes),
			over: () => {
				if (!left) void this.#wait(answerId, waiter);
			},
		});
		return () => {
			left = true;
			leave();
			this.#forget(answerId, waiter);
		};
	}

	/** A model has made a title for the conversation of this answer, or could not: nobody need wait any more. */
	async tell(answerId: string): Promise<void> {
		await this.#look(answerId, true);
	}

	/** How many wait for a title here. */
	get count(): number {
		return this.#waiting.values().reduce((count, waiters) => count + waiters.size, 0);
	}

	async #wait(answerId: string, waiter: Waiter): Promise<void> {
		// First of all, so that a title made at this very moment is not missed.
		waiter.letGo = setTimeout(() => void this.#look(answerId, true), this.#letGoMs);
		this.#waiting.set(answerId, (this.#waiting.get(answerId) ?? new Set()).add(waiter));
		const first = await readFirst(this.#db, answerId).catch(this.#onError);
		if (first && this.#names(first.model)) return;
		try {
			if (this.#forget(answerId, waiter)) waiter.reader.over();
		} catch (error) {
			this.#onError(error);
		}
	}

	/** @param last whoever waits is let go, with a title or without */
	async #look(answerId: string, last: boolean): Promise<void> {
		if (!this.#waiting.has(answerId)) return;
		const named = await this.#readTitle(answerId).catch(this.#onError);
		if (!named && !last) return;
		for (const waiter of this.#waiting.get(answerId) ?? []) {
			this.#forget(answerId, waiter);
			try {
				if (named) {
					const { last_seq: id, title } = named;
					waiter.reader.take(encodeEvents([{ id, kind: "title", data: { title } }]));
				}
				waiter.reader.over();
			} catch (error) {
				// Of one reader only.
				this.#onError(error);
			}
		}
	}

	#readTitle(answerId: string) {
		return this.#db
			.selectFrom("answers as a")
			.innerJoin("conversations as c", "c.id", "a.conversation_id")
			.select(["a.last_seq", "c.title"])
			.where("a.id", "=", answerId)
			.where("c.title_by", "=", "model")
			.executeTakeFirst();
	}

	/** @returns false: it did not wait */
	#forget(answerId: string, waiter: Waiter): boolean {
		clearTimeout(waiter.letGo);
		const waiting = this.#waiting.get(answerId);
		const waited = waiting?.delete(waiter) ?? false;
		if (waiting?.size === 0) this.#waiting.delete(answerId);
		return waited;
	}
}
