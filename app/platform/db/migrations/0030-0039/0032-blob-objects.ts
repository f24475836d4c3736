import { type Kysely, sql } from "kysely";

/** Which object of a storage outside has the bytes of a file. The previous release knows no such storage. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("blob_objects")
		.addColumn("object", "text", (c) => c.primaryKey())
		.addColumn("state", "text", (c) => c.notNull().check(sql`state in ('arriving', 'kept', 'deleted')`))
		.addColumn("key", "text")
		.addColumn("changed_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema.createIndex("blob_objects_by_key").unique().on("blob_objects").columns(["key"]).execute();
	await db.schema
		.createIndex("blob_objects_by_state")
		.on("blob_objects")
		.columns(["state", "changed_at"])
		.execute();
}
