import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../platform/db/connection.server.ts";
import type { Figures } from "./figures.server.ts";
import { bucketOf } from "./first-piece.server.ts";
import { ROWS_AT_ONCE, type Span } from "./span.server.ts";

/** Kopecks for a million tokens of what a model is given and of what it writes. */
export type Price = { in: number; out: number };

/**
 * Counts the answers that ended in a day, by model. Reads no text of anybody. Answers of imported conversations, which
 * no worker has written, are none.
 * @param signal ends it early
 */
export async function countAnswers(
	db: Db,
	{ from, to }: Pick<Span, "from" | "to">,
	figures: Figures,
	signal?: AbortSignal,
): Promise<void> {
	let last = { at: from, id: "" };
	while (!signal?.aborted) {
		const after = last;
		const rows = await db
			.selectFrom("answers")
			.select(["id", "ended_at", "model", "failure", "finish", "attempts", "first_piece_ms"])
			.select(["tokens_in", "tokens_out", "tokens_estimated"])
			.where("ended_at", "is not", null)
			.where("ended_at", "<", to)
			.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("ended_at", "id"), ">", tuple<number | null, string>(after.at, after.id)),
			)
			.orderBy("ended_at")
			.orderBy("id")
			.limit(ROWS_AT_ONCE)
			.execute();
		for (const row of rows) if (row.attempts > 0) addAnswer(figures, row);
		const end = rows.at(-1);
		if (!end || rows.length < ROWS_AT_ONCE) return;
		last = { at: Number(end.ended_at), id: end.id };
		await turn();
	}
}

type Ended = {
	model: string;
	failure: string | null;
	finish: string | null;
	first_piece_ms: number | null;
	tokens_in: number | null;
	tokens_out: number | null;
	tokens_estimated: 0 | 1 | null;
};

function addAnswer(figures: Figures, { model, failure, finish, ...row }: Ended): void {
	figures.add("messages", { model });
	if (failure) figures.add(`failure:${failure}`, { model });
	else if (finish === "filtered") figures.add("failure:filtered", { model });
	// Without errors: the time until a failure says nothing of the model.
	if (row.first_piece_ms !== null && !failure)
		figures.add(`first-piece:${bucketOf(row.first_piece_ms)}`, { model });
	if (row.tokens_in === null && row.tokens_out === null) return;
	const [given, written] = [row.tokens_in ?? 0, row.tokens_out ?? 0];
	figures.add("tokens-in", { model, sum: given });
	figures.add("tokens-out", { model, sum: written });
	if (row.tokens_estimated === 1) figures.add("tokens-estimated", { model, sum: given + written });
}
