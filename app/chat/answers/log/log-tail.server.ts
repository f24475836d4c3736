import { sql } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import { isPostgres } from "../../../platform/db/dialect.server.ts";
import { transact } from "../../../platform/db/transact.server.ts";

/**
 * Moves the tail of the log, of all answers, to where it is indexed. Idempotent.
 *
 * In the whole log each live answer has pages of its own, so on SQLite a commit would write and sync 4 KB for a word of
 * each. The tail holds the last two thousand rows of all, fifty pages, and what is moved from it together is twenty
 * words of an answer for the same 4 KB.
 */
export async function settleTail(db: Db): Promise<void> {
	await transact(db, async (trx) => {
		// The lease lets one worker write an answer, so a number that is there already is no other text.
		await sql`
			insert into answer_log (answer_id, seq, kind, body, written_at)
			select answer_id, seq, kind, body, written_at from answer_log_tail where true order by answer_id, seq
			on conflict (answer_id, seq) do nothing
		`.execute(trx);
		await trx.deleteFrom("answer_log_tail").execute();
	});
}

/** Deletes the log of an answer whose row has its text, or whose text goes. */
export async function deleteLog(trx: Db, answerId: string): Promise<void> {
	await trx.deleteFrom("answer_log").where("answer_id", "=", answerId).execute();
	if (!isPostgres(trx)) await trx.deleteFrom("answer_log_tail").where("answer_id", "=", answerId).execute();
}
