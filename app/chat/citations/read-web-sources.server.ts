import { sql } from "kysely";
import { dayOf } from "../../platform/dates/dates.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { WebSource } from "./web-source.ts";

/** Characters of the words that a screen shows. */
const MOST_SHOWN = 300;

/** The pages that tools have found for some answers, by answer and in the order of their numbers. */
export async function readWebSources(
	db: Db,
	answerIds: readonly string[],
): Promise<Map<string, WebSource[]>> {
	if (answerIds.length === 0) return new Map();
	const rows = await db
		.selectFrom("answer_sources")
		.select(["answer_id", "n", "url", "title", "host", "published_at"])
		.select(sql<string>`substr(snippet, 1, ${sql.lit(MOST_SHOWN)})`.as("snippet"))
		.where("answer_id", "in", answerIds)
		.orderBy("answer_id")
		.orderBy("n")
		.execute();
	const read = new Map<string, WebSource[]>();
	for (const { answer_id, published_at, ...page } of rows) {
		const date = published_at === null ? null : dayOf(Number(published_at));
		const own = read.get(answer_id) ?? [];
		if (own.length === 0) read.set(answer_id, own);
		own.push({ ...page, date });
	}
	return read;
}
