import { sql } from "kysely";
import type { Db } from "../connection.server.ts";

/** The full-text indexes. The terms of each are in a table of every connection (`SqliteFile`). */
export type WordIndex = "search_words" | "passage_words";

/** Terms that are asked for by themselves. An honest account has hardly more of one beginning. */
const MOST_TERMS = 64;
/** Terms have letters and digits: this is above all of them, … */
const ABOVE = "\u{10ffff}";
/** … and this below. */
const BELOW = "\u0001";

/**
 * What FTS5 is asked for to find the terms that begin so. It merges the places of all such terms before its first row,
 * whatever the limit of the statement is. Where those are more than `mostPlaces`, as of an import of nothing but such
 * words, the first terms are asked for by themselves: their places are read one after the other.
 * @param beginning letters and digits
 * @param mostPlaces a place is a row, or in an index with positions each position
 */
export async function matchBeginning(
	db: Db,
	index: WordIndex,
	beginning: string,
	mostPlaces: number,
): Promise<string> {
	const from = (first: string) =>
		sql`from ${sql.id("temp", `${index}_terms`)} where term >= ${first} and term < ${beginning + ABOVE}`;
	const { rows } = await sql<{ places: number }>`
		select count(*) as places from (select 1 ${from(beginning)} limit ${mostPlaces + 1}) as found
	`.execute(db);
	if (Number(rows[0]?.places ?? 0) <= mostPlaces) return `"${beginning}"*`;
	const terms: string[] = [];
	for (let next = beginning; terms.length < MOST_TERMS; ) {
		// One place of each term: the next one is sought from where this one ends.
		const first = await sql<{ term: string }>`select term ${from(next)} limit 1`.execute(db);
		const term = first.rows[0]?.term;
		if (term === undefined) break;
		terms.push(`"${term}"`);
		next = term + BELOW;
	}
	return `(${terms.join(" OR ")})`;
}
