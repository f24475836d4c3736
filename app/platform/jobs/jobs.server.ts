import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import type { JobsTable } from "../db/tables/jobs.ts";

export type Job = Selectable<JobsTable>;

/** A worker without a heartbeat for so long counts as dead, and its job can be claimed again. */
export const LEASE_MS = 15_000;
/** A job that was started so often without an end is given up. */
export const MOST_TRIES = 3;
/** The pause after the first failure; it doubles with each. */
const FIRST_PAUSE_MS = 5_000;

export type NewJob = {
	id: string;
	kind: string;
	/** At most one unfinished job per kind and key. */
	key: string;
	accountId: string | null;
	/** The data folder that holds its files; null: any server may do it. */
	place: string | null;
	payload: object;
};

/**
 * Adds a job to the queue.
 * @param most maximum number of unfinished jobs of this kind and place
 * @returns "exists": one of this kind and key is unfinished; "full": the maximum is reached
 */
export async function addJob(
	db: Db,
	job: NewJob,
	most: number,
	clock?: Clock,
): Promise<"added" | "exists" | "full"> {
	const now = databaseTime(db, clock);
	const unended = sql`state in ('waiting', 'running') and kind = ${job.kind}`;
	const { numAffectedRows } = await sql`
		insert into jobs (id, kind, key, account_id, place, state, payload, due_at, created_at)
		select ${job.id}, ${job.kind}, ${job.key}, ${job.accountId}, ${job.place}, 'waiting',
			${JSON.stringify(job.payload)}, ${now}, ${now}
		where (select count(*) from jobs where ${unended} and coalesce(place, '') = ${job.place ?? ""}) < ${most}
		on conflict do nothing
	`.execute(db);
	if (Number(numAffectedRows) === 1) return "added";
	const { rows } = await sql`select 1 from jobs where ${unended} and key = ${job.key}`.execute(db);
	return rows.length > 0 ? "exists" : "full";
}

/**
 * Claims the next job of a kind: one that is due, or one whose worker has died. Of several processes one gets it. One
 * that was started too often is ended instead, as failed with «given-up».
 * @param place jobs of other places are skipped
 * @param owner identifies this process
 */
export async function claimJob(
	db: Db,
	{ kind, place, owner }: { kind: string; place: string; owner: string },
	clock?: Clock,
): Promise<Job | undefined> {
	const now = databaseTime(db, clock);
	const free = sql<boolean>`kind = ${kind} and coalesce(place, ${place}) = ${place}
		and ((state = 'waiting' and due_at <= ${now}) or (state = 'running' and lease_until < ${now}))`;
	const { rows } = await sql<{ tries: number }>`select tries from jobs where ${free} limit ${10}`.execute(db);
	if (rows.length === 0) return undefined;
	if (rows.some(({ tries }) => tries >= MOST_TRIES))
		await db
			.updateTable("jobs")
			.set({ state: "failed", failure: "given-up", lease_owner: null, lease_until: null, ended_at: now })
			.where(free)
			.where("tries", ">=", MOST_TRIES)
			.execute();
	// Of two processes at the same row the second finds it claimed, and gets the next one in its next try.
	const next = sql<string>`(select id from jobs where ${free} order by created_at, id limit 1)`;
	return db
		.updateTable("jobs")
		.set((eb) => ({
			state: "running",
			lease_owner: owner,
			lease_until: leaseEnd(db, clock),
			tries: eb("tries", "+", 1),
		}))
		.where("id", "=", next)
		.where(free)
		.returningAll()
		.executeTakeFirst();
}

const leaseEnd = (db: Db, clock?: Clock) => sql<number>`${databaseTime(db, clock)} + ${LEASE_MS}`;

/** A job claimed by this process. */
type Held = { id: string; owner: string };

/**
 * Renews the lease and records the progress.
 * @returns whether to go on; "lost": another process has the job now, or it no longer exists
 */
export async function renewJob(
	db: Db,
	{ id, owner }: Held,
	progress: object,
	clock?: Clock,
): Promise<"go-on" | "cancel" | "lost"> {
	const kept = await db
		.updateTable("jobs")
		.set({ lease_until: leaseEnd(db, clock), progress: JSON.stringify(progress) })
		.where("id", "=", id)
		.where("state", "=", "running")
		.where("lease_owner", "=", owner)
		.returning("cancel_requested_at")
		.executeTakeFirst();
	if (!kept) return "lost";
	return kept.cancel_requested_at === null ? "go-on" : "cancel";
}

type End = { state: "done" | "failed" | "canceled"; failure?: string; progress: object };

/** @returns false when this process no longer held the job */
export async function endJob(db: Db, { id, owner }: Held, end: End, clock?: Clock): Promise<boolean> {
	const ended = await db
		.updateTable("jobs")
		.set({
			state: end.state,
			failure: end.failure ?? null,
			progress: JSON.stringify(end.progress),
			lease_owner: null,
			lease_until: null,
			ended_at: databaseTime(db, clock),
		})
		.where("id", "=", id)
		.where("state", "=", "running")
		.where("lease_owner", "=", owner)
		.executeTakeFirst();
	return ended.numUpdatedRows > 0n;
}

/**
 * Returns a job to the queue: after a failure with a growing pause, or at once where nothing failed and the try does
 * not count. One that has failed too often is given up by the next claim.
 */
export async function requeueJob(
	db: Db,
	{ id, owner, tries }: Held & { tries: number },
	{ countsAsAttempt }: { countsAsAttempt: boolean },
	clock?: Clock,
): Promise<void> {
	const pause = !countsAsAttempt || tries >= MOST_TRIES ? 0 : FIRST_PAUSE_MS * 2 ** (tries - 1);
	await db
		.updateTable("jobs")
		.set({
			state: "waiting",
			lease_owner: null,
			lease_until: null,
			due_at: sql<number>`${databaseTime(db, clock)} + ${pause}`,
			...(!countsAsAttempt && { tries: tries - 1 }),
		})
		.where("id", "=", id)
		.where("state", "=", "running")
		.where("lease_owner", "=", owner)
		.execute();
}

/** Releases the jobs of processes known to be dead, before their leases expire. */
export async function freeJobsOfDead(
	db: Db,
	kind: string,
	isDead: (owner: string) => boolean,
): Promise<void> {
	const holders = await db
		.selectFrom("jobs")
		.select(["id", "lease_owner"])
		.where("kind", "=", kind)
		.where("state", "=", "running")
		.limit(100)
		.execute();
	for (const { id, lease_owner } of holders) {
		if (!lease_owner || !isDead(lease_owner)) continue;
		await db
			.updateTable("jobs")
			.set({ lease_until: 0 })
			.where("id", "=", id)
			.where("lease_owner", "=", lease_owner)
			.execute();
	}
}
