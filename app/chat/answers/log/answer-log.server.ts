import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../../platform/db/connection.server.ts";
import { isPostgres } from "../../../platform/db/dialect.server.ts";
import type { AnswerLogTable } from "../../../platform/db/tables/chat.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../../platform/db/unique-violation.server.ts";
import type { Waiting as WaitingFor } from "../../providers/provider.server.ts";
import { CommitPace } from "./commit-pace.server.ts";
import { findHeld, insertRows } from "./insert-rows.server.ts";
import { settleTail } from "./log-tail.server.ts";

/** Answers delivered to listeners per turn of the event loop. */
const HANDED_OVER_AT_ONCE = 500;

/** The tail is settled when it has this many rows: a commit writes nearly all of its pages. */
const TAIL_ROWS = 2_000;
/** … or characters, which bounds how long that takes. */
const TAIL_CHARACTERS = 1_000_000;

export type LogKind = AnswerLogTable["kind"];
/** `at`: when its first piece arrived, by the clock of its process. */
export type LogEntry = { seq: number; kind: LogKind; body: string; at: number };
type Waiting = { answerId: string; owner: string; entries: LogEntry[]; fail: (error: unknown) => void };
/** Notifies other processes that an answer has grown or ended, or that its worker is asked to stop. */
type Announce = (answerIds: string[]) => Promise<void>;

/** A subscriber in this process. */
export type LogListener = {
	/** Committed entries, in order. */
	onAppend(answerId: string, entries: readonly LogEntry[]): void;
	/** The answer has changed and must be read again. `elsewhere`: the notification came from another process. */
	onChange(answerId: string, from: "here" | "elsewhere"): void;
};

/** The worker's lease was lost: another process writes the answer, or the answer has ended. */
export class LeaseLost extends Error {
	constructor(answerId: string) {
		super(`the lease of answer ${answerId} is no longer ours`);
		this.name = "LeaseLost";
	}
}

/**
 * The numbered, append-only log of model output. It is written first and shown second: the screen that asked, a
 * reload, a second tab and a second server all show what is committed here.
 *
 * The pieces of all running answers share one group commit (`CommitPace` says when), and the pieces of one answer within a commit become one
 * row, so a chatty model cannot multiply writes. The first piece of an answer is committed at once. Rows of an answer
 * whose lease is lost are not written at all.
 */
export class AnswerLog {
	readonly #db: Db;
	readonly #announce: Announce;
	readonly #onError: (error: unknown) => void;
	readonly #listeners = new Set<LogListener>();
	#waiting = new Map<string, Waiting>();
	/** Why answers of this process have no text yet. It is shown while it lasts, and kept nowhere. */
	readonly #waitingFor = new Map<string, WaitingFor>();
	#timer: NodeJS.Timeout | undefined;
	#soon: NodeJS.Immediate | undefined;
	readonly #pace = new CommitPace();
	#committing: Promise<void> = Promise.resolve();
	/** The rows that this process has written since the tail was settled. */
	#tail = { rows: 0, characters: 0 };

	/** @param onError receives exceptions of listeners: a defect there must not delay any answer */
	constructor(
		db: Db,
		announce: Announce = async () => {},
		onError = (error: unknown) => console.error(error),
	) {
		this.#db = db;
		this.#announce = announce;
		this.#onError = onError;
	}

	/**
	 * Opens a writer for one answer, for the holder of its lease.
	 * @param lastSeq the sequence number of the last entry already written
	 */
	openWriter(answerId: string, owner: string, lastSeq: number): AnswerWriter {
		let seq = lastSeq;
		let first = true;
		let failure: unknown;
		const fail = (error: unknown) => {
			failure ??= error;
		};
		return {
			append: (kind, piece) => {
				if (failure) throw failure;
				const body = storable(piece);
				let waiting = this.#waiting.get(answerId);
				if (!waiting) {
					waiting = { answerId, owner, entries: [], fail };
					this.#waiting.set(answerId, waiting);
				}
				const tail = waiting.entries.at(-1);
				if (tail?.kind === kind) tail.body += body;
				else waiting.entries.push({ seq: ++seq, kind, body, at: Date.now() });
				if (first) {
					first = false;
					// All first pieces of one turn of the event loop share a commit: a commit may wait for the disk.
					this.#soon ??= setImmediate(() => void this.#commit());
				} else {
					this.#timer ??= setTimeout(() => void this.#commit(), this.#pace.pauseMs);
				}
			},
			flush: async () => {
				await this.#commit();
				if (failure) throw failure;
			},
		};
	}

	/** The resource that an answer of this process waits for; null: none that is known here. */
	waitingFor(answerId: string): WaitingFor | null {
		return this.#waitingFor.get(answerId) ?? null;
	}

