import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import { isPostgres } from "../db/dialect.server.ts";
import type { ClaimedJob, JobHandler } from "./job-handler.server.ts";

type Claiming = Pick<JobHandler, "kind" | "leaseMs" | "place">;

/** Queued and due, or claimed by a worker whose lease has expired. The literals let the partial index match. */
const isFree = (db: Db, { kind, place = "" }: Pick<Claiming, "kind" | "place">, clock?: Clock) => {
	const now = databaseTime(db, clock);
	return sql<boolean>`kind = ${kind} and state in ('waiting', 'running') and due_at <= ${now}
		and (lease_until is null or lease_until <= ${now}) and coalesce(place, ${place}) = ${place}`;
};

/**
 * Claims the jobs of a kind that are due, the longest due first; of several processes one gets each. A claim counts as
 * an attempt, and moves the due time to the end of the lease, so that a time set meanwhile is noticed (`enqueue`).
 * @param owner the id of this process; each claim gets a name of its own below it
 * @param most how many at most
 * @param key only the job of this key
 */
export async function claimJobs(
	db: Db,
	handler: Claiming,
	{ owner, most, key }: { owner: string; most: number; key?: string },
	clock?: Clock,
): Promise<ClaimedJob[]> {
	const leaseEnd = databaseTime(db, clock, handler.leaseMs);
	const free = sql<boolean>`${isFree(db, handler, clock)} ${key === undefined ? sql`` : sql`and key = ${key}`}`;
	// Two servers that look at the same time do not wait for each other.
	const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
	const rows = await db
		.with(
			"next_jobs",
			() =>
				sql<{ id: string }>`(select id from jobs where ${free} order by due_at, id limit ${most} ${lock})`,
		)
		.updateTable("jobs")
		.set((eb) => ({
			state: "running",
			lease_owner: `${owner}#${randomUUID()}`,
			lease_until: leaseEnd,
			due_at: leaseEnd,
			tries: eb("tries", "+", 1),
		}))
		.where(sql<boolean>`id in (select id from next_jobs) and ${free}`)
		.returningAll()
		.execute();
	return (rows as ClaimedJob[]).toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}

/** Finds the kinds, of these, that have a job to claim. */
export async function findDueKinds(
	db: Db,
	handlers: readonly Claiming[],
	clock?: Clock,
): Promise<Set<string>> {
	if (handlers.length === 0) return new Set();
	const kinds = handlers.map(
		(handler) =>
			sql`select ${handler.kind} as kind where exists (select 1 from jobs where ${isFree(db, handler, clock)})`,
	);
	const { rows } = await sql<{ kind: string }>`${sql.join(kinds, sql` union all `)}`.execute(db);
	return new Set(rows.map(({ kind }) => kind));
}

/** The process that a lease belongs to, see `claimJobs`. */
const processOf = (leaseOwner: string) => leaseOwner.replace(/#.*$/, "");

/** Releases the jobs of processes known to be dead, before their leases expire. */
export async function freeJobsOfDead(db: Db, isDead: (owner: string) => boolean): Promise<void> {
	const holders = await db
		.selectFrom("jobs")
		.select(["id", "lease_owner"])
		.where(sql<boolean>`state = 'running'`)
		.limit(100)
		.execute();
	for (const { id, lease_owner } of holders) {
		if (!lease_owner || !isDead(processOf(lease_owner))) continue;
		await db
			.updateTable("jobs")
			.set({ lease_until: 0, due_at: 0 })
			.where("id", "=", id)
			.where("lease_owner", "=", lease_owner)
			.execute();
	}
}
