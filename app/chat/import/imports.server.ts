import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import { failAbandoned, unfinishedOf } from "../../platform/jobs/job-status.server.ts";
import {
	addJob,
	claimJob,
	endJob,
	freeJobsOfDead,
	type Job,
	renewJob,
	requeueJob,
} from "../../platform/jobs/jobs.server.ts";
import { NotAnExport } from "./formats/array-items.server.ts";
import {
	type Imported,
	importConversations,
	NOTHING_IMPORTED,
	NotTheirs,
} from "./import-conversations.server.ts";
import { readUpload } from "./upload/read-upload.server.ts";
import { type Spool, UploadRefused } from "./upload/spool.server.ts";
import type { Upload } from "./upload/upload-form.server.ts";

export const IMPORT = "import";
/** The maximum number of queued and running imports per server; each may have gigabytes. */
const MOST_IN_LINE = 20;
/** The heartbeat interval of a running import: it renews the lease, stores the progress and reads cancellation. */
const PULSE_MS = 1_000;
/** The timeout of an import. The largest upload is read in minutes. */
const LONGEST_MS = 60 * 60_000;
/** An upload still unclaimed by then is on a server that is gone. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** The job's payload; `whole`: the upload did not break off. */
export type ImportPayload = { size: number; whole: boolean };
export type ImportProgress = Imported & {
	/** The part of the file that has been read, from 0 to 1. */
	share: number;
};

type Parts = {
	db: Db;
	spool: Spool;
	/** The worker id of this process. */
	owner: string;
	isDead: (owner: string) => boolean;
	/** Receives unexpected failures of an import. */
	onError: (error: unknown, jobId: string) => void;
};

/** Why a running import is aborted. */
type Ending = "cancel" | "lost" | "stop" | "too-long";

/** The imports of this server: each is a job whose file is on this server, and one runs at a time. */
export class Imports {
	readonly #parts: Parts;
	readonly #receiving = new Set<string>();
	readonly #stop = new AbortController();
	/** A job is being claimed or is running. */
	#busy = false;
	#running: Promise<void> | undefined;
	readonly #waiting = new Map<string, () => void>();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/**
	 * Stores an upload and queues its import. Of an upload that breaks off, the received part is imported.
	 * @param announced its size according to the sender; 0: unknown
	 * @returns the job; or why there is none: the account has an unfinished one, or the server is at its limit
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
			if (error instanceof UploadRefused) return error.code;
			throw error;
		} finally {
			this.#receiving.delete(accountId);
		}
	}

	/** Claims the next import if none is running. A scheduled job; the import itself continues in the background. */
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

	/** Resolves when this server has finished a job, or after `limitMs`. */
	async ended(jobId: string, limitMs: number): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const tooLong = setTimeout(resolve, limitMs);
		this.#waiting.set(jobId, resolve);
		await promise;
		clearTimeout(tooLong);
		this.#waiting.delete(jobId);
	}

	/** Removes files without a job, and ends jobs whose files are gone. A scheduled job. */
	async sweep(): Promise<void> {
		const { db, spool } = this.#parts;
		await failAbandoned(db, IMPORT, ABANDONED_MS);
		await spool.sweep((ids) => unfinishedOf(db, ids));
	}

	/** Aborts the running import and releases its job, so that the next process resumes it at once. */
	async stop(): Promise<void> {
		this.#stop.abort("stop" satisfies Ending);
		for (const resolve of this.#waiting.values()) resolve();
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
			// Another process may have claimed the job; then the file is still needed.
			if (!(await unfinishedOf(db, [job.id])).has(job.id)) await spool.remove(job.id);
		};
		const ending = new AbortController();
		const signal = AbortSignal.any([this.#stop.signal, ending.signal]);
		const stopPulse = startPulse(async () => {
			const state = await renewJob(db, held, progress);
			if (state !== "go-on") ending.abort(state satisfies Ending);
		});
		const tooLong = setTimeout(() => ending.abort("too-long" satisfies Ending), LONGEST_MS);
		try {
			const found = await stat(file).catch(() => null);
			if (found?.size !== size) return await end("failed", "lost");
			const onRead = (share: number) => {
				progress.share = share;
			};
			const isMine = async (trx: Db) => (await renewJob(trx, held, progress)) === "go-on";
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
			if (why === "stop") await requeueJob(db, { ...held, tries: job.tries }, { countsAsAttempt: false });
			else if (why === "too-long") await end("failed", "given-up");
			else if (why || error instanceof NotTheirs) await end("canceled");
			else if (error instanceof NotAnExport)
				await end("failed", !whole && CUT.has(error.code) ? "cut-upload" : error.code);
			else {
				onError(error, job.id);
				await requeueJob(db, { ...held, tries: job.tries }, { countsAsAttempt: true });
			}
		} finally {
			clearTimeout(tooLong);
			await stopPulse();
		}
	}
}

/** The error codes that a truncated upload can cause. */
const CUT = new Set(["cut-off", "not-json", "no-conversations"]);

/** Repeats `beat` without overlap, also after a failure. @returns stops it */
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
