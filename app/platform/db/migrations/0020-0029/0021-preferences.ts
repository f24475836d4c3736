import type { Kysely } from "kysely";

/** What a person has chosen for all chats. Nullable, so that the previous release still writes accounts. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	for (const column of ["default_model", "about", "answer_style"]) {
		await db.schema.alterTable("accounts").addColumn(column, "text").execute();
	}
	await db.schema.alterTable("accounts").addColumn("about_off_at", "bigint").execute();
}
