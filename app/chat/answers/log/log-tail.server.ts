import { sql } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import { isPostgres } from "../../../platform/db/dialect.server.ts";
import { transact } from "../../../platform/db/transact.server.ts";

/**
 * Moves the tail of the log, of all answers, to where it is indexed. Idempotent.
 *
 * In the whole log each live answer has pages of its own, so on SQLite a commit would write and sync 4 KB for a word of
 * each. The tail holds the last two thousand rows of all, fifty pages, and what is moved from it together is many words
 * of an answer for the same 4 KB.
 */
export const settleTail = (db: Db): Promise<void> => transact(db, moveAll);

/**
 * Settles what a killed process left in the tail, or what came with a database from SQLite. Rows are dropped where the
 * previous release, which reads no tail, has gone on with the answer since: its text is whole without them. For the
 * start, before an answer is taken up.
 */
export const recoverTail = (db: Db): Promise<void> =>
	transact(db, async (trx) => {
		await sql`
			delete from answer_log_tail where answer_id in (
				select t.answer_id from answer_log_tail t join answers a on a.id = t.answer_id
				where a.state <> 'writing' or a.last_seq >= t.seq
					or exists (select 1 from answer_log l where l.answer_id = t.answer_id and l.seq >= t.seq)
			)
		`.execute(trx);
		await moveAll(trx);
	});

async function moveAll(trx: Db): Promise<void> {
	// The lease lets one worker write an answer, so a number that is there already is no other text.
	await sql`
		insert into answer_log (answer_id, seq, kind, body, written_at)
		select answer_id, seq, kind, body, written_at from answer_log_tail where true order by answer_id, seq
		on conflict (answer_id, seq) do nothing
	`.execute(trx);
	await trx.deleteFrom("answer_log_tail").execute();
}

/** Deletes the log of an answer whose row has its text, or whose text goes. */
export async function deleteLog(trx: Db, answerId: string): Promise<void> {
	await trx.deleteFrom("answer_log").where("answer_id", "=", answerId).execute();
	if (!isPostgres(trx)) await trx.deleteFrom("answer_log_tail").where("answer_id", "=", answerId).execute();
}
