import { type Kysely, sql } from "kysely";

/**
 * Messages that are bought apart from a plan. A column and not another kind of purchase: the kinds are a check of the
 * table, which a running server of the previous release relies on. The previous release sells no messages.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("purchases").addColumn("messages", "integer").execute();
	await db.schema.alterTable("allowances").addColumn("purchase_id", "text").execute();
	await sql`create unique index allowances_by_purchase on allowances (purchase_id)
		where purchase_id is not null`.execute(db);
	await sql`create index allowances_bought on allowances (account_id, ends_at)
		where purchase_id is not null`.execute(db);
}
