import { type Kysely, sql } from "kysely";

/**
 * Indexes of the operator's list of payments, which goes from page to page by age. An extra index is nothing to the
 * previous release.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await sql`create index purchases_by_age on purchases (created_at, id)`.execute(db);
	await sql`create index purchases_by_state on purchases (state, created_at, id)`.execute(db);
	// Most receipts are registered; only the others are looked for.
	await sql`create index purchases_by_receipt on purchases (receipt_state, created_at, id)
		where receipt_state in ('pending', 'canceled')`.execute(db);
}
