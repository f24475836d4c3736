import type { Kysely } from "kysely";

/** What is made of pictures, and of scans that are shown as pictures. The previous release reads and writes none of it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("file_pictures")
		.addColumn("file_id", "text", (c) => c.notNull().references("files.id").onDelete("cascade"))
		.addColumn("n", "integer", (c) => c.notNull())
		.addColumn("width", "integer", (c) => c.notNull())
		.addColumn("height", "integer", (c) => c.notNull())
		.addColumn("full_blob", "text", (c) => c.notNull())
		.addColumn("small_blob", "text", (c) => c.notNull())
		.addPrimaryKeyConstraint("file_pictures_pk", ["file_id", "n"])
		.execute();
	await db.schema.createIndex("file_pictures_by_full").on("file_pictures").columns(["full_blob"]).execute();
	await db.schema.createIndex("file_pictures_by_small").on("file_pictures").columns(["small_blob"]).execute();
	await db.schema.alterTable("files").addColumn("shown_as_pictures_at", "bigint").execute();
}
