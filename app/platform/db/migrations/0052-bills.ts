import { type Kysely, sql } from "kysely";

/** Bills of companies, and the activation codes that a paid one gives. The previous release knows none of this. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("bills")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("number", "integer", (c) => c.notNull().unique())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("inn", "text", (c) => c.notNull())
		.addColumn("kpp", "text")
		.addColumn("organisation", "text", (c) => c.notNull())
		.addColumn("plan_key", "text", (c) => c.notNull())
		.addColumn("plan", "text", (c) => c.notNull())
		.addColumn("seats", "integer", (c) => c.notNull())
		.addColumn("amount", "bigint", (c) => c.notNull())
		.addColumn("seller", "text", (c) => c.notNull())
		.addColumn("offer_version", "text")
		.addColumn("state", "text", (c) => c.notNull().check(sql`state in ('open', 'paid', 'canceled')`))
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.addColumn("ended_at", "bigint")
		.addColumn("returned", "bigint")
		.addColumn("returned_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();
	await sql`create index bills_by_account on bills (account_id, number)`.execute(db);
	await sql`create index bills_by_inn on bills (inn, number)`.execute(db);

	await db.schema.alterTable("subscriptions").addColumn("bill_id", "text").execute();
	await db.schema
		.createTable("activation_codes")
		.addColumn("hash", "text", (c) => c.primaryKey())
		.addColumn("bill_id", "text", (c) => c.notNull())
		.addColumn("number", "integer", (c) => c.notNull())
		.addColumn("expires_at", "bigint", (c) => c.notNull())
		.addColumn("used_at", "bigint")
		.addColumn("used_by", "text")
		.addColumn("revoked_at", "bigint")
		.execute();
	await sql`create unique index activation_codes_by_bill on activation_codes (bill_id, number)`.execute(db);
	await sql`create index activation_codes_by_user on activation_codes (used_by)
		where used_by is not null`.execute(db);
}
