import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { startTimeout } from "../../platform/concurrency/timeout.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { enqueueLimited } from "../../platform/jobs/enqueue.server.ts";
import { startHeartbeat } from "../../platform/jobs/heartbeat.server.ts";
import type { ClaimedJob, Job, JobHandler, JobOutcome } from "../../platform/jobs/job-handler.server.ts";
import { failAbandoned, unfinishedOf } from "../../platform/jobs/job-status.server.ts";
import { renewJob } from "../../platform/jobs/settle-job.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
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
const MOST_QUEUED = 20;
/** An import without a heartbeat for so long counts as dead. */
const LEASE_MS = 15_000;
/** The pause after the first failure; it doubles with each. */
const FIRST_PAUSE_MS = 5_000;
/** The heartbeat interval of a running import: it renews the lease, stores the progress and reads cancellation. */
const HEARTBEAT_MS = 1_000;
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

type Parts = { db: Db; spool: Spool };

/** Why a running import is aborted. */
type StopReason = "cancel" | "lost" | "stop" | "too-long";

/** The imports of this server: each is a job whose file is on this server, and one runs at a time. */
export class Imports {
	readonly #parts: Parts;
	readonly #receiving = new Set<string>();
	readonly #waiting = new Map<string, () => void>();
	/** Does the imports; the `JobRunner` calls it. */
	readonly handler: JobHandler;

	constructor(parts: Parts) {
		this.#parts = parts;
		this.handler = {
			kind: IMPORT,
			concurrency: 1,
			leaseMs: LEASE_MS,
			maxAttempts: 3,
			pauseMs: (attempts) => FIRST_PAUSE_MS * 2 ** (attempts - 1),
			place: parts.spool.place,
			run: (job, { signal }) => this.#run(job, signal),
			onSettled: (job) => this.#settled(job),
		};
	}

	/**
	 * Stores an upload and queues its import. The received part of an upload that breaks off is imported.
	 * @param announced its size according to the sender; 0: unknown
	 * @param check is called when the upload is here, maybe hours later; what it throws ends all of it
	 * @returns the job; or why there is none: the account has an unfinished one, or the server is at its limit
	 * @throws {NotAnExport} when there is no file in it
	 */
	async receive(
		accountId: string,
		upload: () => Promise<Upload>,
		announced: number,
		check: () => Promise<void> = async () => {},
	): Promise<{ jobId: string } | "too-many" | "busy" | "no-room"> {
		const { db, spool } = this.#parts;
		if (this.#receiving.has(accountId)) return "too-many";
		this.#receiving.add(accountId);
		const jobId = randomUUID();
		try {
			const { size, whole } = await spool.receive(jobId, await upload(), announced);
			await check();
			if (size === 0) throw new NotAnExport("no-conversations");
			const payload: ImportPayload = { size, whole };
			const job = { id: jobId, kind: IMPORT, key: accountId, accountId, place: spool.place, payload };
			const added = await enqueueLimited(db, job, MOST_QUEUED);
			if (added === "added") {
				wakeRunner();
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

	/** Resolves when this server has finished a job, or after `limitMs`. */
	async ended(jobId: string, limitMs: number): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const tooLong = setTimeout(resolve, limitMs);
		this.#waiting.set(jobId, resolve);
		await promise;
		clearTimeout(tooLong);
		this.#waiting.delete(jobId);
	}

	/**
	 * Removes files without a job, and ends jobs whose files are gone. A scheduled job.
	 * @param now by which they are old
	 */
	async sweep(now: number): Promise<void> {
		const { db, spool } = this.#parts;
		await failAbandoned(db, IMPORT, ABANDONED_MS, () => now);
		await spool.sweep((ids) => unfinishedOf(db, ids), now);
	}

	/** Lets requests that wait for an import respond; the process stops. */
	stop(): void {
		for (const resolve of this.#waiting.values()) resolve();
	}

	async #run(job: ClaimedJob, stopping: AbortSignal): Promise<JobOutcome> {
		const { db, spool } = this.#parts;
		const { size, whole } = JSON.parse(job.payload) as ImportPayload;
		const file = spool.pathOf(job.id);
		const progress: ImportProgress = { ...NOTHING_IMPORTED, share: 0 };
		const end = (state: "done" | "failed" | "canceled", failure?: string): JobOutcome => ({
			outcome: "ended",
			state,
			progress,
			...(failure !== undefined && { failure }),
		});
		const abort = new AbortController();
		const stop = () => abort.abort("stop" satisfies StopReason);
		if (stopping.aborted) stop();
		stopping.addEventListener("abort", stop, { once: true });
		const renew = (trx: Db) => renewJob(trx, job, { leaseMs: LEASE_MS, progress });
		const stopHeartbeat = startHeartbeat(async () => {
			const state = await renew(db);
			if (state !== "go-on") abort.abort(state satisfies StopReason);
		}, HEARTBEAT_MS);
		const endTimeout = startTimeout(LONGEST_MS, () => abort.abort("too-long" satisfies StopReason));
		try {
			const found = await stat(file).catch(() => null);
			if (found?.size !== size) return end("failed", "lost");
			const onRead = (share: number) => {
				progress.share = share;
			};
			const isMine = async (trx: Db) => (await renew(trx)) === "go-on";
			const target = { accountId: job.account_id ?? "", jobId: job.id, isMine };
			const { signal } = abort;
			await importConversations(
				db,
				target,
				readUpload(file, { now: Number(job.created_at), onRead, signal }),
				progress,
			);
			return whole ? end("done") : end("failed", "cut-upload");
		} catch (error) {
			const why: StopReason | undefined = abort.signal.aborted ? abort.signal.reason : undefined;
			if (why === "stop") return { outcome: "released" };
			if (why === "too-long") return end("failed", "given-up");
			if (why || error instanceof NotTheirs) return end("canceled");
			if (error instanceof NotAnExport)
				return end("failed", !whole && CUT.has(error.code) ? "cut-upload" : error.code);
			throw error;
		} finally {
			endTimeout();
			stopping.removeEventListener("abort", stop);
			await stopHeartbeat();
		}
	}

	/** Another process may have claimed the job, or it is tried again: then the file is still needed. */
	async #settled(job: Job): Promise<void> {
		const { db, spool } = this.#parts;
		if (!(await unfinishedOf(db, [job.id])).has(job.id)) await spool.remove(job.id);
		this.#waiting.get(job.id)?.();
	}
}

/** The error codes that a truncated upload can cause. */
const CUT = new Set(["cut-off", "not-json", "no-conversations"]);
