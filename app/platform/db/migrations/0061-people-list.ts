import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * When a person was last here, kept with the account, so that the list of people can be ordered by it and still says it
 * once all sessions have ended; and the indexes of that list's filters. The previous release writes no such time: whoever
 * comes through it is seen again within ten minutes through this one.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.alterTable("accounts")
		.addColumn("seen_at", "bigint", (c) => c.notNull().defaultTo(0))
		.execute();
	// An account begins with the visit that has made it.
	await sql`update accounts set seen_at = coalesce(
			(select max(seen_at) from sessions where sessions.account_id = accounts.id), created_at)
		where email is not null`.execute(db);
	await sql`create index accounts_by_visit on accounts (seen_at, id) where email is not null`.execute(db);
	await sql`create index accounts_blocked on accounts (id) where state = 'blocked'`.execute(db);
	const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
	await sql`create index accounts_by_name on accounts (name ${isPostgres ? sql`collate "C"` : sql``})
		where name is not null`.execute(db);

	await sql`create index subscriptions_of_plan on subscriptions (plan_key, ends_at, starts_at, account_id)`.execute(
		db,
	);
	await sql`create index subscriptions_given on subscriptions (ends_at, starts_at, account_id)
		where purchase_id is null and bill_id is null`.execute(db);
	await sql`create index allowances_exhausted on allowances (ends_at, account_id, source)
		where purchase_id is null and granted - used - reserved = 0`.execute(db);
}
