import type { Kysely } from "kysely";

/** The link by which an installation gets its first owner: at most one row. The previous release knows none of it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("owner_links")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("token_hash", "text", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.execute();
}
