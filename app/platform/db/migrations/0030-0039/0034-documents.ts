import type { Kysely } from "kysely";

/**
 * What questions had of documents that were deleted since, and how far a document has been read. The previous release
 * reads and writes none of this; what it deletes leaves no name.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("deleted_prompt_files")
		.addColumn("prompt_id", "text", (c) => c.notNull().references("prompts.id").onDelete("cascade"))
		.addColumn("file_id", "text", (c) => c.notNull())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id"))
		.addColumn("position", "integer", (c) => c.notNull())
		.addColumn("name", "text", (c) => c.notNull())
		.addColumn("type", "text")
		.addColumn("deleted_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("deleted_prompt_files_pk", ["prompt_id", "file_id"])
		.execute();
	await db.schema
		.createIndex("deleted_prompt_files_by_account")
		.on("deleted_prompt_files")
		.columns(["account_id", "prompt_id", "file_id"])
		.execute();
	await db.schema.alterTable("files").addColumn("pages_read", "integer").execute();
}
