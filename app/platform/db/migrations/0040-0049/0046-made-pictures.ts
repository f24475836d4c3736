import { type Kysely, sql } from "kysely";

/**
 * Pictures that answers have made are files of their questions, marked with their call and as taken out: the previous
 * release shows them there as such, and neither tells a model about them nor erases them before the conversation goes.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	await db.schema.alterTable("prompt_files").addColumn("made_by", "text").execute();
	await sql`create index prompt_files_made on prompt_files (made_by) where made_by is not null`.execute(db);
}
