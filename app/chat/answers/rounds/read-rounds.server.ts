import type { Selectable } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import type { AnswerCallsTable, AnswerRoundsTable } from "../../../platform/db/tables/chat.ts";

export type Call = Selectable<AnswerCallsTable>;

/** A round in which the model has called tools, with its calls in their order. */
export type Round = Selectable<AnswerRoundsTable> & { calls: Call[] };

/** The rounds of some answers, each in order; an answer without any is missing. */
export async function readRounds(db: Db, answerIds: readonly string[]): Promise<Map<string, Round[]>> {
	if (answerIds.length === 0) return new Map();
	const [rounds, calls] = await Promise.all([
		db
			.selectFrom("answer_rounds")
			.selectAll()
			.where("answer_id", "in", answerIds)
			.orderBy("answer_id")
			.orderBy("round")
			.execute(),
		db
			.selectFrom("answer_calls")
			.selectAll()
			.where("answer_id", "in", answerIds)
			.orderBy("answer_id")
			.orderBy("round")
			.orderBy("n")
			.execute(),
	]);
	const read = new Map<string, Round[]>();
	for (const round of rounds) {
		const own = calls.filter((call) => call.answer_id === round.answer_id && call.round === round.round);
		const before = read.get(round.answer_id) ?? [];
		read.set(round.answer_id, [...before, { ...round, calls: own }]);
	}
	return read;
}

/** Whether nothing more becomes of a call. */
export const isOver = ({ state }: Pick<Call, "state">): boolean =>
	state !== "asked" && state !== "waiting" && state !== "started";
