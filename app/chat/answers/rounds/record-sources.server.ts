import type { Selectable } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import type { AnswersTable } from "../../../platform/db/tables/chat.ts";
import type { Found, ToolPassage, ToolSource } from "../../../tools/tool.server.ts";
import { lastNumber, numberOf } from "../../citations/given-passage.ts";
import { quoteOf } from "../../citations/keep-quotes.server.ts";
import { parseSources } from "../../citations/sources.server.ts";
import type { GivenDocument } from "../../context/given-documents.server.ts";
import { isOutward } from "../../markdown/tree/tree.ts";

/** Pages of one answer, passages that calls of it have found, and either of one call: further ones cannot be cited. */
const MOST_PAGES = 150;
const MOST_PASSAGES = 100;
const MOST_OF_CALL = 20;

type Answer = Pick<Selectable<AnswersTable>, "id" | "sources">;
type CallPlace = { round: number; n: number };

/**
 * Numbers the sources that a call has given, in the order in which they appear in the answer, after the passages that
 * were given with the question; a source with a number keeps it.
 * @param trx a transaction that holds the answer's row
 * @returns the numbers of what the call has given, as JSON; null: there is nothing to cite
 */
export async function recordSources(
	trx: Db,
	answer: Answer,
	call: CallPlace,
	{ sources = [], passages = [] }: Found,
): Promise<string | null> {
	const pages = sources.filter(({ url }) => isOutward(url)).slice(0, MOST_OF_CALL);
	if (pages.length + passages.length === 0) return null;
	const known = await trx
		.selectFrom("answer_sources")
		.select(["n", "url"])
		.where("answer_id", "=", answer.id)
		.execute();
	const given = parseSources(answer.sources);
	const next = known.reduce((last, { n }) => Math.max(last, n), lastNumber(given)) + 1;
	const ofPassages = await recordPassages(trx, answer, call, given, passages.slice(0, MOST_OF_CALL), next);
	const ofPages = await recordPages(trx, answer, call, known, pages, next + ofPassages.added);
	const own = [...ofPassages.numbers, ...ofPages];
	return own.length === 0 ? null : JSON.stringify([...new Set(own)]);
}

/** They stand with the documents of the answer, so they are shown, opened and exported as those are. */
async function recordPassages(
	trx: Db,
	answer: Answer,
	{ round, n: call }: CallPlace,
	given: readonly GivenDocument[],
	passages: readonly ToolPassage[],
	next: number,
): Promise<{ numbers: number[]; added: number }> {
	const all = [...given];
	const before = given.filter(({ foundBy }) => foundBy !== undefined).length;
	for (const { file, name, n: passage, page, section, text } of passages) {
		if (before + all.length - given.length >= MOST_PASSAGES) break;
		if (numberOf(all, file, passage) !== undefined) continue;
		const n = next + all.length - given.length;
		all.push({
			...{ file, name, first: n, of: 1, passages: [passage], found: 1, foundBy: { round, call } },
			cited: [{ n, page, section, quote: quoteOf(text) }],
		});
	}
	const added = all.length - given.length;
	if (added > 0)
		await trx
			.updateTable("answers")
			.set({ sources: JSON.stringify(all) })
			.where("id", "=", answer.id)
			.execute();
	const numbers = passages.flatMap(({ file, n }) => numberOf(all, file, n) ?? []);
	return { numbers, added };
}

async function recordPages(
	trx: Db,
	answer: Answer,
	{ round, n: call }: CallPlace,
	known: readonly { n: number; url: string }[],
	pages: readonly ToolSource[],
	first: number,
): Promise<number[]> {
	const numbers = new Map(known.map(({ n, url }) => [pageOf(url), n]));
	const added: (ToolSource & { n: number })[] = [];
	for (const page of pages) {
		if (numbers.has(pageOf(page.url)) || numbers.size >= MOST_PAGES) continue;
		const n = first + added.length;
		numbers.set(pageOf(page.url), n);
		added.push({ ...page, n });
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
	return pages.flatMap(({ url }) => numbers.get(pageOf(url)) ?? []);
}

/** A page without the place in it. */
const pageOf = (url: string) => url.replace(/#.*$/, "");
