import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	// SQLite adds one column in a statement.
	await db.schema
		.alterTable("answers")
		.addColumn("manner", "text", (c) => c.check(sql`manner in ('shorter', 'simpler')`))
		.execute();
	await db.schema.alterTable("answers").addColumn("reasoning_ms", "integer").execute();
}
