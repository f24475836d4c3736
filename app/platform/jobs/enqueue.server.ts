import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import { isPostgres } from "../db/dialect.server.ts";

/** A job to be queued: its kind has a handler, and its key names the record that it is about. */
export type NewJob = {
	kind: string;
	/** At most one unfinished job per kind and key. */
	key: string;
	/** A time of the database's clock; omitted: at once. */
	dueAt?: number | RawBuilder<number>;
};

/**
 * Queues jobs, in the transaction of the fact that they follow from: no job without it, and nothing forgotten. A job
 * that is queued already becomes due no later than `dueAt`; one that is being done is done again then.
 */
export async function enqueue(trx: Db, jobs: readonly NewJob[], clock?: Clock): Promise<void> {
	if (jobs.length === 0) return;
	const now = databaseTime(trx, clock);
	const rows = jobs.map(
		({ kind, key, dueAt }) =>
			sql`(${randomUUID()}, ${kind}, ${key}, 'waiting', '{}',
				${dueAt === undefined ? now : sql`cast(${dueAt} as bigint)`}, ${now})`,
	);
	const earlier = isPostgres(trx) ? sql`least` : sql`min`;
	await sql`
		insert into jobs (id, kind, key, state, payload, due_at, created_at) values ${sql.join(rows)}
		on conflict (kind, key) where state in ('waiting', 'running')
		do update set due_at = ${earlier}(jobs.due_at, excluded.due_at)
	`.execute(trx);
}

/** A job that a person may have one of, and a server a limited number. */
export type LimitedJob = {
	id: string;
	kind: string;
	key: string;
	accountId: string | null;
	/** The data folder that holds its files; null: any server may do it. */
	place: string | null;
	payload: object;
};

/**
 * Queues a job unless too many are unfinished.
 * @param most maximum number of unfinished jobs of this kind and place
 * @returns "exists": one of this kind and key is unfinished; "full": the maximum is reached
 */
export async function enqueueLimited(
	db: Db,
	job: LimitedJob,
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
