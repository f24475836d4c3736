import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import { type ClaimedJob, type Job, RECURRING } from "./job-handler.server.ts";

/** The account's last job of a kind, ended or not; `silent`: claimed, but without a heartbeat. */
export async function lastJob(
	db: Db,
	kind: string,
	accountId: string,
	clock?: Clock,
): Promise<(Job & { silent: boolean }) | undefined> {
	const now = databaseTime(db, clock);
	const job = await db
		.selectFrom("jobs")
		.selectAll()
		.select(sql<unknown>`(state = 'running' and lease_until < ${now})`.as("silent"))
		.where("account_id", "=", accountId)
		.where("kind", "=", kind)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return job && { ...job, silent: Boolean(job.silent) };
}

/**
 * The condition that no unfinished job of a kind has this key. The literals let the partial index match.
 * @param keyColumn the column of the outer query that jobs of this kind have as their key, as in "purchases.id"
 */
export const hasNoJob = (kind: string, keyColumn: string) =>
	sql<boolean>`not exists (select 1 from jobs where jobs.kind = ${kind} and jobs.key = ${sql.ref(keyColumn)}
		and jobs.state in ('waiting', 'running'))`;

/** Whether an unfinished job of this kind is there. */
export async function isQueued(db: Db, kind: string): Promise<boolean> {
	const job = await db
		.selectFrom("jobs")
		.select("id")
		.where("kind", "=", kind)
		.where("state", "in", ["waiting", "running"])
		.limit(1)
		.executeTakeFirst();
	return job !== undefined;
}

/**
 * Whether a claim holds for so long from now on. Asked before something is done outside that cannot be undone: a process
 * that has stood still since its claim may find the job done by another, or about to be.
 */
export async function isHeldFor(
	db: Db,
	{ id, lease_owner }: Pick<ClaimedJob, "id" | "lease_owner">,
	ms: number,
	clock?: Clock,
): Promise<boolean> {
	const job = await db
		.selectFrom("jobs")
		.select("id")
		.where("id", "=", id)
		.where("state", "=", "running")
		.where("lease_owner", "=", lease_owner)
		.where("lease_until", ">", databaseTime(db, clock, ms))
		.executeTakeFirst();
	return job !== undefined;
}

/** Longer than any pause of a recurring job. */
const PUT_OFF_MS = 2 * 3_600_000;

/**
 * Whether the recurring job of a kind is queued, and not put off for longer than it ever pauses: a clock that was ahead
 * and has been set right leaves it waiting for as long.
 */
export async function isRecurring(db: Db, kind: string, clock?: Clock): Promise<boolean> {
	const job = await db
		.selectFrom("jobs")
		.select("id")
		.where("kind", "=", kind)
		.where("state", "in", ["waiting", "running"])
		.where("due_at", "<=", databaseTime(db, clock, PUT_OFF_MS))
		.limit(1)
		.executeTakeFirst();
	return job !== undefined;
}

/** How many jobs of its kind and place are ahead of it in the queue. */
export async function countAhead(
	db: Db,
	job: Pick<Job, "id" | "kind" | "place" | "created_at">,
): Promise<number> {
	const { ahead } = await db
		.selectFrom("jobs")
		.select(({ fn }) => fn.countAll<number>().as("ahead"))
		.where("kind", "=", job.kind)
		.where("state", "in", ["waiting", "running"])
		.where("place", job.place === null ? "is" : "=", job.place)
		.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(job.created_at, job.id)))
		.executeTakeFirstOrThrow();
	return Number(ahead);
}

/** Cancels a job: a queued one ends at once, a running one when its worker sees it. */
export async function cancelJob(db: Db, kind: string, accountId: string, clock?: Clock): Promise<void> {
	const now = databaseTime(db, clock);
	const mine = db.updateTable("jobs").where("account_id", "=", accountId).where("kind", "=", kind);
	await mine
		.set({ cancel_requested_at: now })
		.where("state", "in", ["waiting", "running"])
		.where("cancel_requested_at", "is", null)
		.execute();
	// No worker has these, also after a process died with one.
	await mine
		.set({ state: "canceled", lease_owner: null, lease_until: null, ended_at: now })
		.where((eb) =>
			eb.or([
				eb("state", "=", "waiting"),
				eb.and([eb("state", "=", "running"), eb("lease_until", "<", now)]),
			]),
		)
		.execute();
}

/** @returns whether this was the first time that the result was shown */
export async function markShown(db: Db, jobId: string, clock?: Clock): Promise<boolean> {
	const marked = await db
		.updateTable("jobs")
		.set({ told_at: databaseTime(db, clock) })
		.where("id", "=", jobId)
		.where("told_at", "is", null)
		.executeTakeFirst();
	return marked.numUpdatedRows > 0n;
}

