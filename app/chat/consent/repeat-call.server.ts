import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { AnswersTable } from "../../platform/db/tables/chat.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { isUniqueViolation } from "../../platform/db/unique-violation.server.ts";
import { NEVER_OLD, WAITING_FOR_PERSON } from "../answers/lease.server.ts";
import { deleteLog } from "../answers/log/log-tail.server.ts";
import { type Call, type Round, readRounds } from "../answers/rounds/read-rounds.server.ts";
import { messageAfter } from "../answers/rounds/round-messages.server.ts";
import { findOwnAnswer } from "../conversations/own-answer.server.ts";
import { newCallId } from "../providers/calls/call-assembler.server.ts";

type CallPlace = Pick<Call, "round" | "tool" | "args">;

/** Whether a call was made again later in its answer, by its person or by the model. */
export const isRepeated = ({ round, tool, args }: CallPlace, calls: readonly CallPlace[]): boolean =>
	calls.some((later) => later.round > round && later.tool === tool && later.args === args);

export type RepeatedCall =
	| { outcome: "asked" | "repeated"; conversationId: string; answerId: string }
	/** None of this account. */
	| { outcome: "no-such-answer" }
	/** It has no call to repeat, or none any more: another tab has made it anew. */
	| { outcome: "nothing-to-repeat"; conversationId: string }
	/** Another answer of the conversation is running. */
	| { outcome: "busy" };

/**
 * Makes a call anew of which nobody knows whether it was carried out: a new call of the same answer, in a round of its
 * own, that waits for a consent of its own, whatever was granted before. It is free: the answer was charged.
 */
export async function repeatCall(
	db: Db,
	accountId: string,
	answerId: string,
	now = Date.now(),
): Promise<RepeatedCall> {
	const known = await findOwnAnswer(db, accountId, answerId);
	if (!known) return { outcome: "no-such-answer" };
	const { conversation_id: conversationId } = known;
	try {
		return await transact(db, async (trx): Promise<RepeatedCall> => {
			const conversation = await lockRow(trx, "conversations", conversationId);
			if (conversation?.deleted_at !== null) return { outcome: "no-such-answer" };
			const answer = await lockRow(trx, "answers", answerId);
			if (answer?.state === "writing") return { outcome: "repeated", conversationId, answerId };
			const rounds = (await readRounds(trx, [answerId])).get(answerId) ?? [];
			const calls = rounds.flatMap((round) => round.calls);
			const call = calls.find((one) => one.state === "unknown" && !isRepeated(one, calls));
			if (answer?.state !== "done" || !call) return { outcome: "nothing-to-repeat", conversationId };
			await reopen(trx, answer);
			await insertRound(trx, answer, rounds, call, now);
			return { outcome: "asked", conversationId, answerId };
		});
	} catch (error) {
		// The database allows one running answer per conversation, and there is one.
		if (isUniqueViolation(error)) return { outcome: "busy" };
		throw error;
	}
}

/** The answer is written again, and waits for its person: the text stays in the row. */
async function reopen(trx: Db, { id, rounds }: Selectable<AnswersTable>): Promise<void> {
	await trx
		.updateTable("answers")
		.set({
			...{ state: "writing", finish: null, failure: null, stop_requested_at: null, ended_at: null },
			...{ attempts: 0, reservation: null, rounds: rounds + 1 },
			...{ lease_owner: WAITING_FOR_PERSON, pulse_at: NEVER_OLD },
		})
		.where("id", "=", id)
		.execute();
	await deleteLog(trx, id);
}

/** As if the model had asked for the call after its last words: its server gets the round back as any other. */
async function insertRound(
	trx: Db,
	answer: Selectable<AnswersTable>,
	rounds: readonly Round[],
	{ tool, server, title, args, schema_hash, effect }: Call,
	now: number,
): Promise<void> {
	const last = rounds.at(-1);
	const said = messageAfter(
		rounds,
		answer.text.slice(last?.text_to),
		answer.reasoning.slice(last?.reasoning_to),
		{ own: true },
	);
	const id = newCallId();
	const call = { id, type: "function", function: { name: tool, arguments: args } };
	const of = { answer_id: answer.id, round: answer.rounds + 1 };
	await trx
		.insertInto("answer_rounds")
		.values({
			...of,
			message: JSON.stringify({
				...("wire" in said ? said.wire : { role: said.role, content: said.content }),
				tool_calls: [call],
			}),
			text_to: answer.text.length,
			reasoning_to: answer.reasoning.length,
			reasoning_ms: answer.reasoning_ms,
			ended_at: now,
		})
		.execute();
	await trx
		.insertInto("answer_calls")
		.values({
			...{ ...of, n: 1, account_id: answer.account_id, upstream_id: id, state: "waiting", asked_at: now },
			...{ tool, server, title, args, schema_hash, effect },
		})
		.execute();
}
