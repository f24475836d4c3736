import type { Db } from "../../platform/db/connection.server.ts";

/** A page that a tool has found, as an export has it: with the call that found it first. */
export type ExportedWebSource = {
	n: number;
	url: string;
	title: string;
	host: string;
	snippet: string;
	publishedAt: number | null;
	round: number;
	call: number;
};

/** The pages of some answers, by answer and in the order of their numbers. */
export async function exportedWebSources(
	db: Db,
	answerIds: readonly string[],
): Promise<Map<string, ExportedWebSource[]>> {
	if (answerIds.length === 0) return new Map();
	const rows = await db
		.selectFrom("answer_sources")
		.selectAll()
		.where("answer_id", "in", answerIds)
		.orderBy("answer_id")
		.orderBy("n")
		.execute();
	return new Map(
		[...Map.groupBy(rows, ({ answer_id }) => answer_id)].map(([id, own]) => [
			id,
			own.map(({ n, url, title, host, snippet, published_at, round, call }) => ({
				...{ n, url, title, host, snippet, round, call },
				publishedAt: published_at === null ? null : Number(published_at),
			})),
		]),
	);
}