/** Ends jobs that no worker has touched for so long: the server that has their files is gone. */
export async function failAbandoned(db: Db, kind: string, afterMs: number, clock?: Clock): Promise<void> {
	const now = databaseTime(db, clock);
	await db
		.updateTable("jobs")
		.set({ state: "failed", failure: "lost", lease_owner: null, lease_until: null, ended_at: now })
		.where("kind", "=", kind)
		.where("state", "in", ["waiting", "running"])
		.where("created_at", "<", sql<number>`${now} - ${afterMs}`)
		.where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", now)]))
		.execute();
}

const RETENTION_MS = 30 * 24 * 3_600_000;
const AT_ONCE = 500;

/**
 * Deletes jobs that ended a month ago. A scheduled job.
 * @param isKept the condition, never null, of those that somebody still has to deal with
 */
export async function forgetEndedJobs(
	db: Db,
	clock?: Clock,
	isKept: RawBuilder<boolean> = sql<boolean>`false`,
): Promise<void> {
	const old = db
		.selectFrom("jobs")
		.select("id")
		.where("ended_at", "<", sql<number>`${databaseTime(db, clock)} - ${RETENTION_MS}`)
		.where(sql<boolean>`not ${isKept}`)
		.limit(AT_ONCE);
	await db.deleteFrom("jobs").where("id", "in", old).execute();
}

/** Finds the jobs, of these, that are unfinished on any server. */
export async function unfinishedOf(db: Db, ids: string[]): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const rows = await db
		.selectFrom("jobs")
		.select("id")
		.where("id", "in", ids)
		.where("state", "in", ["waiting", "running"])
		.execute();
	return new Set(rows.map(({ id }) => id));
}

/** The jobs of an account for its export: all of its content and none of the bookkeeping. */
export async function* readJobs(db: Db, accountId: string) {
	const rows = await db
		.selectFrom("jobs")
		.select(["kind", "state", "failure", "progress", "created_at as createdAt", "ended_at as endedAt"])
		.where("account_id", "=", accountId)
		.orderBy("created_at", "desc")
		.limit(1_000)
		.execute();
	for (const { progress, ...row } of rows)
		yield { ...row, progress: progress === null ? null : JSON.parse(progress) };
}

/** Erases the next few. @returns how many */
export async function eraseSomeJobs(db: Db, accountId: string): Promise<number> {
	const few = db.selectFrom("jobs").select("id").where("account_id", "=", accountId).limit(AT_ONCE);
	return Number((await db.deleteFrom("jobs").where("id", "in", few).executeTakeFirst()).numDeletedRows);
}

const OVERDUE_MS = 5 * 60_000;
const RECENT_MS = 24 * 3_600_000;

/** How many jobs of the installation wait or run, are overdue, and were given up within a day. */
export async function countJobs(
	db: Db,
	now: number,
): Promise<{ open: number; overdue: number; givenUp: number }> {
	const jobs = db.selectFrom("jobs").select(({ fn }) => fn.countAll<number>().as("count"));
	const isOpen = jobs.where("state", "in", ["waiting", "running"]).where("key", "<>", RECURRING);
	const [open, overdue, givenUp] = await Promise.all([
		isOpen.executeTakeFirstOrThrow(),
		isOpen.where("due_at", "<", now - OVERDUE_MS).executeTakeFirstOrThrow(),
		jobs
			.where("failure", "=", "given-up")
			.where("ended_at", ">", now - RECENT_MS)
			.executeTakeFirstOrThrow(),
	]);
	return { open: Number(open.count), overdue: Number(overdue.count), givenUp: Number(givenUp.count) };
}

/** The jobs of a kind. */
export type JobCount = { kind: string; open: number; overdue: number; givenUp: number };

/** The same for each kind that has any, by its name. */
export async function countJobsByKind(db: Db, now: number): Promise<JobCount[]> {
	const [open, givenUp] = await Promise.all([
		db
			.selectFrom("jobs")
			.select(({ fn }) => ["kind", fn.countAll<number>().as("open")])
			.select(sql<number>`sum(case when due_at < ${now - OVERDUE_MS} then 1 else 0 end)`.as("overdue"))
			.where("state", "in", ["waiting", "running"])
			.where("key", "<>", RECURRING)
			.groupBy("kind")
			.execute(),
		db
			.selectFrom("jobs")
			.select(({ fn }) => ["kind", fn.countAll<number>().as("givenUp")])
			.where("failure", "=", "given-up")
			.where("ended_at", ">", now - RECENT_MS)
			.groupBy("kind")
			.execute(),
	]);
	const kinds = new Set([...open, ...givenUp].map(({ kind }) => kind));
	return [...kinds].toSorted().map((kind) => {
		const waiting = open.find((row) => row.kind === kind);
		return {
			kind,
			open: Number(waiting?.open ?? 0),
			overdue: Number(waiting?.overdue ?? 0),
			givenUp: Number(givenUp.find((row) => row.kind === kind)?.givenUp ?? 0),
		};
	});
}
