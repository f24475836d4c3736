import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { matchBeginning } from "../../platform/db/sqlite/match-beginning.server.ts";
import { termOf } from "./index-message.server.ts";
import type { Query } from "./search-terms.server.ts";

/** One matching text; without its words. */
export type Entry = {
	id: number;
	conversation_id: string;
	kind: "title" | "prompt" | "answer";
	message_id: string;
};

/**
 * On SQLite the latest matches of a query that are looked through for titles: a word may occur in any number of
 * messages, and the process waits for the statement.
 */
const SCANNED_FOR_TITLES = 10_000;

/** On SQLite the places of all words that begin as the last one does. To count so many takes some ten milliseconds. */
const MOST_BEGUN = 30_000;

/** What SQLite is asked for to find the words that begin as the last one of a query does. */
export type Begun = () => Promise<string>;

/** They are looked up once, when they are first needed: titles and messages are asked for by the same. */
export function begunOf(db: Db, accountId: string, { prefix }: Query): Begun {
	let found: Promise<string> | undefined;
	return () => {
		found ??= matchBeginning(db, "search_words", termOf(accountId, prefix ?? ""), MOST_BEGUN);
		return found;
	};
}

/**
 * The account's titles, or messages, that match a query, the latest first, without those of deleted conversations.
 * @param before only older entries, by their id
 */
export async function findEntries(
	db: Db,
	accountId: string,
	query: Query,
	{ of, before, limit, begun }: { of: "titles" | "messages"; before: number; limit: number; begun: Begun },
): Promise<Entry[]> {
	const terms = query.terms.map((word) => `"${termOf(accountId, word)}"`);
	const kind = of === "titles" ? sql`e.kind = 'title'` : sql`e.kind <> 'title'`;
	if (isPostgres(db)) {
		if (query.prefix !== null) terms.push(`"${termOf(accountId, query.prefix)}":*`);
		const match = terms.join(" & ").replaceAll('"', "'");
		const { rows } = await sql<Entry>`
			select e.id, e.conversation_id, e.kind, e.message_id
			from search_entries e join conversations c on c.id = e.conversation_id and c.deleted_at is null
			where e.account_id = ${accountId} and e.words @@ cast(${match} as tsquery) and e.id < ${before} and ${kind}
			order by e.id desc limit ${limit}
		`.execute(db);
		return rows;
	}
	if (query.prefix !== null) terms.push(await begun());
	const match = terms.join(" AND ");
	const scanned = of === "titles" ? sql`limit ${SCANNED_FOR_TITLES}` : sql``;
	// The index of titles alone is small, and tells of most words at once that they are of a message.
	const index = of === "titles" ? sql`indexed by search_entries_titles` : sql``;
	// `cross join` fixes the order in SQLite: the words first, then their rows.
	const { rows } = await sql<Entry>`
		select e.id, e.conversation_id, e.kind, e.message_id
		from (
			select rowid from search_words where search_words match ${match} and rowid < ${before}
			order by rowid desc ${scanned}
		) as words
		cross join search_entries e ${index} on e.id = words.rowid
		cross join conversations c on c.id = e.conversation_id and c.deleted_at is null
		where e.account_id = ${accountId} and ${kind}
		order by words.rowid desc limit ${limit}
	`.execute(db);
	return rows;
}

/**
 * Whether a word alone is in more texts than are looked through for titles. Then it was typed to its end: as a beginning it
 * would first be read in all of them, which takes a tenth of a second in an account of a million messages. PostgreSQL does
 * that in a process of its own, and finds titles by their index.
 */
export async function isCommon(db: Db, accountId: string, word: string): Promise<boolean> {
	if (isPostgres(db)) return false;
	const { rows } = await sql`
		select 1 from search_words where search_words match ${`"${termOf(accountId, word)}"`}
		limit 1 offset ${SCANNED_FOR_TITLES - 1}
	`.execute(db);
	return rows.length > 0;
}
