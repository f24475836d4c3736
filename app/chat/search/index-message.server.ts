import { sql } from "kysely";
import type { Db } from "../../db/connection.server.ts";
import { isPostgres } from "../../db/dialect.server.ts";
import { shapesOf } from "./words.ts";

export type Findable = {
	accountId: string;
	conversationId: string;
	kind: "title" | "prompt" | "answer";
	/** The prompt, the answer, or, for a title, the conversation. */
	messageId: string;
	/** When it was said; for a title, when the conversation began. */
	at: number;
	text: string;
};

/** So many texts of one millisecond can be told apart; ids stay far below 2^53. */
const PER_MS = 1_024;

/**
 * Makes a text findable by its words, in the transaction that writes the text; the second time it replaces
 * what was found before. What is deleted goes out of the search by itself.
 */
export async function indexMessage(trx: Db, message: Findable): Promise<void> {
	const { accountId, conversationId, kind, messageId } = message;
	await trx
		.deleteFrom("search_entries")
		.where("message_id", "=", messageId)
		.where("kind", "=", kind)
		.execute();
	const words = shapesOf(message.text).map((word) => wordOf(accountId, word));
	const row = { accountId, conversationId, kind, messageId };
	// An answer begins in the millisecond of its prompt, and stands above it in what is found.
	const half = PER_MS / 2;
	let id = message.at * PER_MS + (kind === "answer" ? half : 0) + Math.floor(Math.random() * half);
	// An import brings many texts of the same moment: the next free number is as good.
	while (!(await insert(trx, id, row, words))) id += 1;
}

/** Makes an answer findable that has just been settled. */
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

/** Makes a conversation findable by its title, and no more by the title before. */
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

async function insert(trx: Db, id: number, row: Omit<Findable, "at" | "text">, words: string[]) {
	const postgres = isPostgres(trx);
	const { numAffectedRows } = await sql`
		insert into search_entries
			(id, account_id, conversation_id, kind, message_id ${postgres ? sql`, words` : sql``})
		values (${id}, ${row.accountId}, ${row.conversationId}, ${row.kind}, ${row.messageId}
			${postgres ? sql`, array_to_tsvector(cast(${words} as text[]))` : sql``})
		on conflict (id) do nothing
	`.execute(trx);
	if (Number(numAffectedRows) === 0) return false;
	if (!postgres)
		await sql`insert into search_words (rowid, words) values (${id}, ${words.join(" ")})`.execute(trx);
	return true;
}

/**
 * A word as the index keeps it: it bears its account, so that the index itself never looks at anybody
 * else's words, however common they are. Who shares these 48 bits is told apart by the row.
 */
export const wordOf = (accountId: string, shape: string) =>
	accountId.replaceAll("-", "").slice(0, 12).padEnd(12, "0") + shape;
