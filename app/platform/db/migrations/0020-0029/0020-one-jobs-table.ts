import { type Kysely, sql } from "kysely";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Everything that waits gets a row in `jobs`. Nothing that the previous release reads is taken away: it still runs on
 * this schema, sends its own e-mails and asks about payments by the columns it knows.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("jobs").addColumn("last_error", "text").execute();
	// A kind's next jobs, and the jobs of processes that have died.
	await sql`create index jobs_due on jobs (kind, due_at, id) where state in ('waiting', 'running')`.execute(
		db,
	);
	await sql`create index jobs_running on jobs (lease_owner) where state = 'running'`.execute(db);
	const now = Date.now();
	// First the time at which a server of the previous release may send an e-mail, so that not both do.
	await sql`update letters set due_at = due_at + ${10 * MINUTE} where state = 'waiting'`.execute(db);
	await sql`insert into jobs (id, kind, key, state, payload, tries, due_at, created_at, last_error)
		select 'email/' || id, 'email', id, 'waiting', '{}', tries, due_at - ${10 * MINUTE}, created_at, last_problem
		from letters where state = 'waiting'`.execute(db);
	await sql`insert into jobs (id, kind, key, state, payload, due_at, created_at)
		select 'check-payment/' || id, 'check-payment', id, 'waiting', '{}', check_at, created_at
		from purchases where check_at is not null`.execute(db);
	await sql`insert into jobs (id, kind, key, state, payload, due_at, created_at)
		select 'check-refund/' || id, 'check-refund', id, 'waiting', '{}', check_at, created_at
		from refunds where check_at is not null`.execute(db);
	await sql`insert into jobs (id, kind, key, state, payload, due_at, created_at)
		select 'erase-account/' || account_id, 'erase-account', account_id, 'waiting', '{}', tried_at, at
		from deletions where erased_at is null or erased_at > ${now - HOUR}`.execute(db);
	await sql`insert into jobs (id, kind, key, state, payload, tries, due_at, created_at)
		select 'index-conversation/' || id, 'index-conversation', id, 'waiting', '{}', index_tries, 0, created_at
		from conversations where indexed_at is null and index_tries < 3`.execute(db);
}
