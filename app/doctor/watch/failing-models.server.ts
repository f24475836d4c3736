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

/** The models whose last answers have all failed, each with the code of the last. Reads no text. */
export async function failingModels(db: Db, now: number): Promise<Map<string, FailureCode>> {
	const rows = await db
		.selectFrom("answers")
		.select(["model", "spare_for", "failure"])
		.where("ended_at", "is not", null)
		.where("ended_at", ">", now - RECENT_MS)
		.where("attempts", ">", 0)
		.orderBy("ended_at", "desc")
		.limit(ANSWERS)
		.execute();
	const codes = new Map<string, (string | null)[]>();
	const take = (model: string, code: string | null) =>
		codes.set(model, [...(codes.get(model) ?? []), code].slice(0, IN_A_ROW));
	for (const { model, spare_for, failure } of rows) {
		// An answer of a spare model is a failure of the chosen one.
		if (spare_for) take(spare_for, "unreachable");
		take(model, failure);
	}
	const failing = new Map<string, FailureCode>();
	for (const [model, last] of codes) {
		const found = last.map((code) => OF_THE_SERVER.find((one) => one === code));
		if (found.length === IN_A_ROW && found[0] && found.every((code) => code)) failing.set(model, found[0]);
	}
	return failing;
}
