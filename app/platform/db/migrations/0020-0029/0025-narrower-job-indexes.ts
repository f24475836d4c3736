import { type Kysely, sql } from "kysely";

/**
 * An e-mail or a check writes a row into `jobs` and deletes it soon: each index that it is in costs a page of the
 * commit. `jobs_in_line` is left out, since `jobs_due` leads to the few jobs of a kind too.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	for (const index of ["jobs_in_line", "jobs_by_account", "jobs_ended", "letters_finished"])
		await db.schema.dropIndex(index).execute();
	await sql`create index jobs_by_account on jobs (account_id, created_at) where account_id is not null`.execute(
		db,
	);
	await sql`create index jobs_ended on jobs (ended_at) where ended_at is not null`.execute(db);
	await sql`create index letters_finished on letters (finished_at) where finished_at is not null`.execute(db);
}
