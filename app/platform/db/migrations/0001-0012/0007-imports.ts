import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("imported_conversations")
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("source_id", "text", (c) => c.notNull())
		.addColumn("conversation_id", "text", (c) =>
			c.notNull().unique().references("conversations.id").onDelete("cascade"),
		)
		.addPrimaryKeyConstraint("imported_conversations_key", ["account_id", "source_id"])
		.execute();
}
