import type { Kysely } from "kysely";

/** Which sources of its answer a call has given: a page may be found by one call and read by another. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("answer_calls").addColumn("sources", "text").execute();
}
