import { type Kysely, sql } from "kysely";

/**
 * What a model does while it answers: its rounds, their calls of tools with their outcomes, the sources that these
 * found, and what a person has allowed. The previous release reads and writes none of this: tables of their own, since
 * it would misread a new kind of entry in the log of an answer.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.alterTable("answers")
		.addColumn("rounds", "integer", (c) => c.notNull().defaultTo(0))
		.execute();
	// JSON of what the question switched on; and of what is switched on in the composer.
	await db.schema.alterTable("answers").addColumn("tools", "text").execute();
	await db.schema.alterTable("conversations").addColumn("tools", "text").execute();
	await createRounds(db);
	await createCalls(db);
	await createSources(db);
	await createGrants(db);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createRounds(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("answer_rounds")
		.addColumn("answer_id", "text", (c) => c.notNull().references("answers.id").onDelete("cascade"))
		.addColumn("round", "integer", (c) => c.notNull())
		.addColumn("message", "text", (c) => c.notNull())
		.addColumn("text_to", "integer", (c) => c.notNull())
		.addColumn("reasoning_to", "integer", (c) => c.notNull())
		.addColumn("tokens_in", "integer")
		.addColumn("tokens_out", "integer")
		.addColumn("ended_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("answer_rounds_pk", ["answer_id", "round"])
		.execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createCalls(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("answer_calls")
		.addColumn("answer_id", "text", (c) => c.notNull().references("answers.id").onDelete("cascade"))
		.addColumn("round", "integer", (c) => c.notNull())
		.addColumn("n", "integer", (c) => c.notNull())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("upstream_id", "text", (c) => c.notNull())
		.addColumn("server", "text")
		.addColumn("tool", "text", (c) => c.notNull())
		.addColumn("title", "text", (c) => c.notNull())
		.addColumn("args", "text", (c) => c.notNull())
		.addColumn("schema_hash", "text", (c) => c.notNull())
		.addColumn("effect", "text", (c) => c.notNull().check(sql`effect in ('read', 'keyed', 'unsafe')`))
		.addColumn("state", "text", (c) =>
			c
				.notNull()
				.check(
					sql`state in ('asked', 'waiting', 'started', 'done', 'failed', 'denied', 'unknown', 'stopped')`,
				),
		)
		.addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("result", "text")
		.addColumn("result_cut", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("summary", "text")
		.addColumn("code", "text")
		.addColumn("error_code", "text")
		.addColumn("asked_at", "bigint", (c) => c.notNull())
		.addColumn("started_at", "bigint")
		.addColumn("ended_at", "bigint")
		.addColumn("decided_by", "text")
		.addColumn("decided_at", "bigint")
		.addPrimaryKeyConstraint("answer_calls_pk", ["answer_id", "round", "n"])
		.execute();
	// How many calls an account has made since a time, and which wait for a person.
	await db.schema
		.createIndex("answer_calls_by_account")
		.on("answer_calls")
		.columns(["account_id", "asked_at"])
		.execute();
	await sql`create index answer_calls_waiting on answer_calls (asked_at) where state = 'waiting'`.execute(db);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createSources(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("answer_sources")
		.addColumn("answer_id", "text", (c) => c.notNull().references("answers.id").onDelete("cascade"))
		.addColumn("n", "integer", (c) => c.notNull())
		.addColumn("url", "text", (c) => c.notNull())
		.addColumn("title", "text", (c) => c.notNull())
		.addColumn("host", "text", (c) => c.notNull())
		.addColumn("snippet", "text", (c) => c.notNull())
		.addColumn("published_at", "bigint")
		.addColumn("round", "integer", (c) => c.notNull())
		.addColumn("call", "integer", (c) => c.notNull())
		.addPrimaryKeyConstraint("answer_sources_pk", ["answer_id", "n"])
		.execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createGrants(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("tool_grants")
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id"))
		// "" for a tool of our own.
		.addColumn("server", "text", (c) => c.notNull())
		.addColumn("tool", "text", (c) => c.notNull())
		.addColumn("schema_hash", "text", (c) => c.notNull())
		.addColumn("scope", "text", (c) => c.notNull().check(sql`scope in ('chat', 'always')`))
		.addColumn("conversation_id", "text", (c) => c.references("conversations.id").onDelete("cascade"))
		.addColumn("at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema
		.createIndex("tool_grants_by_account")
		.on("tool_grants")
		.columns(["account_id", "server", "tool"])
		.execute();
	await db.schema
		.createIndex("tool_grants_by_conversation")
		.on("tool_grants")
		.columns(["conversation_id"])
		.execute();
}
