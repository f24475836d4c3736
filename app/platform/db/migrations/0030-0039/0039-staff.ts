import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Roles of accounts, the journal of what those with a role do, and when a session has proved its owner anew. The
 * previous release reads and writes none of this.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("staff")
		.addColumn("account_id", "text", (c) => c.primaryKey().references("accounts.id"))
		.addColumn("role", "text", (c) =>
			c.notNull().check(sql`role in ('owner', 'administrator', 'support', 'accountant')`),
		)
		.addColumn("granted_by", "text")
		.addColumn("granted_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema
		.createTable("staff_events")
		.addColumn("number", "bigint", (c) => c.primaryKey())
		.addColumn("at", "bigint", (c) => c.notNull())
		.addColumn("actor_id", "text")
		.addColumn("actor_role", "text")
		.addColumn("act", "text", (c) => c.notNull())
		.addColumn("account_id", "text")
		.addColumn("reason", "text")
		.addColumn("before", "text")
		.addColumn("after", "text")
		.addColumn("ip_network", "text", (c) => c.notNull())
		.addColumn("request_id", "text", (c) => c.notNull())
		.addColumn("previous_hash", "text", (c) => c.notNull())
		.addColumn("hash", "text", (c) => c.notNull())
		.execute();
	await db.schema
		.createIndex("staff_events_by_actor")
		.on("staff_events")
		.columns(["actor_id", "number"])
		.execute();
	// The end of the chain. Locked by whoever appends to it.
	await db.schema
		.createTable("staff_chain")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("number", "bigint", (c) => c.notNull())
		.addColumn("hash", "text", (c) => c.notNull())
		.execute();
	await db.schema.alterTable("sessions").addColumn("proved_at", "bigint").execute();

	// The list of people: the newest first, and by the beginning of the e-mail in the order of its bytes.
	await db.schema
		.createIndex("accounts_by_age")
		.on("accounts")
		.columns(["created_at", "id"])
		.where(sql.ref("email"), "is not", null)
		.execute();
	if (db.getExecutor().adapter instanceof PostgresAdapter)
		await sql`create index accounts_by_email on accounts (email collate "C")`.execute(db);
}
