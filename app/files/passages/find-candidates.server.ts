import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import type { QueryTerm } from "./passage-query.server.ts";
import { HEADING_WEIGHT } from "./rank-passages.server.ts";

/** Passages whose text is looked at. */
export const CANDIDATES = 200;
/** A word that occurs in more passages says no more about one; counting goes no further. */
export const COUNTED = 3_000;
/** Passages that the database ranks: those with the rarest words of a question. The common ones decide among them. */
export const RANKED = 4_000;
/** Rows of the index that are gone through at once. */
const WINDOW = 15_000;

export type FoundPassage = { fileId: string; n: number };

/** Compares passages by their places, so that those of equal rank have one order. */
export const byPlace = (a: FoundPassage, b: FoundPassage): number =>
	a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.n - b.n;

/** A passage that may answer a question. */
export type Candidate = FoundPassage & { section: string | null; text: string };
/** `match`: what the database is asked; `count`: in how many passages of the account it occurs, at most `COUNTED`. */
export type CountedTerm = QueryTerm & { match: string; count: number };

export const idfOf = (count: number) => Math.log(1 + COUNTED / (count + 1));

/**
 * The passages with these words that the database ranks best. Where even the rarest word is everywhere, those that
 * have all of them.
 */
export async function findCandidates(db: Db, fileIds: readonly string[], terms: readonly CountedTerm[]) {
	const find = isPostgres(db) ? inPostgres : inSqlite;
	const isEverywhere = terms.every(({ count }) => count >= COUNTED);
	const both = isEverywhere ? await find(db, fileIds, terms, "and") : [];
	return both.length > 0 ? both : find(db, fileIds, terms, "or");
}

type Joined = "and" | "or";

async function inSqlite(
	db: Db,
	fileIds: readonly string[],
	terms: readonly CountedTerm[],
	joined: Joined,
): Promise<Candidate[]> {
	const match = terms.map(({ match }) => `(${match})`).join(` ${joined.toUpperCase()} `);
	const range = await rangeOf(db, fileIds);
	const isScattered = range.to - range.from > WINDOW + 2 * range.passages;
	const isEverywhere = terms.some(({ count }) => count >= COUNTED);
	if (isScattered && isEverywhere) return inWindows(db, fileIds, match, range);
	// The limits bound the work where a word is everywhere; the texts are read of the best alone.
	const { rows } = await sql<Candidate>`
		select p.file_id as "fileId", p.n, p.section, p.text from passages p where p.id in (
			select id from (
				select f.id, bm25(passage_words, ${HEADING_WEIGHT}, 1) as score
				${matching(fileIds, match, range)} limit ${RANKED}
			)
			order by score limit ${CANDIDATES}
		)
	`.execute(db);
	return rows;
}

const matching = (fileIds: readonly string[], match: string, { from, to }: { from: number; to: number }) =>
	sql`from passage_words w cross join passages f on f.id = w.rowid
		where passage_words match ${match} and w.rowid between ${from} and ${to}
			and f.file_id in (${sql.join(fileIds)})`;

/**
 * Few files among many of the account, and a word that is everywhere: passages of all the others would be looked at.
 * They are, some at a time, between which other work has its turn.
 */
async function inWindows(
	db: Db,
	fileIds: readonly string[],
	match: string,
	{ from, to }: { from: number; to: number },
): Promise<Candidate[]> {
	const found: Candidate[] = [];
	for (let at = from; at <= to && found.length < CANDIDATES; at += WINDOW) {
		const window = { from: at, to: Math.min(to, at + WINDOW - 1) };
		const { rows } = await sql<Candidate>`
			select f.file_id as "fileId", f.n, f.section, f.text
			${matching(fileIds, match, window)} limit ${CANDIDATES - found.length}
		`.execute(db);
		found.push(...rows);
		await turn();
	}
	return found;
}

/** The passages of a file follow each other: what stands before the first file's and after the last one's is left out. */
async function rangeOf(db: Db, fileIds: readonly string[]) {
	const { from, to, passages } = await db
		.selectFrom("files")
		.innerJoin("passages as first", (join) =>
			join.onRef("first.file_id", "=", "files.id").on("first.n", "=", 1),
		)
		.innerJoin("passages as last", (join) =>
			join.onRef("last.file_id", "=", "files.id").onRef("last.n", "=", "files.passages"),
		)
		.where("files.id", "in", fileIds)
		.select(({ fn }) => [
			fn.min("first.id").as("from"),
			fn.max("last.id").as("to"),
			fn.sum("files.passages").as("passages"),
		])
		.executeTakeFirstOrThrow();
	return { from: from ?? 0, to: to ?? 0, passages: Number(passages ?? 0) };
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
