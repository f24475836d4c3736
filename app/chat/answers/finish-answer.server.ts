import type { Db } from "../../platform/db/connection.server.ts";
import { groupCommit } from "../../platform/db/group-commit.server.ts";
import type { AnswerState } from "../../platform/db/tables/chat.ts";
import { indexAnswer } from "../search/index-message.server.ts";
import type { AnswerLog } from "./answer-log.server.ts";
import { readAnswerSoFar } from "./answer-updates.server.ts";
import { settleReservation, verdictOn } from "./settle-reservation.server.ts";

/** How an answer ended. `failure` is a code for the screen, never the provider's own text. */
export type AnswerEnd = {
	state: Exclude<AnswerState, "writing">;
	finish?: "stop" | "length" | "filtered";
	failure?: string;
	usage?: { promptTokens: number; completionTokens: number };
	/** From the start of the attempt to the first piece. */
	firstPieceMs?: number;
};

/**
 * Ends an answer that `owner` writes: merges the log into the row and deletes the log's rows. Readers in mid-stream
 * read from the row what they have not received yet (`AnswerStream`). Only the lease holder passes the guard, so an
 * answer ends once; whatever must happen exactly once at the end belongs into this transaction after the guard.
 * @returns false when the lease was lost
 */
export async function finishAnswer(
	db: Db,
	log: AnswerLog,
	answerId: string,
	owner: string,
	end: AnswerEnd,
	now = Date.now(),
): Promise<boolean> {
	const settled = await groupCommit(db, async (trx) => {
		const written = await readAnswerSoFar(trx, answerId);
		if (!written) return false;
		// The text already in the row was there before the reservation; nothing else changes the row while the answer
		// runs.
		const before = await trx
			.selectFrom("answers")
			.select(["text", "reasoning", "reservation"])
			.where("id", "=", answerId)
			.executeTakeFirst();
		if (!before) return false;
		const verdict = verdictOn(before, written, end);
		const row = await trx
			.updateTable("answers")
			.set((eb) => ({
				state: end.state,
				finish: end.finish ?? null,
				failure: end.failure ?? null,
				text: written.text,
				reasoning: written.reasoning,
				last_seq: written.cursor,
				...(end.usage && {
					tokens_in: end.usage.promptTokens,
					tokens_out: end.usage.completionTokens,
				}),
				first_piece_ms: eb.fn.coalesce("first_piece_ms", eb.val(end.firstPieceMs ?? null)),
				// A returned reservation stays with the answer: continuing it is not paid for yet.
				reservation: verdict.charged ? null : before.reservation,
				lease_owner: null,
				pulse_at: null,
				ended_at: now,
			}))
			.where("id", "=", answerId)
			.where("state", "=", "writing")
			.where("lease_owner", "=", owner)
			.returning(["id", "account_id", "conversation_id", "created_at", "text"])
			.executeTakeFirst();
		if (!row) return false;
		await indexAnswer(trx, row);
		await trx.deleteFrom("answer_log").where("answer_id", "=", answerId).execute();
		await settleReservation(
			trx,
			{ accountId: row.account_id, reservation: before.reservation },
			verdict,
			now,
		);
		return true;
	});
	await log.announce(answerId);
	return settled;
}
