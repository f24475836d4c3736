import { randomUUID } from "node:crypto";
import { ourTerms, type Terms } from "../../billing/payments/terms.server.ts";
import { isReserved } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { AnswerState, Manner } from "../../platform/db/tables/chat.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../platform/db/unique-violation.server.ts";
import { deleteLog } from "../answers/log/log-tail.server.ts";
import { denyByQuestion } from "../consent/deny-waiting.server.ts";
import { markShown } from "../conversations/choose-version.server.ts";
import { isOfConversation } from "../conversations/not-deleted.server.ts";
import { readSwitches, storeSwitches } from "../tools/switches.server.ts";
import { mayWriteOneMore } from "./answers-at-once.server.ts";
import {
	type Admit,
	admitOrThrow,
	answersOfAllServers,
	InstallationFull,
} from "./answers-of-all-servers.server.ts";
import { insertAnswer } from "./insert-answer.server.ts";
import { Exhausted, type OutOfMessages, reserveOrThrow } from "./reserve.server.ts";

export type Regenerated =
	| { outcome: "asked" | "repeated"; conversationId: string; answerId: string }
	| { outcome: "no-such-answer" }
	/** It has to be charged, and the current plan does not include its model. */
	| { outcome: "model-of-another-plan" }
	| { outcome: "busy" }
	| { outcome: "too-many-answers" }
	/** The servers write as many answers as they may. */
	| { outcome: "full" }
	| OutOfMessages;

/**
 * Regenerates the answer to a prompt: a new version beside the old one, which is kept.
 * @param attemptId chosen by the form, so that a repeat gives the first result
 * @param model offered by the catalogue; validated by the caller
 * @param manner how the new answer shall differ; null: as the model will
 * @param limit of answers of all servers together
 * @param admit to this process
 */
export async function regenerateAnswer(
	db: Db,
	accountId: string,
	answerId: string,
	attemptId: string,
	model: string,
	now = Date.now(),
	terms: Terms = ourTerms,
	manner: Manner | null = null,
	limit: number | null = answersOfAllServers,
	admit?: Admit,
): Promise<Regenerated> {
	const old = await db
		.selectFrom("answers")
		.select(["prompt_id", "conversation_id", "tools"])
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("answers"))
		.executeTakeFirst();
	if (!old) return { outcome: "no-such-answer" };
	const ids = {
		id: randomUUID(),
		promptId: old.prompt_id,
		conversationId: old.conversation_id,
		accountId,
		attemptId,
		manner,
		reservation: attemptId,
		tools: storeSwitches(readSwitches(old.tools)),
	};
	try {
		const regenerated = await transact(db, async (trx): Promise<Regenerated> => {
			// A repeat must find its running answer, whatever else is running.
			const first = await findAttempt(trx, accountId, attemptId);
			if (first) return { outcome: "repeated", conversationId: old.conversation_id, answerId: first.id };
			if (!(await mayWriteOneMore(trx, accountId))) return { outcome: "too-many-answers" };
			// The conversation is locked before its answer, in the same order as deletion does: otherwise the two would
			// deadlock.
			const changed = await trx
				.updateTable("conversations")
				.set({ tip_answer_id: ids.id, updated_at: now })
				.where("id", "=", old.conversation_id)
				.where("account_id", "=", accountId)
				.where("deleted_at", "is", null)
				.returning("id")
				.executeTakeFirst();
			// Deleted since it was looked up.
			if (!changed) return { outcome: "no-such-answer" };
			await denyByQuestion(trx, old.conversation_id, now);
			await insertAnswer(trx, ids, model, now);
			await reserveOrThrow(trx, accountId, attemptId, now, terms);
			await admitOrThrow(trx, limit, admit);
			return { outcome: "asked", conversationId: old.conversation_id, answerId: ids.id };
		});
		if (regenerated.outcome === "asked") await markShown(db, accountId, regenerated.answerId, now);
		return regenerated;
	} catch (error) {
		if (error instanceof Exhausted) return error.outcome;
		if (error instanceof InstallationFull) return { outcome: "full" };
		// Deleted since it was looked up.
		if (isForeignKeyViolation(error)) return { outcome: "no-such-answer" };
		if (!isUniqueViolation(error)) throw error;
		const first = await findAttempt(db, accountId, attemptId);
		if (!first) return { outcome: "busy" };
		return { outcome: "repeated", conversationId: old.conversation_id, answerId: first.id };
	}
}

