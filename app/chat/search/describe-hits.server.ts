import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Entry } from "./find-entries.server.ts";
import { findHidden, type MessagePlace } from "./hidden-versions.server.ts";
import { PageSnippets, TEXT_READ } from "./page-snippets.server.ts";
import { highlight, type Piece, type Query } from "./search-terms.server.ts";

/** Messages whose texts are read by one statement: SQLite reads each as a whole before it cuts the rest off. */
const READ_AT_ONCE = 8;

export type MessageHit = {
	id: string;
	kind: "prompt" | "answer";
	/** When it was written, in milliseconds. */
	at: number;
	pieces: Piece[];
	/** It is in a version that the conversation does not show. */
	hidden: boolean;
};
/** A conversation whose title or messages match. */
export type ConversationHit = {
	id: string;
	title: Piece[];
	/** When it was last changed, in milliseconds. */
	at: number;
	archived: boolean;
	messages: MessageHit[];
};

/** Titles that match, in the order of their entries. */
export async function describeTitles(db: Db, entries: Entry[], query: Query): Promise<ConversationHit[]> {
	const conversations = await readConversations(db, entries);
	return entries.flatMap(({ conversation_id: id }) => {
		const row = conversations.get(id);
		return row ? [{ ...headOf(row, query), messages: [] }] : [];
	});
}

/** Messages that match, by conversation, in the order of their entries: of the versions of a message only one. */
export async function describeMessages(
	db: Db,
	accountId: string,
	entries: Entry[],
	query: Query,
): Promise<ConversationHit[]> {
	const [conversations, messages] = await Promise.all([
		readConversations(db, entries),
		readMessages(db, entries),
	]);
	const places = [...messages.values()];
	const tips = new Map([...conversations.values()].map(({ id, tip_answer_id }) => [id, tip_answer_id]));
	const hidden = await findHidden(db, accountId, tips, places);
	const shown = new Set(oneOfEachPlace(places, hidden).map(({ id }) => id));
	const snippets = new PageSnippets(query);
	const found: ConversationHit[] = [];
	for (const [id, own] of Map.groupBy(entries, ({ conversation_id }) => conversation_id)) {
		const row = conversations.get(id);
		const hits: MessageHit[] = [];
		for (const entry of own) {
			const message = messages.get(entry.message_id);
			if (entry.kind === "title" || (message && !shown.has(message.id))) continue;
			hits.push({
				id: entry.message_id,
				kind: entry.kind,
				at: Number(message?.created_at ?? 0),
				pieces: await snippets.of(message?.text ?? ""),
				hidden: hidden.has(entry.message_id),
			});
		}
		if (row && hits.length > 0) found.push({ ...headOf(row, query), messages: hits });
	}
	return found;
}

/** One version of each message: the shown one, otherwise the latest. */
function oneOfEachPlace(messages: readonly Message[], hidden: ReadonlySet<string>): Message[] {
	const byPlace = Map.groupBy(messages, (message) =>
		[message.kind, message.conversation_id, message.parent_answer_id].join(" "),
	);
	return [...byPlace.values()].flatMap((versions) => {
		const shown = versions.filter(({ id }) => !hidden.has(id));
		const [latest] = versions.toSorted((a, b) => Number(b.created_at) - Number(a.created_at));
		return shown.length > 0 ? shown : latest ? [latest] : [];
	});
}

type Row = {
	id: string;
	title: string;
	updated_at: number;
	archived_at: number | null;
	tip_answer_id: string | null;
};

const headOf = (row: Row, query: Query) => ({
	id: row.id,
	title: highlight(row.title, query),
	at: Number(row.updated_at),
	archived: row.archived_at !== null,
});

async function readConversations(db: Db, entries: readonly Entry[]): Promise<Map<string, Row>> {
	const ids = [...new Set(entries.map(({ conversation_id }) => conversation_id))];
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("conversations")
		.select(["id", "title", "updated_at", "archived_at", "tip_answer_id"])
		.where("id", "in", ids)
		.execute();
	return new Map(rows.map((row) => [row.id, row]));
}

type Message = MessagePlace & {
	kind: "prompt" | "answer";
	/** The answer that it, or the prompt of the answer, follows. */
	parent_answer_id: string | null;
	/** Its beginning: an imported message has up to a million characters, and a page of results fifty messages. */
	text: string;
	created_at: number;
};

async function readMessages(db: Db, entries: readonly Entry[]): Promise<Map<string, Message>> {
	const read = new Map<string, Message>();
	for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
		if (at > 0) await turn();
		for (const row of await readSome(db, entries.slice(at, at + READ_AT_ONCE))) read.set(row.id, row);
	}
	return read;
}

async function readSome(db: Db, entries: readonly Entry[]): Promise<Message[]> {
	const ids = (kind: Entry["kind"]) => entries.flatMap((e) => (e.kind === kind ? [e.message_id] : []));
	const [prompts, answers] = [ids("prompt"), ids("answer")];
	const { rows } = await sql<Message>`
		select p.id, p.conversation_id, 'prompt' as kind, p.parent_answer_id,
			substr(p.text, 1, ${sql.lit(TEXT_READ)}) as text, p.created_at
		from prompts p where p.id in (${prompts.length > 0 ? sql.join(prompts) : sql`null`})
		union all
		select a.id, a.conversation_id, 'answer' as kind, p.parent_answer_id,
			substr(a.text, 1, ${sql.lit(TEXT_READ)}) as text, a.created_at
		from answers a join prompts p on p.id = a.prompt_id
		where a.id in (${answers.length > 0 ? sql.join(answers) : sql`null`})
	`.execute(db);
	return rows;
}
