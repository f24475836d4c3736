import { type Kysely, sql } from "kysely";

/**
 * The titles among the texts that are searched: a word may occur in any number of messages, and each search asks for the
 * titles first. An extra index is nothing to the previous release.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await sql`create index search_entries_titles on search_entries (account_id, id) where kind = 'title'`.execute(
		db,
	);
}
