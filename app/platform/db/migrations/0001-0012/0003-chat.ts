import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("conversations")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id").onDelete("cascade"))
		.addColumn("title", "text", (c) => c.notNull())
		.addColumn("model", "text")
		.addColumn("tip_answer_id", "text")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("updated_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema
		.createIndex("conversations_by_account")
		.on("conversations")
		.columns(["account_id", "updated_at", "id"])
		.execute();

	await db.schema
		.createTable("prompts")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("conversation_id", "text", (c) =>
			c.notNull().references("conversations.id").onDelete("cascade"),
		)
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("parent_answer_id", "text")
		.addColumn("text", "text", (c) => c.notNull())
		.addColumn("parts", "text")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema.createIndex("prompts_by_conversation").on("prompts").columns(["conversation_id"]).execute();

	await db.schema
		.createTable("answers")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("prompt_id", "text", (c) => c.notNull().references("prompts.id").onDelete("cascade"))
		.addColumn("conversation_id", "text", (c) =>
			c.notNull().references("conversations.id").onDelete("cascade"),
		)
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("attempt_id", "text")
		.addColumn("model", "text", (c) => c.notNull())
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('writing', 'done', 'stopped', 'failed', 'interrupted')`),
		)
		.addColumn("finish", "text")
		.addColumn("failure", "text")
		.addColumn("text", "text", (c) => c.notNull().defaultTo(""))
		.addColumn("reasoning", "text", (c) => c.notNull().defaultTo(""))
		.addColumn("lease_owner", "text")
		.addColumn("pulse_at", "bigint")
		.addColumn("stop_requested_at", "bigint")
		.addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("ended_at", "bigint")
		.execute();
	await db.schema.createIndex("answers_by_prompt").on("answers").columns(["prompt_id"]).execute();
	await db.schema
		.createIndex("answers_by_attempt")
		.unique()
		.on("answers")
		.columns(["account_id", "attempt_id"])
		.execute();
	// One unfinished answer per conversation: the database itself refuses the second of two tabs.
	await db.schema
		.createIndex("answers_writing")
		.unique()
		.on("answers")
		.columns(["conversation_id"])
		.where(sql<boolean>`state = 'writing'`)
		.execute();
	// The recovery of orphaned answers and the limit of answers per account read only the few that are being written.
	await db.schema
		.createIndex("answers_writing_by_account")
		.on("answers")
		.columns(["account_id"])
		.where(sql<boolean>`state = 'writing'`)
		.execute();

	await db.schema
		.createTable("answer_log")
		.addColumn("answer_id", "text", (c) => c.notNull().references("answers.id").onDelete("cascade"))
		.addColumn("seq", "integer", (c) => c.notNull())
		.addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('text', 'reasoning')`))
		.addColumn("body", "text", (c) => c.notNull())
		.addColumn("written_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("answer_log_key", ["answer_id", "seq"])
		.execute();
}
