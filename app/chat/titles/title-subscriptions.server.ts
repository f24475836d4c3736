import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswerLog } from "../answers/log/answer-log.server.ts";
import { encodeEvents } from "../stream/answer-events.server.ts";
import type { AnswerStreams } from "../stream/answer-streams.server.ts";
import type { StreamReader } from "../stream/stream-changes.server.ts";
import { NAMING_MS, readFirst } from "./name-conversation.server.ts";

/**
 * The longest wait, a little over the request's timeout: the failure of a title in another process is not announced.
 */
const RELEASE_MS = NAMING_MS + 1_000;

type Waiter = { reader: StreamReader; release: NodeJS.Timeout | undefined };

/**
 * Readers that have received the end of a first answer and stay connected until its conversation has a title: the
 * model takes another moment, and the answer's end must not wait for it. The title is then sent over the same
 * connection. Only on request, since for all other readers `end` is the last event (docs/contract.md).
 */
export class TitleSubscriptions {
	readonly #db: Db;
	readonly #streams: Pick<AnswerStreams, "follow">;
	readonly #names: (modelId: string) => boolean;
	readonly #onError: (error: unknown) => void;
	readonly #releaseMs: number;
	readonly #waiting = new Map<string, Set<Waiter>>();

	/** @param names whether conversations get their titles from a model */
	constructor(
		db: Db,
		log: Pick<AnswerLog, "listen">,
		streams: Pick<AnswerStreams, "follow">,
		names: (modelId: string) => boolean,
		onError: (error: unknown) => void,
		releaseMs = RELEASE_MS,
	) {
		this.#db = db;
		this.#streams = streams;
		this.#names = names;
		this.#onError = onError;
		this.#releaseMs = releaseMs;
		log.listen({
			onAppend: () => {},
			onChange: (answerId, from) => {
				if (from === "elsewhere") void this.#deliver(answerId, false);
			},
		});
	}

	/**
	 * Follows an answer as `AnswerStreams.follow` does, with the event `title` after the end if a model is making one.
	 * @returns unsubscribes
	 */
	follow(answerId: string, after: number, reader: StreamReader): () => void {
		const waiter: Waiter = { reader, release: undefined };
		let left = false;
		const leave = this.#streams.follow(answerId, after, {
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

	/** The title of this answer's conversation is stored, or failed: releases its subscribers. */
	async notify(answerId: string): Promise<void> {
		await this.#deliver(answerId, true);
	}

	/** The number of waiting subscribers. */
	get count(): number {
		return this.#waiting.values().reduce((count, waiters) => count + waiters.size, 0);
	}

	async #wait(answerId: string, waiter: Waiter): Promise<void> {
		// Set first, so that a title stored at this moment is not missed.
		waiter.release = setTimeout(() => void this.#deliver(answerId, true), this.#releaseMs);
		this.#waiting.set(answerId, (this.#waiting.get(answerId) ?? new Set()).add(waiter));
		const first = await readFirst(this.#db, answerId).catch(this.#onError);
		if (first && this.#names(first.model)) return;
		try {
			if (this.#forget(answerId, waiter)) waiter.reader.over();
		} catch (error) {
			this.#onError(error);
		}
	}

	/** @param last releases the subscriber with or without a title */
	async #deliver(answerId: string, last: boolean): Promise<void> {
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
				// A failure of one reader only.
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

	/** @returns false when it was not waiting */
	#forget(answerId: string, waiter: Waiter): boolean {
		clearTimeout(waiter.release);
		const waiting = this.#waiting.get(answerId);
		const waited = waiting?.delete(waiter) ?? false;
		if (waiting?.size === 0) this.#waiting.delete(answerId);
		return waited;
	}
}
