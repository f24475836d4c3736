import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { queryTerms, termOf } from "./passage-terms.server.ts";

/** The best passages of a search; each brings its neighbours. */
export const TOP = 8;
/** What a word in a heading counts more than one in the text. */
const HEADING_WEIGHT = 3;
/** A word that occurs more often says nothing more about a passage. */
const COUNTED = 5_000;

export type FoundPassage = { fileId: string; n: number };

/**
 * The passages of some files that answer a question best, the best first. None where no word of the question occurs.
 * @param fileIds of this account
 */
export async function findPassages(
	db: Db,
	accountId: string,
	fileIds: readonly string[],
	question: string,
	limit = TOP,
): Promise<FoundPassage[]> {
	const terms = queryTerms(question).map((shape) => termOf(accountId, shape));
	if (terms.length === 0 || fileIds.length === 0) return [];
	return isPostgres(db) ? inPostgres(db, fileIds, terms, limit) : inSqlite(db, fileIds, terms, limit);
}

async function inSqlite(db: Db, fileIds: readonly string[], terms: readonly string[], limit: number) {
	const match = terms.map((term) => `"${term}"`).join(" OR ");
	const { rows } = await sql<FoundPassage>`
		select p.file_id as "fileId", p.n
		from passage_words w cross join passages p on p.id = w.rowid
		where passage_words match ${match} and p.file_id in (${sql.join(fileIds)})
		order by bm25(passage_words, ${HEADING_WEIGHT}, 1), p.file_id, p.n
		limit ${limit}
	`.execute(db);
	return rows;
}

async function inPostgres(db: Db, fileIds: readonly string[], terms: readonly string[], limit: number) {
	const inFiles = sql`file_id in (${sql.join(fileIds)})`;
	const query = (term: string) => sql`cast(${`'${term}'`} as tsquery)`;
	// PostgreSQL's own rank does not know how rare a word is.
	const { rows: counts } = await sql<{ term: string; count: number }>`${sql.join(
		terms.map(
			(term) => sql`select cast(${term} as text) as term, count(*) as count
				from (select 1 from passages where words @@ ${query(term)} limit ${COUNTED}) as found`,
		),
		sql` union all `,
	)}`.execute(db);
	const known = counts.filter(({ count }) => Number(count) > 0);
	if (known.length === 0) return [];
	const score = known.map(
		({ term, count }) =>
			sql`${Math.log(1 + COUNTED / Number(count))} * ts_rank(array[0.33, 0.5, 0.7, 1.0], words, ${query(term)})`,
	);
	const any = known.map(({ term }) => `'${term}'`).join(" | ");
	const { rows } = await sql<FoundPassage>`
		select file_id as "fileId", n from passages
		where words @@ cast(${any} as tsquery) and ${inFiles}
		order by ${sql.join(score, sql` + `)} desc, file_id, n
		limit ${limit}
	`.execute(db);
	return rows;
}

/** Found passages with those before and after each, in the order of the document. */
export function withNeighbours(found: readonly number[], last: number): number[] {
	const all = new Set(found.flatMap((n) => [n - 1, n, n + 1]));
	return [...all].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b);
}
