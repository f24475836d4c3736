import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Entry } from "./find-entries.server.ts";
import { findHidden, type MessagePlace } from "./hidden-versions.server.ts";
import { highlight, type Piece, type Query, snippet } from "./search-terms.server.ts";

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
	const byConversation = Map.groupBy(entries, ({ conversation_id }) => conversation_id);
	return [...byConversation].flatMap(([id, own]) => {
		const row = conversations.get(id);
		const hits = own.flatMap((entry): MessageHit[] => {
			const message = messages.get(entry.message_id);
			if (entry.kind === "title" || (message && !shown.has(message.id))) return [];
			return [
				{
					id: entry.message_id,
					kind: entry.kind,
					at: Number(message?.created_at ?? 0),
					pieces: snippet(message?.text ?? "", query),
					hidden: hidden.has(entry.message_id),
				},
			];
		});
		return row && hits.length > 0 ? [{ ...headOf(row, query), messages: hits }] : [];
	});
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
	text: string;
	created_at: number;
};

async function readMessages(db: Db, entries: readonly Entry[]): Promise<Map<string, Message>> {
	const ids = (kind: Entry["kind"]) => entries.flatMap((e) => (e.kind === kind ? [e.message_id] : []));
	const [prompts, answers] = [ids("prompt"), ids("answer")];
	const { rows } = await sql<Message>`
		select p.id, p.conversation_id, 'prompt' as kind, p.parent_answer_id, p.text, p.created_at
		from prompts p where p.id in (${prompts.length > 0 ? sql.join(prompts) : sql`null`})
		union all
		select a.id, a.conversation_id, 'answer' as kind, p.parent_answer_id, a.text, a.created_at
		from answers a join prompts p on p.id = a.prompt_id
		where a.id in (${answers.length > 0 ? sql.join(answers) : sql`null`})
	`.execute(db);
	return new Map(rows.map((row) => [row.id, row]));
}
