import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	// Taking one's data along and deleting an account look for what was written to one address.
	await db.schema.createIndex("letters_by_recipient").on("letters").columns(["recipient"]).execute();
}
