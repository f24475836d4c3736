import type { Kysely } from "kysely";

/** What the operator's screens set, by sections, and its secrets. The previous release reads and writes none of this. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("settings")
		.addColumn("section", "text", (c) => c.primaryKey())
		.addColumn("value", "text", (c) => c.notNull())
		.addColumn("revision", "bigint", (c) => c.notNull())
		.addColumn("changed_by", "text")
		.addColumn("changed_at", "bigint", (c) => c.notNull())
		.addColumn("taken_hash", "text")
		.execute();
	await db.schema
		.createTable("setting_secrets")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("sealed", "text", (c) => c.notNull())
		.addColumn("tail", "text", (c) => c.notNull())
		.addColumn("set_by", "text")
		.addColumn("set_at", "bigint", (c) => c.notNull())
		.execute();
}
