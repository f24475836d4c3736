import type { Selectable } from "kysely";
import type { Db } from "../db/connection.server.ts";
import type { Clock } from "../db/database-clock.server.ts";
import type { JobsTable } from "../db/tables/jobs.ts";

export type Job = Selectable<JobsTable>;

/** A job claimed by this process: its lease is named by an owner that no other claim has. */
export type ClaimedJob = Job & { lease_owner: string; lease_until: number };

/** Writes what follows from the outcome, in the transaction that settles the job, and only while its lease holds. */
type Apply = (trx: Db) => Promise<void>;

/** The outcome of a job. Everything but `done` and `ended` keeps it in the queue or, given up, in the table. */
export type JobOutcome =
	/** The row goes: the subject of the job has its own record. */
	| { outcome: "done"; apply?: Apply }
	/** The row stays for a month, for the person it belongs to. */
	| { outcome: "ended"; state: "done" | "failed" | "canceled"; failure?: string; progress: object }
	/** Nothing failed, and there is more to do: at a time of the database's clock, or at once. */
	| { outcome: "reschedule"; at: number | "now"; apply?: Apply }
	/**
	 * It is repeated at `at`, or after the handler's pause; given up after too many attempts.
	 * @property error a code or a name, or what was thrown; without people's words
	 */
	| { outcome: "failed"; error: unknown; at?: number; apply?: Apply }
	/** It is pointless to go on. The row stays for the operator. */
	| { outcome: "given-up"; error: string; apply?: Apply }
	/** The process ends: another one takes the job at once, and the attempt does not count. */
	| { outcome: "released" };

/** How jobs of one kind are done. */
export type JobHandler = {
	kind: string;
	/** How many run at once in this process. */
	concurrency: number;
	/** Longer than one run takes, unless it renews the lease: after that another process may claim the job. */
	leaseMs: number;
	/** Attempts that failed or whose process died, before a job is given up; null: never. */
	maxAttempts: number | null;
	/** The pause after a failure. @param attempts from 1 */
	pauseMs: (attempts: number) => number;
	/** Jobs of other places are skipped, see `JobsTable.place`. */
	place?: string;
	/**
	 * Does the job, once or repeatedly, after a crash in the middle too. An error that it throws is logged and counts as
	 * failed.
	 * @param signal aborted when the process stops; a handler that takes long then returns `released`
	 */
	run: (job: ClaimedJob, context: { clock: Clock | undefined; signal: AbortSignal }) => Promise<JobOutcome>;
	/** Marks the job's own record, in the transaction that gives the job up after too many attempts. */
	onGiveUp?: (trx: Db, job: Job) => Promise<void>;
	/** Called after each attempt, whatever became of the job. */
	onSettled?: (job: Job) => Promise<void>;
	/**
	 * Finds records that wait without a job: a server of the release before the queue has written them. A few at a time.
	 * A recurring job finds itself, where it is not queued or was put off by a wrong clock.
	 */
	findJobless?: (db: Db, limit: number, clock?: Clock) => Promise<{ key: string; dueAt: number }[]>;
};

/**
 * The key of the one job of a kind that reschedules itself for ever. Nobody waits for it: it is no part of a queue's
 * length, and overdue whenever no server runs.
 */
export const RECURRING = "recurring";

/** One minute, two, four, … up to an hour. */
export const minutesDoubling = (attempts: number): number =>
	Math.min(60_000 * 2 ** (attempts - 1), 3_600_000);
