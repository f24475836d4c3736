import type { Generated } from "kysely";

export type JobState = "waiting" | "running" | "done" | "failed" | "canceled";

/**
 * The queue: work that must not be lost, or that outlives the request that asked for it. A row is written in the
 * transaction of the fact that it follows from, and refers by its key to the record that it is about.
 */
export type JobsTable = {
	id: string;
	/** Kind of work; each kind has a handler, see `JobHandler`. */
	kind: string;
	/** Subject of the work: at most one unfinished job per kind and key. */
	key: string;
	/** The account it belongs to; null: none in particular. */
	account_id: string | null;
	/** The data folder that holds its files; null: any server may do it. */
	place: string | null;
	state: JobState;
	/** JSON input of the worker; `{}` where the key says everything. */
	payload: string;
	/** JSON progress, as the worker writes it. */
	progress: string | null;
	/** The code of the failure; the screen has the words. */
	failure: string | null;
	/** How many times it was started since it last went well. */
	tries: Generated<number>;
	/**
	 * The time before which the job is not claimed; of a running job, the end of the lease or an earlier time at which it
	 * is to be done again. This and the lease are times of the database's clock.
	 */
	due_at: number;
	/** The name and the code of the last failure, without people's words. */
	last_error: string | null;
	/** The claim that holds the job, and the time until which it holds without a heartbeat. */
	lease_owner: string | null;
	lease_until: number | null;
	cancel_requested_at: number | null;
	created_at: number;
	ended_at: number | null;
	/** When its result was shown to the person. */
	told_at: number | null;
};

export type JobsTables = { jobs: JobsTable };
