import type { Kysely } from "kysely";

/**
 * The servers that run on this database, and the oldest program that can. The previous release reads and writes none
 * of this.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("schema_compatibility")
		.addColumn("min_schema", "text", (c) => c.notNull())
		.execute();
	await db.insertInto("schema_compatibility").values({ min_schema: "0026-files" }).execute();
	await db.schema
		.createTable("servers")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("schema", "text", (c) => c.notNull())
		.addColumn("settings", "text", (c) => c.notNull())
		.addColumn("started_at", "bigint", (c) => c.notNull())
		.addColumn("seen_at", "bigint", (c) => c.notNull())
		.execute();
}
