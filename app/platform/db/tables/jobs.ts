import type { Generated } from "kysely";

export type JobState = "waiting" | "running" | "done" | "failed" | "canceled";

/** Slow work that outlives the request that asked for it. */
export type JobsTable = {
	id: string;
	/** Which kind of work, by which its worker finds it. */
	kind: string;
	/** What it is about: of one kind and key only one job is unended. */
	key: string;
	/** Whose it is; null: nobody's in particular. */
	account_id: string | null;
	/** The data folder that holds its files; null: any server may do it. */
	place: string | null;
	state: JobState;
	/** JSON of what the worker needs to know. */
	payload: string;
	/** JSON of how far it has come, as the worker writes it. */
	progress: string | null;
	/** The code of why it failed; the screen has the words. */
	failure: string | null;
	/** How many times it was begun. */
	tries: Generated<number>;
	/** Not before then. This and the lease are times of the database's clock. */
	due_at: number;
	/** Which process works at it, and until when that is believed without a word from it. */
	lease_owner: string | null;
	lease_until: number | null;
	cancel_requested_at: number | null;
	created_at: number;
	ended_at: number | null;
	/** When its end was shown to the person. */
	told_at: number | null;
};

export type JobsTables = { jobs: JobsTable };
