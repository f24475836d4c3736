import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { type QueryTerm, queryOf } from "./passage-query.server.ts";
import { termOf } from "./passage-terms.server.ts";
import { HEADING_WEIGHT, scorePassages } from "./rank-passages.server.ts";
import { rootOf } from "./word-root.server.ts";

/** The best passages of a search; each brings its neighbours. */
export const TOP = 8;
/** Passages whose text is looked at. */
const CANDIDATES = 200;
/** A word that occurs in more passages says no more about one; counting goes no further. */
const COUNTED = 3_000;
/** The relatives of a common word are not searched: there are enough passages, and it would take long. */
const RARE = 500;
/** Passages that the database ranks: those with the rarest words of a question. The common ones decide among them. */
const RANKED = 4_000;

export type FoundPassage = { fileId: string; n: number };

type Candidate = FoundPassage & { section: string | null; text: string };
type CountedTerm = QueryTerm & { match: string; count: number };

/**
 * The passages of some files that answer a question best by its words, the best first. None where no word of the
 * question occurs. The database finds those with its rarest words, and they are ranked by their text, so that both
 * databases give the same order.
 * @param fileIds of this account
 * @param before the question before, whose words help a short one («А подробнее?»)
 */
export async function findPassages(
	db: Db,
	accountId: string,
	fileIds: readonly string[],
	question: string,
	limit = TOP,
	before = "",
): Promise<FoundPassage[]> {
	const query = queryOf(question, before);
	if (query.length === 0 || fileIds.length === 0) return [];
	const counted = await countTerms(db, accountId, query);
	const searched = rarestOf(counted);
	if (searched.length === 0) return [];
	const candidates = await findCandidates(db, fileIds, searched);
	const scores = scorePassages(
		candidates,
		counted.map(({ stem, weight, count }) => ({ stem, weight, idf: idfOf(count) })),
	);
	return candidates
		.map(({ fileId, n }, i) => ({ fileId, n, score: scores[i] ?? 0 }))
		.sort((a, b) => b.score - a.score || compare(a.fileId, b.fileId) || a.n - b.n)
		.slice(0, limit)
		.map(({ fileId, n }) => ({ fileId, n }));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const idfOf = (count: number) => Math.log(1 + COUNTED / (count + 1));

/** The rarest words, as long as the passages that have one are few; at least one. */
function rarestOf(counted: readonly CountedTerm[]): CountedTerm[] {
	const rarest = counted.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
	let ranked = 0;
	return rarest.filter(({ count }, i) => {
		ranked += count;
		return i === 0 || ranked <= RANKED;
	});
}

/** In how many passages of the account each word occurs, a rare one with its relatives; at most `COUNTED`. */
async function countTerms(db: Db, accountId: string, query: readonly QueryTerm[]): Promise<CountedTerm[]> {
	const matches = query.map(({ stem }) => matchOf(db, termOf(accountId, stem)));
	const counts = await countMatches(db, matches);
	const terms = query.map((term, i) => ({ ...term, match: matches[i] ?? "", count: counts[i] ?? 0 }));
	const rare = terms.filter(({ stem, count }) => count <= RARE && rootOf(stem) !== stem);
	for (const term of rare)
		term.match = matchOf(db, termOf(accountId, term.stem), termOf(accountId, rootOf(term.stem)));
	const counted = await countMatches(
		db,
		rare.map(({ match }) => match),
	);
	for (const [i, term] of rare.entries()) term.count = counted[i] ?? 0;
	return terms;
}

/** What the database is asked for a term, or also for all that begin with `root`. */
function matchOf(db: Db, term: string, root?: string): string {
	if (isPostgres(db)) return root === undefined ? `'${term}'` : `'${term}' | '${root}':*`;
	return root === undefined ? `"${term}"` : `"${term}" OR "${root}"*`;
}

async function countMatches(db: Db, matches: readonly string[]): Promise<number[]> {
	if (matches.length === 0) return [];
	const found = (match: string): RawBuilder<unknown> =>
		isPostgres(db)
			? sql`select 1 from passages where words @@ cast(${match} as tsquery) limit ${COUNTED}`
			: sql`select 1 from passage_words where passage_words match ${match} limit ${COUNTED}`;
	const { rows } = await sql<{ i: number; count: number }>`${sql.join(
		matches.map(
			(match, i) => sql`select ${sql.lit(i)} as i, count(*) as count from (${found(match)}) as found`,
		),
		sql` union all `,
	)}`.execute(db);
	const counts = new Map(rows.map(({ i, count }) => [i, Number(count)]));
	return matches.map((_, i) => counts.get(i) ?? 0);
}

/** Where even the rarest word is everywhere, passages that have all of the words come first. */
async function findCandidates(db: Db, fileIds: readonly string[], terms: readonly CountedTerm[]) {
	const find = isPostgres(db) ? inPostgres : inSqlite;
	const isEverywhere = terms.every(({ count }) => count >= COUNTED);
	const both = isEverywhere ? await find(db, fileIds, terms, "and") : [];
	return both.length > 0 ? both : find(db, fileIds, terms, "or");
}

type Joined = "and" | "or";

async function inSqlite(db: Db, fileIds: readonly string[], terms: readonly CountedTerm[], joined: Joined) {
	const match = terms.map(({ match }) => `(${match})`).join(` ${joined.toUpperCase()} `);
	// The limits bound the work where a word is everywhere; the texts are read of the best alone.
	const { rows } = await sql<Candidate>`
		select p.file_id as "fileId", p.n, p.section, p.text from passages p where p.id in (
			select id from (
				select f.id, bm25(passage_words, ${HEADING_WEIGHT}, 1) as score
				from passage_words w cross join passages f on f.id = w.rowid
				where passage_words match ${match} and f.file_id in (${sql.join(fileIds)})
				limit ${RANKED}
			)
			order by score limit ${CANDIDATES}
		)
	`.execute(db);
	return rows;
}

async function inPostgres(db: Db, fileIds: readonly string[], terms: readonly CountedTerm[], joined: Joined) {
	// PostgreSQL's own rank does not know how rare a word is; 1 divides it by the logarithm of the length.
	const score = terms.map(
		({ match, count }) =>
			sql`${idfOf(count)} * ts_rank(array[0.33, 0.5, 0.7, 1.0], words, cast(${match} as tsquery), 1)`,
	);
	const query = terms.map(({ match }) => `(${match})`).join(joined === "and" ? " & " : " | ");
	const { rows } = await sql<Candidate>`
		select file_id as "fileId", n, section, text from (
			select * from passages
			where words @@ cast(${query} as tsquery) and file_id in (${sql.join(fileIds)})
			limit ${RANKED}
		) as matching
		order by ${sql.join(score, sql` + `)} desc, file_id, n
		limit ${CANDIDATES}
	`.execute(db);
	return rows;
}

/** Found passages with those before and after each, in the order of the document. */
export function withNeighbours(found: readonly number[], last: number): number[] {
	const all = new Set(found.flatMap((n) => [n - 1, n, n + 1]));
	return [...all].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b);
}
