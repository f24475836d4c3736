import type { Kysely } from "kysely";

/**
 * A conversation is deleted first and erased by a job later, so that the deletion can be undone meanwhile. The previous
 * release, beside this one, still shows it until then.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("conversations").addColumn("deleted_at", "bigint").execute();
}
