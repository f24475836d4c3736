import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("accounts").addColumn("password_changed_at", "bigint").execute();
	await db.schema.alterTable("accounts").addColumn("deleted_at", "bigint").execute();
	await rebuildPendingRegistrations(db);
	await rebuildOneTimeTokens(db);

	await db.schema
		.createTable("identities")
		.addColumn("provider", "text", (c) => c.notNull().check(sql`provider in ('yandex')`))
		.addColumn("subject", "text", (c) => c.notNull())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id").onDelete("cascade"))
		.addColumn("login", "text", (c) => c.notNull())
		.addColumn("linked_at", "bigint", (c) => c.notNull())
		.addPrimaryKeyConstraint("identities_key", ["provider", "subject"])
		.addUniqueConstraint("identities_one_per_account", ["account_id", "provider"])
		.execute();

	await db.schema
		.createTable("yandex_visits")
		.addColumn("token_hash", "text", (c) => c.primaryKey())
		.addColumn("purpose", "text", (c) =>
			c.notNull().check(sql`purpose in ('sign-in', 'link', 'token', 'register')`),
		)
		.addColumn("state_hash", "text")
		.addColumn("verifier", "text")
		.addColumn("account_id", "text", (c) => c.references("accounts.id").onDelete("cascade"))
		.addColumn("redirect_to", "text")
		.addColumn("subject", "text")
		.addColumn("login", "text")
		.addColumn("email", "text")
		.addColumn("name", "text")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("email_changes")
		.addColumn("account_id", "text", (c) => c.primaryKey().references("accounts.id").onDelete("cascade"))
		.addColumn("email", "text", (c) => c.notNull())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("owner_codes")
		.addColumn("account_id", "text", (c) => c.primaryKey().references("accounts.id").onDelete("cascade"))
		.addColumn("code_hash", "text", (c) => c.notNull())
		.addColumn("misses", "integer", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("second_factors")
		.addColumn("account_id", "text", (c) => c.primaryKey().references("accounts.id").onDelete("cascade"))
		.addColumn("sealed_seed", "text", (c) => c.notNull())
		.addColumn("confirmed_at", "bigint")
		.addColumn("last_step", "bigint", (c) => c.notNull())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("recovery_codes")
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id").onDelete("cascade"))
		.addColumn("code_hash", "text", (c) => c.notNull())
		.addPrimaryKeyConstraint("recovery_codes_key", ["account_id", "code_hash"])
		.execute();

	await db.schema
		.createTable("sign_in_steps")
		.addColumn("token_hash", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().references("accounts.id").onDelete("cascade"))
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("account_events")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.references("accounts.id").onDelete("cascade"))
		.addColumn("kind", "text", (c) => c.notNull())
		.addColumn("at", "bigint", (c) => c.notNull())
		.addColumn("ip_network", "text", (c) => c.notNull())
		.addColumn("user_agent", "text", (c) => c.notNull())
		.execute();
	await db.schema
		.createIndex("account_events_by_account")
		.on("account_events")
		.columns(["account_id", "at", "id"])
		.execute();
	await db.schema.createIndex("account_events_by_age").on("account_events").columns(["at"]).execute();

	await db.schema
		.createTable("deletions")
		.addColumn("account_id", "text", (c) => c.primaryKey())
		.addColumn("asked_by", "text", (c) => c.notNull().check(sql`asked_by in ('person', 'operator')`))
		.addColumn("at", "bigint", (c) => c.notNull())
		.addColumn("erased_at", "bigint")
		.addColumn("erased", "text")
		.execute();

	await db.schema.createIndex("sessions_by_visit").on("sessions").columns(["seen_at"]).execute();
}

/**
 * An account created through Yandex has no password. SQLite cannot drop `not null` from a column, so the table is
 * rebuilt.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function rebuildPendingRegistrations(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("pending_registrations_new")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("email", "text", (c) => c.notNull().unique())
		.addColumn("password_hash", "text")
		.addColumn("yandex_id", "text")
		.addColumn("yandex_login", "text")
		.addColumn("name", "text")
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
	const kept = [
		"id",
		"email",
		"password_hash",
		"binding_hash",
		"code_hash",
		"code_misses",
		"offer_version",
		"personal_data_version",
		"news_version",
		"ip_network",
		"user_agent",
		"created_at",
		"expires_at",
	];
	await db
		.insertInto("pending_registrations_new")
		.columns(kept)
		.expression(db.selectFrom("pending_registrations").select(kept))
		.execute();
	await db.schema.dropTable("pending_registrations").execute();
	await db.schema.alterTable("pending_registrations_new").renameTo("pending_registrations").execute();
}

/** A third purpose. The name of the constraint has to be new: PostgreSQL keeps the old one until the old table goes. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function rebuildOneTimeTokens(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("one_time_tokens_new")
		.addColumn("token_hash", "text", (c) => c.primaryKey())
		.addColumn("purpose", "text", (c) =>
			c.notNull().check(sql`purpose in ('confirm-email', 'reset-password', 'change-email')`),
		)
		.addColumn("subject", "text", (c) => c.notNull())
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.addUniqueConstraint("one_time_tokens_one_per_subject", ["purpose", "subject"])
		.execute();
	const kept = ["token_hash", "purpose", "subject", "created_at", "expires_at"];
	await db
		.insertInto("one_time_tokens_new")
		.columns(kept)
		.expression(db.selectFrom("one_time_tokens").select(kept))
		.execute();
	await db.schema.dropTable("one_time_tokens").execute();
	await db.schema.alterTable("one_time_tokens_new").renameTo("one_time_tokens").execute();
}
