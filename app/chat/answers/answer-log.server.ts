import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { AnswerLogTable } from "../../platform/db/tables/chat.ts";
import { retryConflicts } from "../../platform/db/transact.server.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../platform/db/unique-violation.server.ts";

/** One commit for everything that was said in this time, by all answers of the process. */
const GROUP_COMMIT_MS = 45;
/** Under load commits come as far apart as the last one took, so that they leave half of the time to others. */
const LONGEST_GROUP_MS = 400;
/** So many answers are handed over before others get a turn of the loop. */
const HANDED_OVER_AT_ONCE = 500;

export type LogKind = AnswerLogTable["kind"];
export type LogEntry = { seq: number; kind: LogKind; body: string };
type Waiting = { answerId: string; owner: string; entries: LogEntry[]; fail: (error: unknown) => void };
/** Tells other processes that an answer has grown or ended, or that its writer is asked to stop. */
type Announce = (answerIds: string[]) => Promise<void>;

/** Who in this process wants to know of answers. */
export type LogListener = {
	/** These entries are committed, in order. */
	onAppend(answerId: string, entries: readonly LogEntry[]): void;
	/** Something about the answer has changed: look yourself. `elsewhere`: another process says so. */
	onChange(answerId: string, from: "here" | "elsewhere"): void;
};

/** The pen's lease was lost: another process writes the answer, or it has ended. */
export class LeaseLost extends Error {
	constructor(answerId: string) {
		super(`the lease of answer ${answerId} is no longer ours`);
		this.name = "LeaseLost";
	}
}

/**
 * The numbered, append-only log of what models say while they write. It is written first and shown second:
 * the screen that asked, a reload, a second tab and a second server all show what is committed here.
 *
 * Pieces of all answers that are being written share one commit, and pieces of one answer that fall into
 * the same commit become one row, so a chatty model cannot multiply writes. The first piece of an answer
 * does not wait. Rows of an answer whose lease is lost are not written at all.
 */
export class AnswerLog {
	readonly #db: Db;
	readonly #announce: Announce;
	readonly #onError: (error: unknown) => void;
	readonly #listeners = new Set<LogListener>();
	#waiting = new Map<string, Waiting>();
	#timer: NodeJS.Timeout | undefined;
	#soon: NodeJS.Immediate | undefined;
	#pauseMs = GROUP_COMMIT_MS;
	#committing: Promise<void> = Promise.resolve();

	/** @param onError hears what a listener has thrown: a defect that must not hold up anybody's answer */
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
	 * A place to write one answer's pieces, for the holder of its lease.
	 * @param lastSeq the number of the last entry that was written before
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
				else waiting.entries.push({ seq: ++seq, kind, body });
				if (first) {
					first = false;
					// All first pieces of this turn of the loop go together: a commit may wait for the disk.
					this.#soon ??= setImmediate(() => void this.#commit());
				} else {
					this.#timer ??= setTimeout(() => void this.#commit(), this.#pauseMs);
				}
			},
			flush: async () => {
				await this.#commit();
				if (failure) throw failure;
			},
		};
	}

	/** Returns how to stop listening. */
	listen(listener: LogListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Another process says that something about the answer has changed. */
	changedElsewhere(answerId: string): void {
		this.#callListeners((listener) => listener.onChange(answerId, "elsewhere"));
	}

	/** Tells this process and the others that the answer has ended, or is to be stopped. */
	async announce(answerId: string): Promise<void> {
		this.#callListeners((listener) => listener.onChange(answerId, "here"));
		await this.#tell([answerId]);
	}

	/** Others also poll, so a lost announcement is a delay and not a loss. */
	async #tell(answerIds: string[]): Promise<void> {
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
	 * Commits one after another; a commit takes everything that waits at its start. Never rejects: every later commit
	 * of the process waits for this one, and who could not be written has been told by `fail`.
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
		this.#pauseMs = Math.min(Math.max(GROUP_COMMIT_MS, took + handing), LONGEST_GROUP_MS);
		if (written.length > 0) await this.#tell(written.map(({ answerId }) => answerId));
	}

	/** @returns how many milliseconds it took, without those of others who had their turn meanwhile */
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

	/** @returns those whose rows are in; the others have been told why theirs are not */
	async #insert(batch: Waiting[]): Promise<Waiting[]> {
		try {
			if ((await this.#insertRows(batch)) === countRows(batch)) return batch;
			// Some were refused: by the lease, since nothing else leaves rows out.
			const ours = await this.#stillHeld(batch);
			for (const { answerId, fail } of batch) if (!ours.has(answerId)) fail(new LeaseLost(answerId));
			return batch.filter(({ answerId }) => ours.has(answerId));
		} catch (error) {
			// An answer erased while its rows were on their way in, with its conversation or its account.
			const erased = isForeignKeyViolation(error);
			if (batch.length > 1 && (erased || isUniqueViolation(error))) return this.#insertOneByOne(batch);
			for (const { answerId, fail } of batch) fail(erased ? new LeaseLost(answerId) : error);
			return [];
		}
	}

	/** One answer met a row of another process's, or is gone: the others must not suffer. */
	async #insertOneByOne(batch: Waiting[]): Promise<Waiting[]> {
		const written: Waiting[] = [];
		for (const one of batch) written.push(...(await this.#insert([one])));
		return written;
	}

	/** All rows in one statement of constant text and one parameter: to build one of 500 rows takes longer than to run it. */
	#insertRows(batch: Waiting[]): Promise<number> {
		const rows = JSON.stringify(
			batch.flatMap(({ answerId, owner, entries }) =>
				entries.map(({ seq, kind, body }) => [answerId, owner, seq, kind, body]),
			),
		);
		const source = isPostgres(this.#db)
			? sql`json_array_elements(cast(${rows} as json)) as r(v)`
			: sql`(select value as v from json_each(${rows})) as r`;
		const insert = sql`
			insert into answer_log (answer_id, seq, kind, body, written_at)
			select a.id, cast(v->>2 as integer), v->>3, v->>4, cast(${Date.now()} as bigint)
			from ${source} join answers a on a.id = v->>0
			where a.lease_owner = v->>1 and a.state = 'writing'
		`;
		// On PostgreSQL the rows of several answers are touched, in another order than somebody else may do it.
		return retryConflicts(async () => Number((await insert.execute(this.#db)).numAffectedRows ?? 0n));
	}

	async #stillHeld(batch: Waiting[]): Promise<Set<string>> {
		const rows = await this.#db
			.selectFrom("answers")
			.select(["id", "lease_owner"])
			.where("state", "=", "writing")
			.where(
				"id",
				"in",
				batch.map(({ answerId }) => answerId),
			)
			.execute();
		const owners = new Map(rows.map(({ id, lease_owner }) => [id, lease_owner]));
		return new Set(
			batch.flatMap(({ answerId, owner }) => (owners.get(answerId) === owner ? [answerId] : [])),
		);
	}
}

const countRows = (batch: Waiting[]) => batch.reduce((sum, { entries }) => sum + entries.length, 0);

/** PostgreSQL stores neither a zero character nor half of a surrogate pair; Markdown shows both as «�». */
function storable(text: string): string {
	const whole = text.isWellFormed() ? text : text.toWellFormed();
	return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

export type AnswerWriter = {
	/** Takes a piece; it is in the log with the next commit. Throws if an earlier commit failed. */
	append(kind: LogKind, body: string): void;
	/** Resolves when every piece taken so far is in the log. */
	flush(): Promise<void>;
};
