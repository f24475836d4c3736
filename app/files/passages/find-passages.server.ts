import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { matchBeginning } from "../../platform/db/sqlite/match-beginning.server.ts";
import {
	byPlace,
	COUNTED,
	type CountedTerm,
	type FoundPassage,
	findCandidates,
	idfOf,
	RANKED,
} from "./find-candidates.server.ts";
import { type QueryTerm, queryOf } from "./passage-query.server.ts";
import { termOf } from "./passage-terms.server.ts";
import { scorePassages } from "./rank-passages.server.ts";
import { mayHaveRelatives, rootOf } from "./word-root.server.ts";

/** The best passages of a search; each brings its neighbours. */
export const TOP = 8;
/** The relatives of a common word are not searched: there are enough passages, and it would take long. */
const RARE = 500;
/** On SQLite the places of a word's relatives, and of all others that begin so, that are merged. */
const MOST_BEGUN = 20_000;

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
	return (
		candidates
			.map(({ fileId, n }, i) => ({ fileId, n, score: scores[i] ?? 0 }))
			// The database's beginnings of words are also those of words of other roots.
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score || byPlace(a, b))
			.slice(0, limit)
			.map(({ fileId, n }) => ({ fileId, n }))
	);
}

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
export async function countTerms(
	db: Db,
	accountId: string,
	query: readonly QueryTerm[],
): Promise<CountedTerm[]> {
	const quote = isPostgres(db) ? "'" : '"';
	const matches = query.map(({ stem }) => `${quote}${termOf(accountId, stem)}${quote}`);
	const counts = await countMatches(db, matches);
	const terms = query.map((term, i) => ({ ...term, match: matches[i] ?? "", count: counts[i] ?? 0 }));
	const rare = terms.filter(({ stem, count }) => count <= RARE && mayHaveRelatives(stem));
	for (const term of rare)
		term.match = await withRelatives(db, term.match, termOf(accountId, rootOf(term.stem)));
	const counted = await countMatches(
		db,
		rare.map(({ match }) => match),
	);
	for (const [i, term] of rare.entries()) term.count = counted[i] ?? 0;
	return terms;
}

/** The database's query also for all terms that begin with `root`. */
async function withRelatives(db: Db, match: string, root: string): Promise<string> {
	if (isPostgres(db)) return `${match} | '${root}':*`;
	return `${match} OR ${await matchBeginning(db, "passage_words", root, MOST_BEGUN)}`;
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
