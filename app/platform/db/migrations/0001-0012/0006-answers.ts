import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no table types, they change after it
export async function up(db: Kysely<any>): Promise<void> {
	const add = (name: string, counts: boolean) =>
		db.schema
			.alterTable("answers")
			.addColumn(name, "integer", (column) => (counts ? column.notNull().defaultTo(0) : column))
			.execute();
	await add("last_seq", true);
	await add("context_cut", true);
	await add("tokens_in", false);
	await add("tokens_out", false);
	await add("first_piece_ms", false);

	// Until now the log of an answer was kept for ever, and a continued answer had its text twice.
	await sql`update answers set text = '', reasoning = '' where state = 'writing'`.execute(db);
	await sql`
		update answers set last_seq = (select max(seq) from answer_log where answer_id = answers.id)
		where state <> 'writing' and exists (select 1 from answer_log where answer_id = answers.id)
	`.execute(db);
	await sql`
		delete from answer_log where answer_id in (select id from answers where state <> 'writing')
	`.execute(db);
}
