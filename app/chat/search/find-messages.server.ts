import type { Db } from "../../platform/db/connection.server.ts";
import { type ConversationHit, describeMessages, describeTitles } from "./describe-hits.server.ts";
import { type Begun, begunOf, type Entry, findEntries, isCommon } from "./find-entries.server.ts";
import { parseQuery, type Query } from "./search-terms.server.ts";

/** Messages per page. */
export const HITS_PER_PAGE = 50;
/** Titles above the first page of messages. */
const MAX_TITLES = 20;

/**
 * `titles`: conversations whose titles match, only on the first page; `conversations`: those whose messages match.
 * `next` is the cursor of the next page; null: this is the last.
 */
export type SearchResults = {
	titles: ConversationHit[];
	conversations: ConversationHit[];
	next: string | null;
};

export const NOTHING: SearchResults = { titles: [], conversations: [], next: null };

/**
 * The account's titles, and messages by conversation, that contain all words of the query, in any form, the last word
 * also as a prefix; the newest first.
 * @param text as typed: any length, any characters
 * @param after `next` of the page before
 */
export async function findMessages(
	db: Db,
	accountId: string,
	text: string,
	after: string | null = null,
): Promise<SearchResults> {
	const query = parseQuery(text);
	if (!query) return NOTHING;
	const begun = begunOf(db, accountId, query);
	const titles = after === null ? await findTitles(db, accountId, query, begun) : [];
	const { query: taken, entries } = await findPage(db, accountId, query, begun, after);
	const shown = entries.slice(0, HITS_PER_PAGE);
	const last = shown.at(-1);
	return {
		titles,
		conversations: await describeMessages(db, accountId, shown, taken),
		next:
			last && entries.length > HITS_PER_PAGE
				? `${taken.prefix === null ? "whole" : "begun"}.${last.id}`
				: null,
	};
}

async function findTitles(db: Db, accountId: string, query: Query, begun: Begun): Promise<ConversationHit[]> {
	const { prefix } = query;
	const isWhole =
		prefix !== null && (prefix.length < SHORTEST_BEGINNING || (await isCommon(db, accountId, prefix)));
	const taken = isWhole ? wholeOf(query, prefix) : query;
	const range = { of: "titles", before: Number.MAX_SAFE_INTEGER, limit: MAX_TITLES, begun } as const;
	return describeTitles(db, await findEntries(db, accountId, taken, range), taken);
}

/**
 * The last word is first matched as a whole: if that fills a page, it was typed to its end, and the index reads one
 * posting list. A prefix match merges the lists of all words that begin so. Later pages match as the first one did.
 */
async function findPage(
	db: Db,
	accountId: string,
	query: Query,
	begun: Begun,
	after: string | null,
): Promise<{ query: Query; entries: Entry[] }> {
	const [, way, id] = /^(whole|begun)\.(\d{1,16})$/.exec(after ?? "") ?? [];
	const before = id === undefined ? Number.MAX_SAFE_INTEGER : Number(id);
	const range = { of: "messages", before, limit: HITS_PER_PAGE + 1, begun } as const;
	const { prefix } = query;
	if (prefix !== null && way !== "begun") {
		const whole = wholeOf(query, prefix);
		const entries = await findEntries(db, accountId, whole, range);
		const enough = way === "whole" || entries.length > HITS_PER_PAGE || prefix.length < SHORTEST_BEGINNING;
		if (enough) return { query: whole, entries };
	}
	return { query, entries: await findEntries(db, accountId, query, range) };
}

/** A shorter prefix matches too many words. */
const SHORTEST_BEGINNING = 3;

const wholeOf = ({ terms }: Query, prefix: string): Query => ({
	terms: [...new Set([...terms, prefix])],
	prefix: null,
});