const findAttempt = (db: Db, accountId: string, attemptId: string) =>
	db
		.selectFrom("answers")
		.select("id")
		.where("account_id", "=", accountId)
		.where("attempt_id", "=", attemptId)
		.executeTakeFirst();

/**
 * Continues an answer that broke off. The text never shrinks. After an interruption it is free, since the message was
 * charged; after a stop or the length limit it costs a message, and also when the interrupted answer had no text and
 * its reservation was returned.
 * @param attemptId chosen by the form, so that a repeat is charged once and starts nothing
 * @param mayAsk whether the current plan may pay for this model; a charged answer continues by its own model in any
 * case
 * @param limit of answers of all servers together
 * @param admit to this process
 * @param seen how the answer has ended, as the person was shown it. Another end since then: nothing is begun. A form
 * whose response was lost may come once more when its free continuation has ended, and would be charged
 * @returns "busy" when this answer, or another one of the conversation, is running
 */
export async function continueAnswer(
	db: Db,
	accountId: string,
	answerId: string,
	attemptId: string = randomUUID(),
	now = Date.now(),
	terms: Terms = ourTerms,
	mayAsk: (modelId: string) => boolean = () => true,
	limit: number | null = answersOfAllServers,
	admit?: Admit,
	seen?: AnswerState,
): Promise<Regenerated> {
	const answer = await db
		.selectFrom("answers")
		.select(["id", "conversation_id", "state", "reservation", "model", "spare_for"])
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("answers"))
		.executeTakeFirst();
	if (!answer) return { outcome: "no-such-answer" };
	const { conversation_id: conversationId } = answer;
	const isOver = answer.state === "writing" || (seen !== undefined && seen !== answer.state);
	if (isOver || (await isReserved(db, accountId, attemptId))) {
		return { outcome: "repeated", conversationId, answerId };
	}
	const costs = answer.state !== "interrupted" || answer.reservation !== null;
	if (costs && !mayAsk(answer.spare_for ?? answer.model)) return { outcome: "model-of-another-plan" };
	try {
		return await transact(db, async (trx): Promise<Regenerated> => {
			if (!(await mayWriteOneMore(trx, accountId))) return { outcome: "too-many-answers" };
			// Deletion returns the reservations of its answers: the lock puts it before this transaction or after it.
			const conversation = await lockRow(trx, "conversations", conversationId);
			if (conversation?.deleted_at !== null) return { outcome: "no-such-answer" };
			if (!(await reopen(trx, accountId, answerId, answer.state, costs ? attemptId : null))) {
				return { outcome: "busy" };
			}
			if (costs) await reserveOrThrow(trx, accountId, attemptId, now, terms);
			await admitOrThrow(trx, limit, admit);
			return { outcome: "asked", conversationId, answerId };
		});
	} catch (error) {
		if (error instanceof Exhausted) return error.outcome;
		if (error instanceof InstallationFull) return { outcome: "full" };
		// The database allows one running answer per conversation, and there is one; or the form was sent twice.
		if (isUniqueViolation(error)) return { outcome: "busy" };
		throw error;
	}
}

/** The text stays in the row, and the log goes on from there. @returns false when the answer did not break off */
async function reopen(
	trx: Db,
	accountId: string,
	answerId: string,
	state: AnswerState,
	reservation: string | null,
): Promise<boolean> {
	const row = await trx
		.updateTable("answers")
		.set({
			state: "writing",
			finish: null,
			failure: null,
			stop_requested_at: null,
			attempts: 0,
			ended_at: null,
			reservation,
		})
		.where("id", "=", answerId)
		.where("state", "=", state)
		.where("account_id", "=", accountId)
		.where((eb) =>
			eb.or([
				eb("state", "in", ["interrupted", "stopped"]),
				eb.and([eb("state", "=", "done"), eb("finish", "=", "length")]),
			]),
		)
		.returning("id")
		.executeTakeFirst();
	// On PostgreSQL a piece can be committed beside the deletion of the conversation, which had ended the answer.
	if (row) await deleteLog(trx, answerId);
	return row !== undefined;
}
