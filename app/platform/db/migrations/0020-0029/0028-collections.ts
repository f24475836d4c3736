import { type Kysely, sql } from "kysely";

/**
 * Collections of documents, what a person chose for a file of a conversation, and which file another one replaces. The
 * previous release reads and writes none of this.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("collections")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id"))
		.addColumn("name", "text", (c) => c.notNull())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema
		.createIndex("collections_by_account")
		.on("collections")
		.columns(["account_id", "created_at", "id"])
		.execute();
	await db.schema
		.createTable("collection_files")
		.addColumn("collection_id", "text", (c) => c.notNull().references("collections.id").onDelete("cascade"))
		.addColumn("file_id", "text", (c) => c.notNull().references("files.id").onDelete("cascade"))
		.addColumn("added_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("collection_files_pk", ["collection_id", "file_id"])
		.execute();
	await db.schema
		.createIndex("collection_files_by_file")
		.on("collection_files")
		.columns(["file_id"])
		.execute();
	await db.schema
		.createTable("conversation_collections")
		.addColumn("conversation_id", "text", (c) =>
			c.notNull().references("conversations.id").onDelete("cascade"),
		)
		.addColumn("collection_id", "text", (c) => c.notNull().references("collections.id").onDelete("cascade"))
		.addColumn("attached_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("conversation_collections_pk", ["conversation_id", "collection_id"])
		.execute();
	await db.schema
		.createIndex("conversation_collections_by_collection")
		.on("conversation_collections")
		.columns(["collection_id"])
		.execute();
	await db.schema
		.alterTable("prompt_files")
		.addColumn("extent", "text", (c) => c.check(sql`extent in ('whole', 'found')`))
		.execute();
	await db.schema.alterTable("files").addColumn("replaces", "text").execute();
}
