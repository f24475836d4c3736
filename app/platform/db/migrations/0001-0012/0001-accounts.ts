import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("accounts")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("email", "text", (c) => c.unique())
		.addColumn("password_hash", "text")
		.addColumn("name", "text")
		.addColumn("state", "text", (c) => c.notNull().check(sql`state in ('active', 'blocked', 'deleted')`))
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("sessions")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id").onDelete("cascade"))
		.addColumn("token_hash", "text", (c) => c.notNull().unique())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("seen_at", "bigint", (c) => c.notNull())
		.addColumn("ip_network", "text", (c) => c.notNull())
		.addColumn("user_agent", "text", (c) => c.notNull())
		.execute();
	await db.schema.createIndex("sessions_by_account").on("sessions").columns(["account_id"]).execute();

	await db.schema
		.createTable("pending_registrations")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("email", "text", (c) => c.notNull().unique())
		.addColumn("password_hash", "text", (c) => c.notNull())
		.addColumn("binding_hash", "text", (c) => c.notNull().unique())
		.addColumn("code_hash", "text")
		.addColumn("code_misses", "integer", (c) => c.notNull())
		.addColumn("offer_version", "text", (c) => c.notNull())
		.addColumn("personal_data_version", "text", (c) => c.notNull())
		.addColumn("news_version", "text")
		.addColumn("ip_network", "text", (c) => c.notNull())
		.addColumn("user_agent", "text", (c) => c.notNull())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("one_time_tokens")
		.addColumn("token_hash", "text", (c) => c.primaryKey())
		.addColumn("purpose", "text", (c) =>
			c.notNull().check(sql`purpose in ('confirm-email', 'reset-password')`),
		)
		.addColumn("subject", "text", (c) => c.notNull())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.addUniqueConstraint("one_time_tokens_one_alive", ["purpose", "subject"])
		.execute();

	await db.schema
		.createTable("consents")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id").onDelete("cascade"))
		.addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('offer', 'personal-data', 'news')`))
		.addColumn("act", "text", (c) => c.notNull().check(sql`act in ('given', 'withdrawn')`))
		.addColumn("document_version", "text", (c) => c.notNull())
		.addColumn("at", "bigint", (c) => c.notNull())
		.addColumn("ip_network", "text", (c) => c.notNull())
		.addColumn("user_agent", "text", (c) => c.notNull())
		.execute();
	await db.schema.createIndex("consents_by_account").on("consents").columns(["account_id", "at"]).execute();

	await db.schema
		.createTable("throttles")
		.addColumn("key", "text", (c) => c.primaryKey())
		.addColumn("full_at", "bigint", (c) => c.notNull())
		.execute();
}
