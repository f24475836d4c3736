import type { Selectable } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import type { AnswersTable } from "../../../platform/db/tables/chat.ts";
import type { ToolSource } from "../../../tools/tool.server.ts";
import { lastGiven } from "../../citations/given-passage.ts";
import { parseSources } from "../../citations/sources.server.ts";
import { isOutward } from "../../markdown/tree/tree.ts";

/** Sources of one answer, and of one call: further ones have no number and cannot be cited. */
const MOST_SOURCES = 150;
const MOST_OF_CALL = 20;

/**
 * Numbers the pages that a call has given, in the order in which they appear in the answer, after the passages of
 * documents; a page that has a number keeps it.
 * @param trx a transaction that holds the answer's row
 * @returns the numbers of the call's pages, as JSON; null: it has none
 */
export async function recordSources(
	trx: Db,
	answer: Pick<Selectable<AnswersTable>, "id" | "sources">,
	{ round, n: call }: { round: number; n: number },
	found: readonly ToolSource[],
): Promise<string | null> {
	const pages = found.filter(({ url }) => isOutward(url)).slice(0, MOST_OF_CALL);
	if (pages.length === 0) return null;
	const known = await trx
		.selectFrom("answer_sources")
		.select(["n", "url"])
		.where("answer_id", "=", answer.id)
		.execute();
	const numbers = new Map(known.map(({ n, url }) => [pageOf(url), n]));
	let next = known.reduce((last, { n }) => Math.max(last, n), lastGiven(parseSources(answer.sources))) + 1;
	const added: (ToolSource & { n: number })[] = [];
	for (const page of pages) {
		if (numbers.has(pageOf(page.url)) || numbers.size >= MOST_SOURCES) continue;
		numbers.set(pageOf(page.url), next);
		added.push({ ...page, n: next++ });
	}
	if (added.length > 0)
		await trx
			.insertInto("answer_sources")
			.values(
				added.map(({ publishedAt, n, url, title, host, snippet }) => ({
					...{ answer_id: answer.id, n, url, title, host, snippet, round, call },
					published_at: publishedAt,
				})),
			)
			.execute();
	const own = pages.flatMap(({ url }) => numbers.get(pageOf(url)) ?? []);
	return own.length === 0 ? null : JSON.stringify([...new Set(own)]);
}

/** A page without the place in it. */
const pageOf = (url: string) => url.replace(/#.*$/, "");
