import { type Kysely, sql } from "kysely";

/**
 * Indexes of the operator's list of renewals, which goes from page to page by the end of the paid time, and of who has
 * turned one off. An extra index is nothing to the previous release.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await sql`create index renewals_by_state on renewals (state, paid_until, id)`.execute(db);
	// Those that are off gather with the years; the list leaves them out unless it is asked for them.
	await sql`create index renewals_not_off on renewals (paid_until, id) where state <> 'off'`.execute(db);
	// Told of again after the end of the paid time; each view of the list asks whether there are any.
	await sql`create index renewals_told_late on renewals (paid_until, id)
		where charge_at >= paid_until`.execute(db);
	await sql`create index staff_events_renewal_off on staff_events (account_id, number)
		where act = 'renewal-off'`.execute(db);
}
