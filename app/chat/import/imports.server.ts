import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import {
	addJob,
	claimJob,
	endJob,
	freeJobsOfDead,
	type Job,
	keepJob,
	putBack,
} from "../../platform/jobs/jobs.server.ts";
import { giveUpAbandoned, unendedOf } from "../../platform/jobs/look-at-jobs.server.ts";
import { NotAnExport } from "./formats/array-items.ts";
import {
	type Imported,
	importConversations,
	NOTHING_IMPORTED,
	NotTheirs,
} from "./import-conversations.server.ts";
import { readUpload } from "./upload/read-upload.server.ts";
import { NoRoom, type Spool } from "./upload/spool.server.ts";
import type { Upload } from "./upload/upload-form.server.ts";

export const IMPORT = "import";
/** So many uploads of one server wait or are read; each may have gigabytes. */
const MOST_IN_LINE = 20;
/** How often a running import says that it is alive and how far it is, and hears whether it is to end. */
const PULSE_MS = 1_000;
/** The largest upload is read in minutes. One that takes longer is not going to end. */
const LONGEST_MS = 60 * 60_000;
/** An upload that nobody has begun to read by then lies on a server that is gone. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** What the job has to know; `whole`: the upload did not break off. */
export type ImportPayload = { size: number; whole: boolean };
export type ImportProgress = Imported & {
	/** How much of the file has been read, from 0 to 1. */
	share: number;
};

type Parts = {
	db: Db;
	spool: Spool;
	/** Names this process to the others. */
	owner: string;
	isDead: (owner: string) => boolean;
	/** Told of an import that has failed in a way that nobody foresaw. */
	onError: (error: unknown, jobId: string) => void;
};

/** Why a running import is to end before its file does. */
type Ending = "cancel" | "lost" | "stop" | "too-long";

