import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * The newest rows of the log of answers on SQLite; on PostgreSQL it stays empty. The previous release reads none of
 * them: an orderly stop leaves none here.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
	await db.schema
		.createTable("answer_log_tail")
		.addColumn("answer_id", "text", (c) => c.notNull().references("answers.id").onDelete("cascade"))
		.addColumn("seq", "integer", (c) => c.notNull())
		.addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('text', 'reasoning')`))
		.addColumn("body", "text", (c) => c.notNull())
		.addColumn("written_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("answer_log_tail_key", ["answer_id", "seq"])
		// One tree in place of a table and an index: a commit writes half as many pages.
		.modifyEnd(isPostgres ? sql`` : sql`without rowid`)
		.execute();
}
