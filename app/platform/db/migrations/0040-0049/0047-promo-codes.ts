import { type Kysely, sql } from "kysely";

/**
 * Promo codes, and what a purchase got by one. The previous release reads and writes none of this: a purchase that it
 * settles grants the plan for its usual days.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("promo_codes")
		.addColumn("code", "text", (c) => c.primaryKey())
		.addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('percent', 'sum', 'days')`))
		.addColumn("value", "integer", (c) => c.notNull())
		.addColumn("plan_keys", "text")
		.addColumn("first_only", "integer", (c) => c.notNull())
		.addColumn("starts_at", "bigint")
		.addColumn("ends_at", "bigint")
		.addColumn("max_uses", "integer")
		.addColumn("used", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("off_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();
	await sql`create index promo_codes_by_age on promo_codes (created_at, code)`.execute(db);

	for (const [name, type] of [
		["promo_code", "text"],
		["promo_days", "integer"],
	] as const)
		await db.schema.alterTable("purchases").addColumn(name, type).execute();
	await db.schema
		.alterTable("purchases")
		.addColumn("promo_use", "text", (c) => c.check(sql`promo_use in ('held', 'returned', 'late')`))
		.execute();
	// Once for an account, whatever happens at the same moment.
	await sql`create unique index purchases_by_promo on purchases (promo_code, account_id)
		where promo_use = 'held'`.execute(db);
	await sql`create index purchases_of_code on purchases (promo_code, created_at, id)
		where promo_code is not null`.execute(db);
	for (const name of ["paid", "paid_days"])
		await db.schema.alterTable("subscriptions").addColumn(name, "integer").execute();
}
