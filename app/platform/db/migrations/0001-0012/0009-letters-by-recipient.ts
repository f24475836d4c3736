import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	// The export and the deletion of an account look up the e-mails sent to one address.
	await db.schema.createIndex("letters_by_recipient").on("letters").columns(["recipient"]).execute();
}
