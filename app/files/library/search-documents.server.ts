import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { queryTerms, termOf } from "../passages/passage-terms.server.ts";
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
 * The places in an account's documents where all words of a query stand in one passage, the best first.
 * @param collectionId only in this collection, which is the account's
 * @returns `more`: there are others
 */
export async function searchDocuments(
	db: Db,
	accountId: string,
	query: string,
	collectionId: string | null = null,
): Promise<{ hits: DocumentHit[]; more: boolean }> {
	const shapes = queryTerms(query);
	if (shapes.length === 0) return { hits: [], more: false };
	const terms = shapes.map((shape) => termOf(accountId, shape));
	const inCollection =
		collectionId === null
			? sql``
			: sql`and f.id in (select file_id from collection_files where collection_id = ${collectionId})`;
	const { rows } = isPostgres(db)
		? await inPostgres(db, accountId, terms, inCollection)
		: await inSqlite(db, accountId, terms, inCollection);
	const hits = rows
		.slice(0, MOST_HITS)
		.map(({ text, ...hit }) => ({ ...hit, quote: quoteAround(text, new Set(shapes)) }));
	return { hits, more: rows.length > MOST_HITS };
}

const COLUMNS = sql`f.id as "fileId", f.name, p.n, p.page, p.section, p.text`;
/** A file that is read anew is not found. */
const FOUND = sql`f.state = 'ready' and ${belongs("f")}`;

const inSqlite = (
	db: Db,
	accountId: string,
	terms: readonly string[],
	inCollection: ReturnType<typeof sql>,
) =>
	sql<Row>`
		select ${COLUMNS}
		from passage_words w cross join passages p on p.id = w.rowid cross join files f on f.id = p.file_id
		where passage_words match ${terms.map((term) => `"${term}"`).join(" AND ")}
			and f.account_id = ${accountId} and ${FOUND} ${inCollection}
		order by bm25(passage_words, 3, 1), f.name, p.n
		limit ${MOST_HITS + 1}
	`.execute(db);

const inPostgres = (
	db: Db,
	accountId: string,
	terms: readonly string[],
	inCollection: ReturnType<typeof sql>,
) => {
	const all = sql`cast(${terms.map((term) => `'${term}'`).join(" & ")} as tsquery)`;
	return sql<Row>`
		select ${COLUMNS} from passages p join files f on f.id = p.file_id
		where p.words @@ ${all} and f.account_id = ${accountId} and ${FOUND} ${inCollection}
		order by ts_rank(array[0.33, 0.5, 0.7, 1.0], p.words, ${all}) desc, f.name, p.n
		limit ${MOST_HITS + 1}
	`.execute(db);
};
