import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { WAITING_FOR_PERSON } from "../answers/lease.server.ts";
import { findOwnAnswer } from "../conversations/own-answer.server.ts";
import { grant } from "./grants.server.ts";

/** The decisions of a person about a call: yes this once, in this conversation, always; or no. */
export const DECISIONS = ["once", "chat", "always", "no"] as const;
export type Decision = (typeof DECISIONS)[number];

export type Decided =
	/** `goesOn`: nothing of its answer waits any more. */
	| { outcome: "decided"; answerId: string; conversationId: string; goesOn: boolean }
	/** It waits no more: somebody, or the time, has decided. */
	| { outcome: "decided-before"; conversationId: string }
	| { outcome: "no-such-call" };

/** The id of a call on the screen: its answer, its round, its place. */
const CALL = /^([0-9a-f-]{36})\.(\d{1,4})\.(\d{1,4})$/;

/**
 * Writes down what a person says to a call that waits. The first decision counts; repeating it is harmless.
 * @returns "no-such-call" also for another account's call
 */
export async function decide(
	db: Db,
	accountId: string,
	callId: string,
	decision: Decision,
	now = Date.now(),
): Promise<Decided> {
	const [, answerId = "", round = "", n = ""] = CALL.exec(callId) ?? [];
	if (answerId === "") return { outcome: "no-such-call" };
	return transact(db, async (trx): Promise<Decided> => {
		const known = await findOwnAnswer(trx, accountId, answerId);
		// The worker that hands the answer over to the person holds the same lock.
		const answer = known && (await lockRow(trx, "answers", answerId));
		if (!answer) return { outcome: "no-such-call" };
		const conversationId = answer.conversation_id;
		const call = await trx
			.updateTable("answer_calls")
			.set({ decided_by: accountId, decided_at: now })
			.set(decision === "no" ? { state: "denied", ended_at: now } : { state: "asked" })
			.where("answer_id", "=", answerId)
			.where("round", "=", Number(round))
			.where("n", "=", Number(n))
			.where("state", "=", "waiting")
			.returning(["server", "tool", "schema_hash as schemaHash"])
			.executeTakeFirst();
		if (!call) {
			const there = await trx
				.selectFrom("answer_calls")
				.select("n")
				.where("answer_id", "=", answerId)
				.where("round", "=", Number(round))
				.where("n", "=", Number(n))
				.executeTakeFirst();
			return there ? { outcome: "decided-before", conversationId } : { outcome: "no-such-call" };
		}
		if (decision === "chat" || decision === "always")
			await grant(trx, accountId, call, decision === "chat" ? conversationId : null, now);
		const goesOn = answer.lease_owner === WAITING_FOR_PERSON && !(await hasWaitingCalls(trx, answerId));
		if (goesOn)
			await trx
				.updateTable("answers")
				.set({ lease_owner: null, pulse_at: null })
				.where("id", "=", answerId)
				.execute();
		return { outcome: "decided", answerId, conversationId, goesOn };
	});
}

/** Whether any call of an answer waits for a person. */
export async function hasWaitingCalls(db: Db, answerId: string): Promise<boolean> {
	const call = await db
		.selectFrom("answer_calls")
		.select("n")
		.where("answer_id", "=", answerId)
		.where("state", "=", "waiting")
		.limit(1)
		.executeTakeFirst();
	return call !== undefined;
}