/** The imports of this server: each is a job whose file lies here, and one runs at a time. */
export class Imports {
	readonly #parts: Parts;
	readonly #receiving = new Set<string>();
	readonly #stop = new AbortController();
	/** A job is being looked for or worked at. */
	#busy = false;
	#running: Promise<void> | undefined;
	readonly #waiting = new Map<string, () => void>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/**
	 * Keeps an upload and puts its reading into the line. Of an upload that breaks off, what has come is read.
	 * @param announced its size as the sender says it; 0: unknown
	 * @returns the job; or why there is none: the account has one that is not ended, or the server has no room
	 * @throws {NotAnExport} when there is no file in it
	 */
	async receive(
		accountId: string,
		upload: () => Promise<Upload>,
		announced: number,
	): Promise<{ jobId: string } | "too-many" | "busy" | "no-room"> {
		const { db, spool } = this.#parts;
		if (this.#receiving.has(accountId)) return "too-many";
		this.#receiving.add(accountId);
		const jobId = randomUUID();
		try {
			const { size, whole } = await spool.receive(jobId, await upload(), announced);
			if (size === 0) throw new NotAnExport("no-conversations");
			const payload: ImportPayload = { size, whole };
			const job = { id: jobId, kind: IMPORT, key: accountId, accountId, place: spool.place, payload };
			const added = await addJob(db, job, MOST_IN_LINE);
			if (added === "added") {
				void this.takeUp().catch((error: unknown) => this.#parts.onError(error, jobId));
				return { jobId };
			}
			await spool.remove(jobId);
			return added === "exists" ? "too-many" : "busy";
		} catch (error) {
			await spool.remove(jobId);
			if (error instanceof NoRoom) return error.code;
			throw error;
		} finally {
			this.#receiving.delete(accountId);
		}
	}

	/** Begins the next import if none runs. A chore; the import itself goes on after it. */
	async takeUp(): Promise<void> {
		const { db, spool, owner, isDead, onError } = this.#parts;
		if (this.#busy || this.#stop.signal.aborted) return;
		this.#busy = true;
		try {
			await freeJobsOfDead(db, IMPORT, isDead);
			const job = await claimJob(db, { kind: IMPORT, place: spool.place, owner });
			if (!job) return;
			this.#running = this.#work(job)
				.catch((error: unknown) => onError(error, job.id))
				.finally(() => {
					this.#running = undefined;
					this.#busy = false;
					this.#waiting.get(job.id)?.();
				});
			void this.#running.then(() => this.takeUp()).catch((error: unknown) => onError(error, ""));
		} finally {
			if (!this.#running) this.#busy = false;
		}
	}

	/** Resolves when this server has ended its work at a job, or after `limitMs`. */
	async ended(jobId: string, limitMs: number): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const tooLong = setTimeout(resolve, limitMs);
		this.#waiting.set(jobId, resolve);
		await promise;
		clearTimeout(tooLong);
		this.#waiting.delete(jobId);
	}

	/** Removes files that no job needs, and ends jobs whose files are gone. A chore. */
	async sweep(): Promise<void> {
		const { db, spool } = this.#parts;
		await giveUpAbandoned(db, IMPORT, ABANDONED_MS);
		await spool.sweep((ids) => unendedOf(db, ids));
	}

	/** Lays down what is running, for the next process to go on with at once. */
	async stop(): Promise<void> {
		this.#stop.abort("stop" satisfies Ending);
		for (const tell of this.#waiting.values()) tell();
		await this.#running;
	}

	async #work(job: Job): Promise<void> {
		const { db, spool, owner, onError } = this.#parts;
		const held = { id: job.id, owner };
		const { size, whole } = JSON.parse(job.payload) as ImportPayload;
		const file = spool.pathOf(job.id);
		const progress: ImportProgress = { ...NOTHING_IMPORTED, share: 0 };
		const end = async (state: "done" | "failed" | "canceled", failure?: string) => {
			await endJob(db, held, { state, failure, progress });
			// Another process may have it now; then the file is that one's.
			if (!(await unendedOf(db, [job.id])).has(job.id)) await spool.remove(job.id);
		};
		const ending = new AbortController();
		const signal = AbortSignal.any([this.#stop.signal, ending.signal]);
		const stopPulse = startPulse(async () => {
			const told = await keepJob(db, held, progress);
			if (told !== "go-on") ending.abort(told satisfies Ending);
		});
		const tooLong = setTimeout(() => ending.abort("too-long" satisfies Ending), LONGEST_MS);
		try {
			const found = await stat(file).catch(() => null);
			if (found?.size !== size) return await end("failed", "lost");
			const onRead = (share: number) => {
				progress.share = share;
			};
			const isMine = async (trx: Db) => (await keepJob(trx, held, progress)) === "go-on";
			const target = { accountId: job.account_id ?? "", jobId: job.id, isMine };
			await importConversations(
				db,
				target,
				readUpload(file, { now: Number(job.created_at), onRead, signal }),
				progress,
			);
			await (whole ? end("done") : end("failed", "cut-upload"));
		} catch (error) {
			const why: Ending | undefined = signal.aborted ? signal.reason : undefined;
			if (why === "stop") await putBack(db, { ...held, tries: job.tries }, { innocent: true });
			else if (why === "too-long") await end("failed", "given-up");
			else if (why || error instanceof NotTheirs) await end("canceled");
			else if (error instanceof NotAnExport)
				await end("failed", !whole && CUT.has(error.code) ? "cut-upload" : error.code);
			else {
				onError(error, job.id);
				await putBack(db, { ...held, tries: job.tries }, { innocent: false });
			}
		} finally {
			clearTimeout(tooLong);
			await stopPulse();
		}
	}
}

/** What a file that broke off on its way looks like. */
const CUT = new Set(["cut-off", "not-json", "no-conversations"]);

/** Repeats `beat`, one after another. What fails once is repeated as well. @returns ends it */
function startPulse(beat: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined;
	const timer = setInterval(() => {
		running ??= beat()
			.catch(() => {})
			.finally(() => {
				running = undefined;
			});
	}, PULSE_MS);
	return async () => {
		clearInterval(timer);
		await running;
	};
}
