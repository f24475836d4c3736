import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { isPostgres } from "../../platform/db/dialect.server.ts";
import { shapesOf } from "./search-terms.server.ts";

export type Findable = {
	accountId: string;
	conversationId: string;
	kind: "title" | "prompt" | "answer";
	/** The prompt, the answer, or, for a title, the conversation. */
	messageId: string;
	/** The time of the message; for a title, of the conversation's creation. */
	at: number;
	text: string;
};

/** Distinct ids within one millisecond. */
const PER_MS = 1_024;
/** The latest time of an id: even after all retries the id stays below 2^53. */
const LAST = Date.UTC(2100, 0, 1);
/** Each retry doubles the range for a free id, from half a millisecond to some six days. */
const TRIES = 30;

/**
 * Indexes a text, in the transaction that writes it; the second time it replaces the index entry. Deleting a text
 * removes its entry by cascade.
 * @throws when no id is free near its time
 */
export async function indexMessage(trx: Db, message: Findable): Promise<void> {
	const { accountId, conversationId, kind, messageId } = message;
	await removeEarlier(trx, message);
	const terms = await termsOf(message);
	const row = { accountId, conversationId, kind, messageId };
	for (let tries = 0; tries < TRIES; tries++)
		if (await insert(trx, searchId(message, tries), row, terms)) return;
	throw new Error("No number is free for this text in the search.");
}

/**
 * On SQLite a deletion has the words that the transaction has added so far written at once, because its trigger changes
 * them; and small portions are merged again and again. So only what is there is deleted.
 */
async function removeEarlier(trx: Db, { messageId, kind }: Findable): Promise<void> {
	const earlier = trx
		.selectFrom("search_entries")
		.where("message_id", "=", messageId)
		.where("kind", "=", kind);
	if (!isPostgres(trx) && !(await earlier.select("id").executeTakeFirst())) return;
	await trx
		.deleteFrom("search_entries")
		.where("message_id", "=", messageId)
		.where("kind", "=", kind)
		.execute();
}

/**
 * An id for a text: its milliseconds and a random rest that keeps texts of one moment apart. An answer begins in the
 * millisecond of its prompt, and sorts above it in search results.
 * @param at any number; clamped to the years 1970 to 2100
 * @param tries the number of collisions: many texts may share a moment, so the range grows with each retry
 * @returns a safe integer, always
 */
export function searchId({ at, kind }: Pick<Findable, "at" | "kind">, tries: number): number {
	const ms = Number.isNaN(at) ? 0 : Math.floor(Math.min(Math.max(at, 0), LAST));
	const half = PER_MS / 2;
	return ms * PER_MS + (kind === "answer" ? half : 0) + Math.floor(Math.random() * half * 2 ** tries);
}

/** Yields the event loop between the slices of a long text. */
async function termsOf({ accountId, text }: Findable): Promise<string[]> {
	const terms: string[] = [];
	let slices = 0;
	for (const slice of shapesOf(text)) {
		if (slices++ > 0) await turn();
		for (const shape of slice) terms.push(termOf(accountId, shape));
	}
	return terms;
}

/** Indexes a finished answer. */
export const indexAnswer = (
	trx: Db,
	row: { id: string; account_id: string; conversation_id: string; created_at: number; text: string },
): Promise<void> =>
	indexMessage(trx, {
		accountId: row.account_id,
		conversationId: row.conversation_id,
		kind: "answer",
		messageId: row.id,
		at: Number(row.created_at),
		text: row.text,
	});

/** Indexes a conversation's title in place of the previous one. */
export const indexTitle = (
	trx: Db,
	row: { id: string; account_id: string; created_at: number; title: string },
): Promise<void> =>
	indexMessage(trx, {
		accountId: row.account_id,
		conversationId: row.id,
		kind: "title",
		messageId: row.id,
		at: Number(row.created_at),
		text: row.title,
	});

async function insert(trx: Db, id: number, row: Omit<Findable, "at" | "text">, terms: string[]) {
	const postgres = isPostgres(trx);
	const { numAffectedRows } = await sql`
		insert into search_entries
			(id, account_id, conversation_id, kind, message_id ${postgres ? sql`, words` : sql``})
		values (${id}, ${row.accountId}, ${row.conversationId}, ${row.kind}, ${row.messageId}
			${postgres ? sql`, array_to_tsvector(cast(${terms} as text[]))` : sql``})
		on conflict (id) do nothing
	`.execute(trx);
	if (Number(numAffectedRows) === 0) return false;
	if (!postgres)
		await sql`insert into search_words (rowid, words) values (${id}, ${terms.join(" ")})`.execute(trx);
	return true;
}

/**
 * A word as stored in the index: with a hash of its account, so that the index never scans another account's words,
 * however common they are. Collisions of these 48 bits are resolved by the row.
 */
export const termOf = (accountId: string, shape: string) =>
	accountId.replaceAll("-", "").slice(0, 12).padEnd(12, "0") + shape;