	/** Notes what an answer waits for and tells its readers in this process. */
	setWaiting(answerId: string, waiting: WaitingFor | null): void {
		if (waiting) this.#waitingFor.set(answerId, waiting);
		else if (!this.#waitingFor.delete(answerId)) return;
		this.#callListeners((listener) => listener.onChange(answerId, "here"));
	}

	/** @returns unsubscribes */
	listen(listener: LogListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Handles a change event from another process. */
	changedElsewhere(answerId: string): void {
		this.#callListeners((listener) => listener.onChange(answerId, "elsewhere"));
	}

	/** Publishes to this process and the others that the answer has ended or is asked to stop. */
	async announce(answerId: string): Promise<void> {
		this.#callListeners((listener) => listener.onChange(answerId, "here"));
		await this.#notify([answerId]);
	}

	/** Subscribers in other processes also poll, so a lost notification is a delay and not a loss. */
	async #notify(answerIds: string[]): Promise<void> {
		try {
			await this.#announce(answerIds);
		} catch {}
	}

	#callListeners(call: (listener: LogListener) => void): void {
		for (const listener of this.#listeners) {
			try {
				call(listener);
			} catch (error) {
				this.#onError(error);
			}
		}
	}

	/**
	 * Runs commits one after another; each takes all entries pending at its start. Never rejects: every later commit of
	 * the process awaits this one, and writers whose entries failed are informed through `fail`.
	 */
	#commit(): Promise<void> {
		this.#committing = this.#committing.then(() => this.#write()).catch(this.#onError);
		return this.#committing;
	}

	async #write(): Promise<void> {
		clearTimeout(this.#timer);
		clearImmediate(this.#soon);
		this.#timer = this.#soon = undefined;
		const batch = [...this.#waiting.values()];
		if (batch.length === 0) return;
		this.#waiting = new Map();
		const began = performance.now();
		const written = await this.#insert(batch);
		const took = performance.now() - began;
		const handing = await this.#handOver(written);
		this.#pace.committed(took + handing);
		if (written.length > 0) await this.#notify(written.map(({ answerId }) => answerId));
		if (this.#tail.rows >= TAIL_ROWS || this.#tail.characters >= TAIL_CHARACTERS) await this.#settle();
	}

	/**
	 * Moves what commits have appended to where it is indexed, and where the previous release finds it: an orderly stop
	 * leaves nothing in the tail. Never rejects.
	 */
	settle(): Promise<void> {
		this.#committing = this.#committing.then(() => this.#settle()).catch(this.#onError);
		return this.#committing;
	}

	async #settle(): Promise<void> {
		// Before it: a tail that cannot be moved is tried again after as many rows, not with each commit.
		this.#tail = { rows: 0, characters: 0 };
		if (!isPostgres(this.#db)) await settleTail(this.#db);
	}

	/** @returns its own duration in milliseconds, without the time of other tasks that ran in between */
	async #handOver(written: Waiting[]): Promise<number> {
		let took = 0;
		for (let at = 0; at < written.length; at += HANDED_OVER_AT_ONCE) {
			if (at > 0) await turn();
			const began = performance.now();
			for (const { answerId, entries } of written.slice(at, at + HANDED_OVER_AT_ONCE)) {
				this.#callListeners((listener) => listener.onAppend(answerId, entries));
			}
			took += performance.now() - began;
		}
		return took;
	}

	/** @returns the entries that were written; the writers of the others are failed with the reason */
	async #insert(batch: Waiting[]): Promise<Waiting[]> {
		try {
			if ((await this.#insertRows(batch)) === countRows(batch)) return batch;
			// Fewer rows than entries: the lease condition is the only one that filters rows.
			const ours = await findHeld(this.#db, batch);
			for (const one of batch) if (!ours.has(one.answerId)) this.#fail(one, new LeaseLost(one.answerId));
			return batch.filter(({ answerId }) => ours.has(answerId));
		} catch (error) {
			// An answer can be deleted with its conversation or account while its rows are being inserted.
			const erased = isForeignKeyViolation(error);
			if (batch.length > 1 && (erased || isUniqueViolation(error))) return this.#insertOneByOne(batch);
			for (const one of batch) this.#fail(one, erased ? new LeaseLost(one.answerId) : error);
			return [];
		}
	}

	/**
	 * Fails a writer whose entries were not written. What it has appended meanwhile is not written either: after a database
	 * that came back in time it would leave a hole in the text.
	 */
	#fail({ answerId, fail }: Waiting, error: unknown): void {
		fail(error);
		if (this.#waiting.get(answerId)?.fail === fail) this.#waiting.delete(answerId);
	}

	/**
	 * The fallback when a batch fails on one answer (its rows conflict or its answer is gone): the others must still be
	 * written.
	 */
	async #insertOneByOne(batch: Waiting[]): Promise<Waiting[]> {
		const written: Waiting[] = [];
		for (const one of batch) written.push(...(await this.#insert([one])));
		return written;
	}

	async #insertRows(batch: Waiting[]): Promise<number> {
		const rows = batch.flatMap(({ answerId, owner, entries }) =>
			entries.map((entry) => ({ answerId, owner, ...entry })),
		);
		const { inserted, characters } = await insertRows(this.#db, rows);
		this.#tail.rows += inserted;
		this.#tail.characters += characters;
		return inserted;
	}
}

const countRows = (batch: Waiting[]) => batch.reduce((sum, { entries }) => sum + entries.length, 0);

/** PostgreSQL stores neither U+0000 nor a lone surrogate; Markdown shows both as «�». */
function storable(text: string): string {
	const whole = text.isWellFormed() ? text : text.toWellFormed();
	return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

export type AnswerWriter = {
	/** Queues a piece for the next commit. Throws if an earlier commit failed. */
	append(kind: LogKind, body: string): void;
	/** Resolves when every queued piece is committed. */
	flush(): Promise<void>;
};
