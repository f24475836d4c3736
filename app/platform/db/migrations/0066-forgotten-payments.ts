import { type Kysely, sql } from "kysely";

/**
 * Indexes of the sweep that takes the payer from payments that need not be kept any more: such a row is its own account,
 * and is looked at no more. An extra index is nothing to the previous release.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await sql`create index purchases_to_forget on purchases (ended_at, id) where account_id <> id`.execute(db);
	await sql`create index bills_to_forget on bills (ended_at, id)
		where state = 'paid' and account_id <> id`.execute(db);
}
