import type { Insertable, Selectable, Updateable } from "kysely";
import { attachMadePictures } from "../../../files/pictures/made-pictures.server.ts";
import type { Db } from "../../../platform/db/connection.server.ts";
import { lockRow } from "../../../platform/db/lock-row.server.ts";
import type { AnswerCallsTable, AnswerRoundsTable, AnswersTable } from "../../../platform/db/tables/chat.ts";
import { transact } from "../../../platform/db/transact.server.ts";
import type { Found } from "../../../tools/tool.server.ts";
import type { Held } from "../lease.server.ts";
import { LeaseLost } from "../log/answer-log.server.ts";
import { countCall } from "./calls-of-day.server.ts";
import type { Call, Round } from "./read-rounds.server.ts";
import { recordSources } from "./record-sources.server.ts";

export type NewRound = Omit<Insertable<AnswerRoundsTable>, "answer_id">;
export type NewCall = Omit<Insertable<AnswerCallsTable>, "answer_id" | "round" | "account_id">;

/**
 * Runs `work` in a transaction that holds the answer's row, if its lease is still ours.
 * @throws {LeaseLost} when it is not
 */
function holding<T>(
	{ db, answerId, owner }: Held,
	work: (trx: Db, answer: Selectable<AnswersTable>) => Promise<T>,
): Promise<T> {
	return transact(db, async (trx) => {
		const answer = await lockRow(trx, "answers", answerId);
		if (answer?.state !== "writing" || answer.lease_owner !== owner) throw new LeaseLost(answerId);
		return work(trx, answer);
	});
}

/**
 * Commits a round and its calls, before any of them runs. The attempt count is reset: attempts count from this round.
 * @throws {LeaseLost}
 */
export function recordRound(
	held: Held,
	accountId: string,
	round: NewRound,
	calls: readonly NewCall[],
): Promise<Round> {
	return holding(held, async (trx) => {
		await trx
			.updateTable("answers")
			.set({ rounds: round.round, attempts: 1 })
			.where("id", "=", held.answerId)
			.execute();
		const recorded = await trx
			.insertInto("answer_rounds")
			.values({ ...round, answer_id: held.answerId })
			.returningAll()
			.executeTakeFirstOrThrow();
		const of = { answer_id: held.answerId, round: round.round, account_id: accountId };
		const rows = await trx
			.insertInto("answer_calls")
			.values(calls.map((call) => ({ ...call, ...of })))
			.returningAll()
			.execute();
		return { ...recorded, calls: rows.toSorted((a, b) => a.n - b.n) };
	});
}

/**
 * Commits that a call begins, before it does. The first start counts towards the calls of the day, in one statement, so
 * that several answers on several servers do not exceed them; one that is taken up again is counted already.
 * @param perDay how many calls the account may begin in a day; undefined: any number
 * @returns "limit": no more may begin today, and nothing has changed
 * @throws {LeaseLost} also when somebody else has changed it
 */
export async function startCall(
	held: Held,
	call: Pick<Call, "round" | "n" | "state" | "tries">,
	accountId: string,
	perDay: number | undefined,
	now = Date.now(),
): Promise<Call | "limit"> {
	const change = { state: "started" as const, tries: call.tries + 1, started_at: now };
	const isCounted = perDay !== undefined && call.tries === 0;
	return holding(held, async (trx) => {
		if (isCounted && !(await countCall(trx, accountId, perDay, now))) return "limit";
		return updateCall(trx, held.answerId, call, change);
	});
}

/**
 * Changes a call, if it is still as it was read.
 * @param found what it has given to cite, which gets its numbers
 * @throws {LeaseLost} also when somebody else has changed it
 */
export function changeCall(
	held: Held,
	call: Pick<Call, "round" | "n" | "state" | "tries">,
	change: Updateable<AnswerCallsTable>,
	found: Found = {},
): Promise<Call> {
	return holding(held, async (trx, answer) => {
		const sources = await recordSources(trx, answer, call, found);
		await attachMadePictures(
			trx,
			{
				call: `${answer.id}.${call.round}.${call.n}`,
				accountId: answer.account_id,
				promptId: answer.prompt_id,
				conversationId: answer.conversation_id,
			},
			found.pictures ?? [],
			Date.now(),
		);
		return updateCall(trx, held.answerId, call, sources === null ? change : { ...change, sources });
	});
}

async function updateCall(
	trx: Db,
	answerId: string,
	{ round, n, state, tries }: Pick<Call, "round" | "n" | "state" | "tries">,
	change: Updateable<AnswerCallsTable>,
): Promise<Call> {
	const changed = await trx
		.updateTable("answer_calls")
		.set(change)
		.where(({ and }) => and({ answer_id: answerId, round, n, state, tries }))
		.returningAll()
		.executeTakeFirst();
	if (!changed) throw new LeaseLost(answerId);
	return changed;
}
