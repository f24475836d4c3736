import type { Db } from "../../platform/db/connection.server.ts";
import { groupCommit } from "../../platform/db/group-commit.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { withQuotes } from "../citations/keep-quotes.server.ts";
import { indexAnswer } from "../search/index-message.server.ts";
import type { AnswerEnd } from "./answer-end.ts";
import type { AnswerLog } from "./log/answer-log.server.ts";
import { readAnswerSoFar } from "./log/answer-updates.server.ts";
import { deleteLog } from "./log/log-tail.server.ts";
import { ReasoningTime } from "./reasoning-time.server.ts";
import { endCalls } from "./rounds/end-calls.server.ts";
import { type Settlement, settlementOf, settleReservation } from "./settle-reservation.server.ts";

/**
 * The party that ends an answer: the worker that holds its lease, a deletion of its conversation, which can be undone,
 * or the eraser of the conversation in the same transaction. The text of an erased answer is neither stored nor
 * indexed.
 */
type EndedBy = { owner: string } | "deletion" | "eraser";

/**
 * Ends an answer for its worker. Readers in mid-stream read from the row what they have not received yet
 * (`AnswerStream`).
 * @param followUp writes what follows from the end, in its transaction
 * @returns false when the lease was lost
 */
export async function finishAnswer(
	db: Db,
	log: Pick<AnswerLog, "announce">,
	answerId: string,
	owner: string,
	end: AnswerEnd,
	now = Date.now(),
	followUp?: (trx: Db) => Promise<void>,
): Promise<boolean> {
	const ended = await groupCommit(db, async (trx) => {
		const answers = await finishAnswers(trx, [answerId], { owner }, end, now);
		if (answers.length > 0) await followUp?.(trx);
		return answers;
	});
	await log.announce(answerId);
	return ended.length > 0;
}

/**
 * Ends running answers and settles their reservations: the one place that does either. An answer leaves the state
 * `writing` once, so whatever must happen exactly once at the end belongs here, after the guard.
 * @param trx a transaction; with several answers, or by an eraser, it holds the lock of their conversation or account
 * @returns the answers that it has ended, without those that another process ended or writes
 */
export async function finishAnswers(
	trx: Db,
	answerIds: readonly string[],
	by: EndedBy,
	end: AnswerEnd,
	now: number,
): Promise<string[]> {
	const ended: Ended[] = [];
	for (const answerId of answerIds) {
		const one = await endRow(trx, answerId, by, end, now);
		if (one) ended.push(one);
	}
	// The allowance is locked after all answers, as `LOCK_ORDER` says.
	for (const { settlement, ...answer } of ended) await settleReservation(trx, answer, settlement, now);
	return ended.map(({ id }) => id);
}

type Ended = { id: string; accountId: string; reservation: string | null; settlement: Settlement };

/** Merges the log into the row and deletes the log's rows. @returns undefined when the guard did not pass */
async function endRow(
	trx: Db,
	answerId: string,
	by: EndedBy,
	end: AnswerEnd,
	now: number,
): Promise<Ended | undefined> {
	if (typeof by === "string") await lockRow(trx, "answers", answerId);
	const written = await readAnswerSoFar(trx, answerId);
	if (!written) return undefined;
	// The text already in the row was there before the reservation; nothing else changes the row while the answer
	// runs.
	const before = await trx
		.selectFrom("answers")
		.select(["text", "reasoning", "reservation", "sources", "rounds"])
		.where("id", "=", answerId)
		.executeTakeFirst();
	if (!before) return undefined;
	const settlement = settlementOf(before, written, end);
	const sources =
		by === "eraser" || before.sources === null
			? before.sources
			: await withQuotes(trx, before.sources, written.text);
	const tokens = end.usage ?? end.estimate;
	const row = await trx
		.updateTable("answers")
		.set((eb) => ({
			state: end.state,
			finish: end.finish ?? null,
			failure: end.failure ?? null,
			...(by !== "eraser" && {
				text: written.text,
				reasoning: written.reasoning,
				reasoning_ms: new ReasoningTime(written.reasoningMs, written.entries, written.rounds).at(now),
				last_seq: written.cursor,
				sources,
			}),
			...(tokens && {
				tokens_in: tokens.promptTokens,
				tokens_out: tokens.completionTokens,
				tokens_estimated: end.usage ? 0 : 1,
			}),
			first_piece_ms: eb.fn.coalesce("first_piece_ms", eb.val(end.firstPieceMs ?? null)),
			// A returned reservation stays with the answer: continuing it is not paid for yet.
			reservation: settlement.charged ? null : before.reservation,
			lease_owner: null,
			pulse_at: null,
			ended_at: now,
		}))
		.where("id", "=", answerId)
		.where("state", "=", "writing")
		.$if(typeof by !== "string", (query) =>
			query.where("lease_owner", "=", typeof by === "string" ? "" : by.owner),
		)
		.returning(["id", "account_id", "conversation_id", "created_at", "text"])
		.executeTakeFirst();
	if (!row) return undefined;
	if (before.rounds > 0) await endCalls(trx, answerId, now);
	if (by !== "eraser") {
		await indexAnswer(trx, row);
		await deleteLog(trx, answerId);
	}
	return { id: answerId, accountId: row.account_id, reservation: before.reservation, settlement };
}
