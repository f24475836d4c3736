import { EventEmitter } from "node:events";
import type { Db } from "../db/connection.server.ts";
import type { AnswerLogTable } from "../db/tables/chat.ts";

/** One commit for everything that was said in this time, by all answers of the process. */
const GROUP_COMMIT_MS = 45;

export type LogKind = AnswerLogTable["kind"];
export type LogEntry = { seq: number; kind: LogKind; body: string };
type Waiting = {
	answerId: string;
	nextSeq: number;
	entries: { kind: LogKind; body: string }[];
	fail: (error: unknown) => void;
};
/** Tells other processes that an answer has grown. */
type Announce = (answerIds: string[]) => Promise<void>;

/**
 * The numbered, append-only log of what models say. It is written first and shown second: the screen
 * that asked, a reload, a second tab and a second server all read it by `readAfter`.
 *
 * Pieces of all answers that are being written share one commit per 45 ms, and pieces of one answer
 * that fall into the same commit become one row, so a chatty model cannot multiply writes. The first
 * piece of an answer does not wait.
 */
export class AnswerLog {
	readonly #db: Db;
	readonly #announce: Announce;
	readonly #waiting = new Map<string, Waiting>();
	readonly #nudges = new EventEmitter().setMaxListeners(0);
	#timer: NodeJS.Timeout | undefined;
	#committing: Promise<void> = Promise.resolve();

	constructor(db: Db, announce: Announce = async () => {}) {
		this.#db = db;
		this.#announce = announce;
	}

	/**
	 * A place to write one answer's pieces. Only the holder of the answer's lease may open one; a
	 * second writer would meet the log's primary key and its `flush` would reject.
	 */
	async openWriter(answerId: string): Promise<AnswerWriter> {
		const last = await this.#db
			.selectFrom("answer_log")
			.select(({ fn }) => fn.max("seq").as("seq"))
			.where("answer_id", "=", answerId)
			.executeTakeFirst();
		let nextSeq = Number(last?.seq ?? 0) + 1;
		let first = true;
		let failure: unknown;
		const fail = (error: unknown) => {
			failure ??= error;
		};
		return {
			append: (kind, body) => {
				if (failure) throw failure;
				let waiting = this.#waiting.get(answerId);
				if (!waiting) {
					waiting = { answerId, nextSeq, entries: [], fail };
					this.#waiting.set(answerId, waiting);
				}
				const tail = waiting.entries.at(-1);
				if (tail?.kind === kind) tail.body += body;
				else {
					waiting.entries.push({ kind, body });
					nextSeq += 1;
				}
				if (first) {
					first = false;
					void this.#commit();
				} else {
					this.#timer ??= setTimeout(() => void this.#commit(), GROUP_COMMIT_MS);
				}
			},
			flush: async () => {
				await this.#commit();
				if (failure) throw failure;
			},
		};
	}

	/** Everything of the answer after `seq`, in order. */
	async readAfter(answerId: string, seq: number): Promise<LogEntry[]> {
		return this.#db
			.selectFrom("answer_log")
			.select(["seq", "kind", "body"])
			.where("answer_id", "=", answerId)
			.where("seq", ">", seq)
			.orderBy("seq")
			.execute();
	}

	/** Calls `listener` when the answer may have grown or ended. Returns how to stop listening. */
	onNudge(answerId: string, listener: () => void): () => void {
		this.#nudges.on(answerId, listener);
		return () => this.#nudges.off(answerId, listener);
	}

	/** Wakes this process's readers of the answer. */
	nudge(answerId: string): void {
		this.#nudges.emit(answerId);
	}

	/** Wakes this process's readers and tells the other processes. */
	async announce(answerId: string): Promise<void> {
		this.nudge(answerId);
		await this.#announce([answerId]);
	}

	/** Commits one after another; a commit takes everything that waits at its start. Never rejects. */
	#commit(): Promise<void> {
		this.#committing = this.#committing.then(() => this.#write());
		return this.#committing;
	}

	async #write(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const batch = [...this.#waiting.values()];
		this.#waiting.clear();
		if (batch.length === 0) return;
		try {
			await this.#insert(batch);
		} catch {
			// One answer's rows were refused (its lease was lost, it was deleted): the others must not suffer.
			for (const one of batch) await this.#insert([one]).catch(one.fail);
		}
		for (const { answerId } of batch) this.nudge(answerId);
		// Readers elsewhere also poll, so a lost announcement is a delay and not a loss.
		await this.#announce(batch.map(({ answerId }) => answerId)).catch(() => {});
	}

	async #insert(batch: Waiting[]): Promise<void> {
		const written_at = Date.now();
		const rows = batch.flatMap(({ answerId, nextSeq, entries }) =>
			entries.map(({ kind, body }, i) => ({ answer_id: answerId, seq: nextSeq + i, kind, body, written_at })),
		);
		await this.#db.insertInto("answer_log").values(rows).execute();
	}
}

export type AnswerWriter = {
	/** Takes a piece; it is in the log at the latest 45 ms later. Throws if an earlier commit failed. */
	append(kind: LogKind, body: string): void;
	/** Resolves when every piece taken so far is in the log. */
	flush(): Promise<void>;
};
