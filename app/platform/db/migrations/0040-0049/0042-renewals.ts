import { type Kysely, sql } from "kysely";

/**
 * Saved cards, agreements to renew a plan, and what was agreed to. A purchase may be a charge of a saved card, and the
 * first one may ask the gateway to save it; the sandbox keeps what it would answer to such charges. The previous
 * release reads and writes none of this, and makes purchases of the usual kind only.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("payment_methods")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().unique())
		.addColumn("gateway", "text", (c) => c.notNull())
		.addColumn("sealed_id", "text", (c) => c.notNull())
		.addColumn("title", "text", (c) => c.notNull())
		.addColumn("expires_at", "bigint")
		.addColumn("state", "text", (c) => c.notNull().check(sql`state in ('active', 'refused')`))
		.addColumn("expiry_told_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();
	await db.schema
		.createTable("renewal_consents")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("act", "text", (c) => c.notNull().check(sql`act in ('given', 'withdrawn')`))
		.addColumn("text", "text", (c) => c.notNull())
		.addColumn("text_version", "text", (c) => c.notNull())
		.addColumn("offer_version", "text")
		.addColumn("plan_key", "text", (c) => c.notNull())
		.addColumn("amount", "integer", (c) => c.notNull())
		.addColumn("days", "integer", (c) => c.notNull())
		.addColumn("at", "bigint", (c) => c.notNull())
		.addColumn("ip_network", "text", (c) => c.notNull())
		.addColumn("user_agent", "text", (c) => c.notNull())
		.execute();
	await sql`create index renewal_consents_by_account on renewal_consents (account_id, at)`.execute(db);
	await db.schema
		.createTable("renewals")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull().unique())
		.addColumn("consent_id", "text", (c) => c.notNull())
		.addColumn("method_id", "text")
		.addColumn("plan_key", "text", (c) => c.notNull())
		.addColumn("plan", "text", (c) => c.notNull())
		.addColumn("receipt_email", "text", (c) => c.notNull())
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('on', 'charging', 'retrying', 'paused', 'off')`),
		)
		.addColumn("reason", "text")
		.addColumn("paid_until", "bigint", (c) => c.notNull())
		.addColumn("attempt", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("declines", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("charge_at", "bigint")
		.addColumn("charge_amount", "integer")
		.addColumn("notice_id", "text")
		.addColumn("told_at", "bigint")
		.addColumn("purchase_id", "text")
		.addColumn("next_at", "bigint")
		.addColumn("stop_token_hash", "text", (c) => c.unique())
		.addColumn("stop_token_until", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("changed_at", "bigint", (c) => c.notNull())
		.execute();
	await sql`create index renewals_due on renewals (next_at, id) where next_at is not null`.execute(db);

	await db.schema
		.alterTable("purchases")
		.addColumn("kind", "text", (c) => c.notNull().defaultTo("plan").check(sql`kind in ('plan', 'renewal')`))
		.execute();
	for (const name of ["renewal_id", "renewal_consent_id"])
		await db.schema.alterTable("purchases").addColumn(name, "text").execute();
	for (const name of ["save", "later"])
		await db.schema.alterTable("sandbox_payments").addColumn(name, "text").execute();
}
