import type { Db } from "../../platform/db/connection.server.ts";
import { countAhead, lastJob } from "../../platform/jobs/job-status.server.ts";
import { type Imported, NOTHING_IMPORTED } from "./import-conversations.server.ts";
import { IMPORT, type ImportProgress } from "./imports.server.ts";

/** The state of an account's last import, on whichever server it runs. */
export type ImportStatus =
	| { state: "waiting"; jobId: string; ahead: number; share: number; count: Imported }
	/** `silent`: its server has stopped sending heartbeats. */
	| { state: "running" | "silent" | "canceling"; jobId: string; share: number; count: Imported }
	/** `failure`: the error code; null: it is finished, or was canceled. */
	| {
			state: "done" | "failed" | "canceled";
			jobId: string;
			failure: string | null;
			count: Imported;
			wasShown: boolean;
			endedAt: number;
	  };

/** The account's last import; undefined: there was none lately. */
export async function readImportStatus(db: Db, accountId: string): Promise<ImportStatus | undefined> {
	const job = await lastJob(db, IMPORT, accountId);
	if (!job) return undefined;
	const { id: jobId, state, failure } = job;
	const progress: ImportProgress = { ...NOTHING_IMPORTED, share: 0, ...JSON.parse(job.progress ?? "{}") };
	const { share, ...count } = progress;
	if (state === "waiting") return { state, jobId, ahead: await countAhead(db, job), share, count };
	if (state !== "running")
		return { state, jobId, failure, count, wasShown: job.told_at !== null, endedAt: job.ended_at ?? 0 };
	const progressState = job.silent ? "silent" : job.cancel_requested_at === null ? "running" : "canceling";
	return { state: progressState, jobId, share, count };
}

/** An unfinished import. */
export type UnfinishedImport = Extract<ImportStatus, { share: number }>;

export const isUnfinished = (view: ImportStatus | undefined): view is UnfinishedImport =>
	view !== undefined && "share" in view;
