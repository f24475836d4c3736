import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema
		.createTable("purchases")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("plan_key", "text", (c) => c.notNull())
		.addColumn("plan", "text", (c) => c.notNull())
		.addColumn("amount", "integer", (c) => c.notNull().check(sql`amount > 0`))
		.addColumn("receipt_email", "text", (c) => c.notNull())
		.addColumn("offer_version", "text")
		.addColumn("gateway", "text", (c) => c.notNull())
		.addColumn("gateway_id", "text")
		.addColumn("confirmation_url", "text")
		.addColumn("method", "text")
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('started', 'waiting', 'paid', 'canceled', 'expired', 'refunded')`),
		)
		.addColumn("reason", "text")
		.addColumn("receipt_state", "text")
		.addColumn("checks", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("check_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("ended_at", "bigint")
		.execute();
	await sql`create unique index purchases_by_gateway on purchases (gateway, gateway_id)`.execute(db);
	await sql`create index purchases_by_account on purchases (account_id, created_at, id)`.execute(db);
	await sql`create index purchases_due on purchases (check_at) where check_at is not null`.execute(db);

	await db.schema
		.createTable("refunds")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("purchase_id", "text", (c) => c.notNull().references("purchases.id").onDelete("cascade"))
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("amount", "integer", (c) => c.notNull().check(sql`amount > 0`))
		.addColumn("gateway_id", "text")
		.addColumn("state", "text", (c) =>
			c.notNull().check(sql`state in ('started', 'waiting', 'done', 'refused')`),
		)
		.addColumn("time_taken", "bigint", (c) => c.notNull().defaultTo(0))
		.addColumn("reason", "text")
		.addColumn("receipt_state", "text")
		.addColumn("checks", "integer", (c) => c.notNull().defaultTo(0))
		.addColumn("check_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.addColumn("ended_at", "bigint")
		.execute();
	// A purchase has at most one refund that is under way or done; a refused one may be requested again.
	await sql`create unique index refunds_alive on refunds (purchase_id) where state <> 'refused'`.execute(db);
	await sql`create index refunds_by_account on refunds (account_id)`.execute(db);
	await sql`create index refunds_due on refunds (check_at) where check_at is not null`.execute(db);

	await db.schema
		.createTable("sandbox_payments")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("amount", "integer", (c) => c.notNull())
		.addColumn("state", "text", (c) => c.notNull().check(sql`state in ('waiting', 'paid', 'canceled')`))
		.addColumn("reason", "text")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();

	await db.schema
		.createTable("subscriptions")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("purchase_id", "text", (c) => c.unique().references("purchases.id").onDelete("cascade"))
		.addColumn("plan_key", "text", (c) => c.notNull())
		.addColumn("plan", "text", (c) => c.notNull())
		.addColumn("starts_at", "bigint", (c) => c.notNull())
		.addColumn("ends_at", "bigint", (c) => c.notNull())
		.addColumn("why", "text")
		.addColumn("ended_by", "text", (c) => c.check(sql`ended_by in ('replaced', 'refund', 'operator')`))
		.addColumn("ending_told_at", "bigint")
		.addColumn("ended_told_at", "bigint")
		.addColumn("created_at", "bigint", (c) => c.notNull())
		.execute();
	await sql`create index subscriptions_by_account on subscriptions (account_id, ends_at)`.execute(db);
	await sql`create index subscriptions_to_tell on subscriptions (ends_at) where ended_told_at is null`.execute(
		db,
	);

	await db.schema
		.createTable("allowances")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("source", "text", (c) => c.notNull())
		.addColumn("starts_at", "bigint", (c) => c.notNull())
		.addColumn("ends_at", "bigint", (c) => c.notNull())
		.addColumn("granted", "integer", (c) => c.notNull())
		.addColumn("reserved", "integer", (c) => c.notNull().defaultTo(0).check(sql`reserved >= 0`))
		.addColumn("used", "integer", (c) => c.notNull().defaultTo(0).check(sql`used >= 0`))
		.addCheckConstraint("allowances_never_overspent", sql`granted - used - reserved >= 0`)
		.addUniqueConstraint("allowances_of_source", ["account_id", "source", "starts_at"])
		.execute();

	await db.schema
		.createTable("ledger")
		.addColumn("id", "text", (c) => c.primaryKey())
		.addColumn("account_id", "text", (c) => c.notNull())
		.addColumn("allowance_id", "text", (c) => c.notNull().references("allowances.id").onDelete("cascade"))
		.addColumn("kind", "text", (c) =>
			c.notNull().check(sql`kind in ('grant', 'reserve', 'settle', 'return', 'correct')`),
		)
		.addColumn("reference", "text", (c) => c.notNull())
		.addColumn("messages", "integer", (c) => c.notNull())
		.addColumn("why", "text")
		.addColumn("at", "bigint", (c) => c.notNull())
		.addUniqueConstraint("ledger_once", ["kind", "reference"])
		.execute();
	await sql`create index ledger_by_account on ledger (account_id, at, id)`.execute(db);
	await sql`create index ledger_by_allowance on ledger (allowance_id)`.execute(db);
	// A reservation ends one way.
	await sql`
		create unique index ledger_closed_once on ledger (reference) where kind in ('settle', 'return')
	`.execute(db);

	await db.schema.alterTable("answers").addColumn("reservation", "text").execute();
}
