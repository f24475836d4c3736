import { cutAtWord, plainLine } from "../../files/passages/plain-line.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { CitedPassage, GivenDocument } from "../context/given-documents.server.ts";
import { citedNumbers } from "./citations-in-text.server.ts";
import { findGiven, lastNumber } from "./given-passage.ts";
import { parseSources } from "./sources.server.ts";

/** Cited passages whose places and quotes are kept; further ones are links alone. */
const MOST_KEPT = 100;
/** The length of a quote, in UTF-16 units. */
const QUOTE = 300;

/**
 * The stored sources of an answer with the places and the words of the passages that its text cites: they stay when the
 * document is removed, and the screen needs no passage.
 * @param text of the answer at its end
 */
export async function withQuotes(db: Db, sources: string, text: string): Promise<string> {
	const given = parseSources(sources);
	const cited = citedNumbers(text, lastNumber(given), MOST_KEPT);
	if (cited.length === 0) return sources;
	const wanted = Map.groupBy(
		cited.flatMap((n) => {
			const found = findGiven(given, n);
			// The words of passages found by calls are kept already.
			return found && !found.document.foundBy ? [{ n, ...found }] : [];
		}),
		({ document }) => document,
	);
	const kept: GivenDocument[] = [];
	for (const document of given) {
		const own = wanted.get(document);
		kept.push(own ? { ...document, cited: await readQuotes(db, document, own) } : document);
	}
	return JSON.stringify(kept);
}

async function readQuotes(
	db: Db,
	{ file, cited: before = [] }: GivenDocument,
	wanted: readonly { n: number; passage: number }[],
): Promise<CitedPassage[]> {
	const rows = await db
		.selectFrom("passages")
		.select(["n", "page", "section", "text"])
		.where("file_id", "=", file)
		.where(
			"n",
			"in",
			wanted.map(({ passage }) => passage),
		)
		.execute();
	const byPassage = new Map(rows.map((row) => [row.n, row]));
	return wanted.flatMap(({ n, passage }) => {
		const row = byPassage.get(passage);
		// The document is gone since the answer began.
		if (!row) return before.filter((one) => one.n === n);
		return [{ n, page: row.page, section: row.section, quote: quoteOf(row.text) }];
	});
}

/** The beginning of a passage in one line, up to a word's end. */
export const quoteOf = (text: string): string => cutAtWord(plainLine(cutText(text, QUOTE * 4)), QUOTE);
