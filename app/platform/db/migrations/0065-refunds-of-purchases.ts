import { type Kysely, sql } from "kysely";

/**
 * All refunds of a purchase: the index that was there has no refused ones, and serves only a reader who says so. An extra
 * index is nothing to the previous release.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await sql`create index refunds_by_purchase on refunds (purchase_id, created_at, id)`.execute(db);
}
