import type { Generated } from "kysely";

export type JobState = "waiting" | "running" | "done" | "failed" | "canceled";

/** Slow work that outlives the request that asked for it. */
export type JobsTable = {
	id: string;
	/** Kind of work; each worker takes one kind. */
	kind: string;
	/** Subject of the work: at most one unfinished job per kind and key. */
	key: string;
	/** The account it belongs to; null: none in particular. */
	account_id: string | null;
	/** The data folder that holds its files; null: any server may do it. */
	place: string | null;
	state: JobState;
	/** JSON input of the worker. */
	payload: string;
	/** JSON progress, as the worker writes it. */
	progress: string | null;
	/** The code of the failure; the screen has the words. */
	failure: string | null;
	/** How many times it was started. */
	tries: Generated<number>;
	/** Not claimed before then. This and the lease are times of the database's clock. */
	due_at: number;
	/** Which process works on it, and until when its lease holds without a heartbeat. */
	lease_owner: string | null;
	lease_until: number | null;
	cancel_requested_at: number | null;
	created_at: number;
	ended_at: number | null;
	/** When its result was shown to the person. */
	told_at: number | null;
};

export type JobsTables = { jobs: JobsTable };
