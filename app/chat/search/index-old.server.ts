import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { type Findable, indexMessage, indexTitle } from "./index-message.server.ts";

/** Texts per transaction, and their bytes together (one text may have more): the write lock is held briefly. */
const PIECE = 100;
const PIECE_BYTES = 256 * 1024;
const RUN_MS = 1_000;
/** A conversation that fails this often is given up: its title and some of its messages are not searchable then. */
const MOST_TRIES = 3;

/** Called for a conversation that could not be read, with whether it is now given up. */
export type OnUnreadable = (conversationId: string, error: unknown, leftAlone: boolean) => void;

/**
 * Indexes texts from before the search existed, and imported ones. A scheduled job: a run lasts about a second, half
 * of it idle for other tasks, stops anywhere and resumes there, and two servers do not index the same texts. A
 * conversation that fails does not delay the others.
 */
export async function indexOldMessages(db: Db, onUnreadable: OnUnreadable): Promise<void> {
	const end = performance.now() + RUN_MS;
	for (let began = performance.now(); began < end; began = performance.now()) {
		if ((await indexNext(db, onUnreadable)) === 0) return;
		await sleep(performance.now() - began);
	}
}

/** @returns the number of texts read, at least 1 for one that failed; 0 when nothing is left */
export async function indexNext(db: Db, onUnreadable: OnUnreadable, now = Date.now()): Promise<number> {
	// Failed ones sort last. The bound is a literal, so that the partial index matches.
	const { rows } = await sql<{ id: string }>`
		select id from conversations where indexed_at is null and index_tries < 3 order by index_tries, id limit 1
	`.execute(db);
	const [conversation] = rows;
	if (!conversation) return 0;
	try {
		return await indexPiece(db, conversation.id, now);
	} catch (error) {
		const tried = await db
			.updateTable("conversations")
			.set((eb) => ({ index_tries: eb("index_tries", "+", 1) }))
			.where("id", "=", conversation.id)
			.returning("index_tries")
			.executeTakeFirst();
		onUnreadable(conversation.id, error, (tried?.index_tries ?? 0) >= MOST_TRIES);
		return 1;
	}
}

async function indexPiece(db: Db, conversationId: string, now: number): Promise<number> {
	return transact(db, async (trx) => {
		// The row is locked until the end: another server waits here, and then sees the progress.
		const mine = await trx
			.updateTable("conversations")
			.set({ indexed_at: null })
			.where("id", "=", conversationId)
			.where("indexed_at", "is", null)
			.returning(["id", "account_id", "title", "created_at", "index_cursor"])
			.executeTakeFirst();
		if (!mine) return 1;
		const { messages, cursor } = await nextMessages(trx, mine.id, mine.index_cursor ?? "");
		const texts = await readTexts(trx, await notYetRead(trx, messages));
		for (const text of texts)
			await indexMessage(trx, { ...text, accountId: mine.account_id, conversationId: mine.id });
		if (cursor === null) await indexTitle(trx, mine);
		await trx
			.updateTable("conversations")
			.set({ index_cursor: cursor, indexed_at: cursor === null ? now : null })
			.where("id", "=", mine.id)
			.execute();
		return cursor === null ? texts.length + 1 : Math.max(1, texts.length);
	});
}

type Message = { kind: "prompt" | "answer"; id: string; at: number; bytes: number };

/**
 * The messages after the cursor, answers first, as many as fit into a batch; only their sizes are read here.
 * @returns `cursor`: where the next batch begins; null: these were the last
 */
async function nextMessages(trx: Db, conversationId: string, after: string) {
	const [kind, id = ""] = after.split(":");
	// Once a prompt is reached, no answer is left. Every id is greater than the empty string.
	const [answersLeft, answersAfter, promptsAfter] = kind === "prompt" ? [0, "", id] : [PIECE, id, ""];
	const { rows } = await sql<Message>`
		select * from (
			select * from (
				select 'answer' as kind, a.id, a.created_at as at, octet_length(a.text) as bytes from answers a
				where a.conversation_id = ${conversationId} and a.id > ${answersAfter} and a.state <> 'writing'
				order by a.id limit ${answersLeft}
			) as answers_after
			union all
			select * from (
				select 'prompt', p.id, p.created_at, octet_length(p.text) from prompts p
				where p.conversation_id = ${conversationId} and p.id > ${promptsAfter}
				order by p.id limit ${PIECE}
			) as prompts_after
		) as t
		order by kind, id limit ${PIECE}
	`.execute(trx);
	let bytes = 0;
	const fitting = rows.findIndex((row, i) => {
		bytes += Number(row.bytes);
		return i > 0 && bytes > PIECE_BYTES;
	});
	const messages = fitting === -1 ? rows : rows.slice(0, fitting);
	const last = messages.at(-1);
	const isEnd = fitting === -1 && rows.length < PIECE;
	return { messages, cursor: last && !isEnd ? `${last.kind}:${last.id}` : null };
}

/** Without those that have no text, and those that were indexed when they were written. */
async function notYetRead(trx: Db, messages: Message[]): Promise<Message[]> {
	const withText = messages.filter(({ bytes }) => Number(bytes) > 0);
	if (withText.length === 0) return [];
	const known = await trx
		.selectFrom("search_entries")
		.select(["message_id", "kind"])
		.where(
			"message_id",
			"in",
			withText.map(({ id }) => id),
		)
		.execute();
	const isKnown = new Set(known.map(({ kind, message_id }) => `${kind}:${message_id}`));
	return withText.filter(({ kind, id }) => !isKnown.has(`${kind}:${id}`));
}

type Text = Omit<Findable, "accountId" | "conversationId">;

async function readTexts(trx: Db, messages: Message[]): Promise<Text[]> {
	const texts = new Map<string, string>();
	for (const [kind, table] of [
		["prompt", "prompts"],
		["answer", "answers"],
	] as const) {
		const ids = messages.flatMap((message) => (message.kind === kind ? [message.id] : []));
		if (ids.length === 0) continue;
		const rows = await trx.selectFrom(table).select(["id", "text"]).where("id", "in", ids).execute();
		for (const { id, text } of rows) texts.set(`${kind}:${id}`, text);
	}
	return messages.map(({ kind, id, at }) => ({
		kind,
		messageId: id,
		at: Number(at),
		text: texts.get(`${kind}:${id}`) ?? "",
	}));
}
