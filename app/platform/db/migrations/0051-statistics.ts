import { type Kysely, sql } from "kysely";

/**
 * Figures of days, what is watched outside, whether an answer's tokens were estimated, and the indexes by which days
 * are counted and ratings are listed. The previous release reads and writes none of this.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("stat_days")
		.addColumn("day", "text", (c) => c.notNull())
		.addColumn("metric", "text", (c) => c.notNull())
		.addColumn("model", "text", (c) => c.notNull())
		.addColumn("plan", "text", (c) => c.notNull())
		.addColumn("count", "bigint", (c) => c.notNull())
		.addColumn("sum", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("stat_days_key", ["day", "metric", "model", "plan"])
		.execute();
	await db.schema
		.createTable("watched")
		.addColumn("subject", "text", (c) => c.primaryKey())
		.addColumn("name", "text", (c) => c.notNull())
		.addColumn("state", "text", (c) => c.notNull().check(sql`state in ('up', 'down')`))
		.addColumn("since", "bigint", (c) => c.notNull())
		.addColumn("failures", "integer", (c) => c.notNull())
		.addColumn("failing_since", "bigint")
		.addColumn("problem", "text")
		.addColumn("checked_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema.alterTable("answers").addColumn("tokens_estimated", "integer").execute();
	await sql`create index answers_by_end on answers (ended_at, id) where ended_at is not null`.execute(db);
	await sql`create index answers_rated on answers (rating, created_at, id) where rating is not null`.execute(
		db,
	);
	await sql`create index answers_commented on answers (created_at, id) where rating_reason is not null`.execute(
		db,
	);
	await sql`create index prompts_by_account on prompts (account_id, created_at)`.execute(db);
	await sql`create index purchases_by_payment on purchases (ended_at, id) where state in ('paid', 'refunded')`.execute(
		db,
	);
	// What the operator's first screen asks each time.
	await sql`create index purchases_doubtful on purchases (ended_at)
		where state = 'canceled' and reason in ('mismatch', 'test_payment', 'misconfigured')`.execute(db);
	await sql`create index refunds_open on refunds (created_at) where state in ('started', 'waiting')`.execute(
		db,
	);
	await sql`create index refunds_by_end on refunds (ended_at, id) where state = 'done'`.execute(db);
}
