import type { FailureCode } from "../../chat/providers/provider.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** So many failures in a row, the last answers of a model, are no accident. */
const IN_A_ROW = 5;
/** Older answers say nothing about now. */
const RECENT_MS = 30 * 60_000;
/** The most answers that are read, of all models together. */
const ANSWERS = 500;

/** Failures that are the server's, not the question's. */
const OF_THE_SERVER: readonly FailureCode[] = [
	"unreachable",
	"refused",
	"rate-limited",
	"timeout",
	"model-missing",
	"empty",
	"cut-off",
	"malformed",
];

/** How the last answers of the models have ended. */
export type LastAnswers = {
	/** The models whose last answers have all failed: the code of the last one, and when the first of them ended. */
	failing: Map<string, { code: FailureCode; since: number }>;
	/** When each model has last given an answer to its end. */
	answeredAt: Map<string, number>;
};

/** Reads how the last answers of the models have ended, and no text. */
export async function readLastAnswers(db: Db, now: number): Promise<LastAnswers> {
	const rows = await db
		.selectFrom("answers")
		.select(["model", "spare_for", "failure", "state", "ended_at"])
		.where("ended_at", "is not", null)
		.where("ended_at", ">", now - RECENT_MS)
		.where("attempts", ">", 0)
		.orderBy("ended_at", "desc")
		.limit(ANSWERS)
		.execute();
	const ends = new Map<string, { code: string | null; at: number }[]>();
	const take = (model: string, code: string | null, at: number) =>
		ends.set(model, [...(ends.get(model) ?? []), { code, at }].slice(0, IN_A_ROW));
	const answeredAt = new Map<string, number>();
	for (const { model, spare_for, failure, state, ended_at } of rows) {
		const at = Number(ended_at);
		// An answer of a spare model is a failure of the chosen one.
		if (spare_for) take(spare_for, "unreachable", at);
		take(model, failure, at);
		if (state === "done" && !answeredAt.has(model)) answeredAt.set(model, at);
	}
	const failing: LastAnswers["failing"] = new Map();
	for (const [model, last] of ends) {
		const codes = last.map(({ code }) => OF_THE_SERVER.find((one) => one === code));
		const [code] = codes;
		if (codes.length === IN_A_ROW && code && codes.every(Boolean))
			failing.set(model, { code, since: last.at(-1)?.at ?? now });
	}
	return { failing, answeredAt };
}
