import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import type { JobsTable } from "../db/tables/jobs.ts";

export type Job = Selectable<JobsTable>;

/** A worker that has said nothing for so long is taken for dead, and its job is anybody's. */
export const LEASE_MS = 15_000;
/** A job that was begun so often without coming to its end is given up. */
export const MOST_TRIES = 3;
/** The pause after the first failure; it doubles with each. */
const FIRST_PAUSE_MS = 5_000;

export type NewJob = {
	id: string;
	kind: string;
	/** Of one kind and key only one job is unended. */
	key: string;
	accountId: string | null;
	/** The data folder that holds its files; null: any server may do it. */
	place: string | null;
	payload: object;
};

/**
 * Puts a job into the line.
 * @param most so many of this kind and place may be unended
 * @returns "exists": one of this kind and key is not ended yet; "full": there are as many as may be
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
 * Takes the next job of a kind: one that is due, or one whose worker has died. Of several processes one gets it.
 * One that has been begun too often is ended instead, as failed with «given-up».
 * @param place jobs of other places are left alone
 * @param owner names this process to the others
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
	// Who meets another at the same row finds it taken, and gets the one after it the next time.
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

/** The job, as long as this process works at it. */
type Held = { id: string; owner: string };

/**
 * Says that the worker is alive, and how far it has come.
 * @returns whether it may go on; "lost": the job is another's now, or is no more
 */
export async function keepJob(
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

/** @returns false when the job was no longer this process's to end */
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
 * Puts a job back into the line: after a failure with a pause that grows, or at once where nothing failed and the
 * try does not count. One that has failed too often is given up by whoever would take it next.
 */
export async function putBack(
	db: Db,
	{ id, owner, tries }: Held & { tries: number },
	{ innocent }: { innocent: boolean },
	clock?: Clock,
): Promise<void> {
	const pause = innocent || tries >= MOST_TRIES ? 0 : FIRST_PAUSE_MS * 2 ** (tries - 1);
	await db
		.updateTable("jobs")
		.set({
			state: "waiting",
			lease_owner: null,
			lease_until: null,
			due_at: sql<number>`${databaseTime(db, clock)} + ${pause}`,
			...(innocent && { tries: tries - 1 }),
		})
		.where("id", "=", id)
		.where("state", "=", "running")
		.where("lease_owner", "=", owner)
		.execute();
}

/** Lets go the jobs of processes that are certainly dead, before their leases run out. */
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
