import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("answer_rounds").addColumn("reasoning_ms", "integer").execute();
}
