import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { byPlace, CANDIDATES, idfOf, RANKED } from "../passages/find-candidates.server.ts";
import { countTerms } from "../passages/find-passages.server.ts";
import { queryOf } from "../passages/passage-query.server.ts";
import { wordsOf } from "../passages/passage-terms.server.ts";
import { HEADING_WEIGHT, scorePassages, termsOfWord } from "../passages/rank-passages.server.ts";
import { belongs } from "./belongs.server.ts";
import { type QuotePiece, quoteAround } from "./quote.server.ts";

/** Places shown of a search. */
export const MOST_HITS = 50;

/** A place in a document where the words of a search stand. */
export type DocumentHit = {
	fileId: string;
	name: string;
	n: number;
	/** 0: the document has no pages, or does not say where they end. */
	page: number;
	section: string | null;
	quote: QuotePiece[];
};

type Row = Omit<DocumentHit, "quote"> & { text: string };

/**
 * The places in an account's documents where all words of a query, or related ones, stand in one passage, the best
 * first: ranked as the passages for an answer are.
 * @param collectionId only in this collection, which is the account's
 * @returns `more`: there are others
 */
export async function searchDocuments(
	db: Db,
	accountId: string,
	asked: string,
	collectionId: string | null = null,
): Promise<{ hits: DocumentHit[]; more: boolean }> {
	const query = queryOf(asked);
	if (query.length === 0) return { hits: [], more: false };
	const counted = await countTerms(db, accountId, query);
	const matches = counted.map(({ match }) => `(${match})`);
	const where = foundIn(accountId, collectionId);
	const found = await (isPostgres(db) ? inPostgres(matches, where) : inSqlite(matches, where)).execute(db);
	const termsIn = termsOfWord(query.map(({ stem }) => stem));
	const hasAll = ({ section, text }: Row) =>
		new Set(wordsOf(`${section ?? ""} ${text}`).flatMap(termsIn)).size === query.length;
	// The database's beginnings of words are also those of words of other roots.
	const rows = found.rows.filter(hasAll);
	const scores = scorePassages(
		rows,
		counted.map(({ stem, weight, count }) => ({ stem, weight, idf: idfOf(count) })),
	);
	const isSearched = (word: string) => termsIn(word).length > 0;
	const hits = rows
		.map((row, i) => ({ row, score: scores[i] ?? 0 }))
		.sort((a, b) => b.score - a.score || byPlace(a.row, b.row))
		.slice(0, MOST_HITS)
		.map(({ row: { text, ...hit } }) => ({ ...hit, quote: quoteAround(text, isSearched) }));
	return { hits, more: rows.length > MOST_HITS };
}

/** A file that is read anew is not found. */
function foundIn(accountId: string, collectionId: string | null): RawBuilder<unknown> {
	const own = sql`f.account_id = ${accountId} and f.state = 'ready' and ${belongs("f")}`;
	return collectionId === null
		? own
		: sql`${own} and f.id in (select file_id from collection_files where collection_id = ${collectionId})`;
}

const COLUMNS = sql`f.id as "fileId", f.name, p.n, p.page, p.section, p.text`;

// The limits bound the work where a word is everywhere, as in `find-candidates.server.ts`.
const inSqlite = (matches: readonly string[], where: RawBuilder<unknown>) => sql<Row>`
	select ${COLUMNS} from passages p join files f on f.id = p.file_id
	where p.id in (
		select id from (
			select p.id, bm25(passage_words, ${HEADING_WEIGHT}, 1) as score
			from passage_words w cross join passages p on p.id = w.rowid cross join files f on f.id = p.file_id
			where passage_words match ${matches.join(" AND ")} and ${where}
			limit ${RANKED}
		)
		order by score limit ${CANDIDATES}
	)
`;

function inPostgres(matches: readonly string[], where: RawBuilder<unknown>) {
	const all = sql`cast(${matches.join(" & ")} as tsquery)`;
	return sql<Row>`
		select "fileId", name, n, page, section, text from (
			select ${COLUMNS}, p.words from passages p join files f on f.id = p.file_id
			where p.words @@ ${all} and ${where}
			limit ${RANKED}
		) as matching
		order by ts_rank(array[0.33, 0.5, 0.7, 1.0], words, ${all}) desc, "fileId", n
		limit ${CANDIDATES}
	`;
}
