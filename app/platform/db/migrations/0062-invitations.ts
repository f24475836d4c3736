import { type Kysely, sql } from "kysely";

/**
 * The gift of an invitation: with the registration that waits, then with the account until it is given; and the list of
 * invitations that wait. An account that is confirmed through the previous release gets no gift.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("pending_registrations").addColumn("gift", "text").execute();
	await db.schema.alterTable("accounts").addColumn("gift", "text").execute();
	await sql`create index pending_invitations on pending_registrations (created_at, id)
		where offer_version = ''`.execute(db);
}
