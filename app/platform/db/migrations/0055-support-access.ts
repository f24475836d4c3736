import type { Kysely } from "kysely";

/**
 * The conversations that people have shown to support, and who opened them when. Both go with the conversation, also
 * where the previous release erases it, which reads and writes none of this.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("support_access")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("conversation_id", "text", (c) =>
			c.notNull().references("conversations.id").onDelete("cascade"),
		)
		.addColumn("note", "text")
		.addColumn("granted_at", "bigint", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.addColumn("closed_at", "bigint")
		.execute();
	await db.schema
		.createIndex("support_access_by_conversation")
		.on("support_access")
		.columns(["conversation_id", "granted_at"])
		.execute();
	await db.schema
		.createIndex("support_access_by_account")
		.on("support_access")
		.columns(["account_id", "granted_at", "id"])
		.execute();
	await db.schema
		.createIndex("support_access_by_end")
		.on("support_access")
		.columns(["expires_at", "id"])
		.execute();
	await db.schema
		.createTable("support_openings")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("access_id", "text", (c) => c.notNull().references("support_access.id").onDelete("cascade"))
		.addColumn("staff_id", "text", (c) => c.notNull())
		.addColumn("staff_role", "text", (c) => c.notNull())
		.addColumn("at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema
		.createIndex("support_openings_by_access")
		.on("support_openings")
		.columns(["access_id", "at", "id"])
		.execute();
}
