import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { termOf } from "./index-message.server.ts";
import { highlight, type Piece, parseQuery, type Query, snippet } from "./search-terms.server.ts";

/** Messages per page. */
export const HITS_PER_PAGE = 50;

export type MessageHit = { id: string; kind: "prompt" | "answer"; pieces: Piece[] };
/** A conversation with its matching messages; without messages its title matches. */
export type ConversationHits = { id: string; title: Piece[]; messages: MessageHit[] };
/** `next` is the cursor of the next page; null: this is the last. */
export type SearchResults = { conversations: ConversationHits[]; next: string | null };

const NOTHING: SearchResults = { conversations: [], next: null };

/**
 * The account's messages and titles that contain all words of the query, in any form, the last word also as a prefix;
 * the newest first, by conversation.
 * @param text as typed: any length, any characters
 */
export async function findMessages(
	db: Db,
	accountId: string,
	text: string,
	after: string | null = null,
): Promise<SearchResults> {
	const query = parseQuery(text);
	if (!query) return NOTHING;
	const { query: taken, entries } = await findPage(db, accountId, query, after);
	const shown = entries.slice(0, HITS_PER_PAGE);
	const last = shown.at(-1);
	if (!last) return NOTHING;
	return {
		conversations: await describe(db, shown, taken),
		next: entries.length > HITS_PER_PAGE ? `${taken.prefix === null ? "whole" : "begun"}.${last.id}` : null,
	};
}

/**
 * The last word is first matched as a whole: if that fills a page, it was typed to its end, and the index reads one
 * posting list. A prefix match merges the lists of all words that begin so. Later pages match as the first one did.
 */
async function findPage(db: Db, accountId: string, query: Query, after: string | null) {
	const [, way, id] = /^(whole|begun)\.(\d{1,16})$/.exec(after ?? "") ?? [];
	const before = id === undefined ? Number.MAX_SAFE_INTEGER : Number(id);
	const { terms, prefix } = query;
	if (prefix !== null && way !== "begun") {
		const whole: Query = { terms: [...new Set([...terms, prefix])], prefix: null };
		const entries = await findEntries(db, accountId, whole, before);
		const enough = way === "whole" || entries.length > HITS_PER_PAGE || prefix.length < SHORTEST_BEGINNING;
		if (enough) return { query: whole, entries };
	}
	return { query, entries: await findEntries(db, accountId, query, before) };
}

/** A shorter prefix matches too many words. */
const SHORTEST_BEGINNING = 3;

type Entry = {
	id: number;
	conversation_id: string;
	kind: "title" | "prompt" | "answer";
	message_id: string;
};

async function findEntries(db: Db, accountId: string, query: Query, before: number): Promise<Entry[]> {
	const terms = query.terms.map((word) => `"${termOf(accountId, word)}"`);
	const begun = query.prefix === null ? [] : [`"${termOf(accountId, query.prefix)}"`];
	const limit = HITS_PER_PAGE + 1;
	if (isPostgres(db)) {
		const match = [...terms, ...begun.map((word) => `${word}:*`)].join(" & ").replaceAll('"', "'");
		const { rows } = await sql<Entry>`
			select e.id, e.conversation_id, e.kind, e.message_id
			from search_entries e join conversations c on c.id = e.conversation_id and c.deleted_at is null
			where e.account_id = ${accountId} and e.words @@ cast(${match} as tsquery) and e.id < ${before}
			order by e.id desc limit ${limit}
		`.execute(db);
		return rows;
	}
	const match = [...terms, ...begun.map((word) => `${word}*`)].join(" AND ");
	// `cross join` fixes the order in SQLite: the words first, then their rows.
	const { rows } = await sql<Entry>`
		select e.id, e.conversation_id, e.kind, e.message_id
		from search_words cross join search_entries e on e.id = search_words.rowid
		cross join conversations c on c.id = e.conversation_id and c.deleted_at is null
		where search_words match ${match} and search_words.rowid < ${before} and e.account_id = ${accountId}
		order by search_words.rowid desc limit ${limit}
	`.execute(db);
	return rows;
}

async function describe(db: Db, entries: Entry[], query: Query): Promise<ConversationHits[]> {
	const ids = (kind: Entry["kind"]) => entries.flatMap((e) => (e.kind === kind ? [e.message_id] : []));
	const byConversation = Map.groupBy(entries, (entry) => entry.conversation_id);
	const [titles, prompts, answers] = await Promise.all([
		readTexts(db, "conversations", "title", [...byConversation.keys()]),
		readTexts(db, "prompts", "text", ids("prompt")),
		readTexts(db, "answers", "text", ids("answer")),
	]);
	const messages = (entry: Entry): MessageHit[] => {
		if (entry.kind === "title") return [];
		const text = (entry.kind === "prompt" ? prompts : answers).get(entry.message_id) ?? "";
		return [{ id: entry.message_id, kind: entry.kind, pieces: snippet(text, query) }];
	};
	return [...byConversation].map(([id, entries]) => ({
		id,
		title: highlight(titles.get(id) ?? "", query),
		messages: entries.flatMap(messages),
	}));
}

async function readTexts(
	db: Db,
	table: "conversations" | "prompts" | "answers",
	column: "title" | "text",
	ids: string[],
): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const { rows } = await sql<{ id: string; text: string }>`
		select id, ${sql.ref(column)} as text from ${sql.table(table)} where id in (${sql.join(ids)})
	`.execute(db);
	return new Map(rows.map(({ id, text }) => [id, text]));
}
