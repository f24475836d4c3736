import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { JobHandler } from "../../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../../platform/jobs/job-status.server.ts";
import { type Findable, indexMessage, indexTitle } from "./index-message.server.ts";

/** Texts per transaction, and their bytes together (one text may have more): the write lock is held briefly. */
const PIECE = 100;
const PIECE_BYTES = 256 * 1024;
/** Characters indexed before the event loop is yielded: some milliseconds. */
const SLICE = 16_384;
const RUN_MS = 1_000;
/** A conversation that fails this often is given up: its title and some of its messages are not searchable then. */
const MAX_ATTEMPTS = 3;

/** The kind of the job that indexes a conversation from before the search, or an imported one; its key is its id. */
export const INDEX_CONVERSATION = "index-conversation";

/**
 * Indexes whole conversations for the search, one at a time. A run lasts about a second, half of it idle for other
 * tasks, stops anywhere, and the next one resumes there.
 */
export const indexConversationHandler = (db: Db): JobHandler => ({
	kind: INDEX_CONVERSATION,
	concurrency: 1,
	leaseMs: 60_000,
	maxAttempts: MAX_ATTEMPTS,
	pauseMs: (attempts) => RUN_MS * attempts,
	run: async ({ key }, { clock, signal }) => {
		const end = performance.now() + RUN_MS;
		for (let began = performance.now(); began < end && !signal.aborted; began = performance.now()) {
			if ((await indexPiece(db, key, await readDatabaseTime(db, clock))).isWhole) return { outcome: "done" };
			await sleep(performance.now() - began);
		}
		return { outcome: "reschedule", at: "now" };
	},
	// A server of the previous release leaves it alone too.
	onGiveUp: async (trx, { key, tries }) => {
		await trx.updateTable("conversations").set({ index_tries: tries }).where("id", "=", key).execute();
	},
	findJobless: findConversationsWithoutJob,
});

/** Conversations that a server of the previous release has imported. */
async function findConversationsWithoutJob(db: Db, limit: number) {
	// The bound is a literal, so that the partial index matches.
	const { rows } = await sql<{ key: string; dueAt: number }>`
		select id as key, created_at as "dueAt" from conversations where indexed_at is null and index_tries < 3
		and ${hasNoJob(INDEX_CONVERSATION, "conversations.id")}
		order by index_tries, id limit ${limit}
	`.execute(db);
	return rows;
}

/**
 * Indexes the next few messages of a conversation.
 * @returns how many texts it has read, and whether nothing of it is left
 */
export async function indexPiece(
	db: Db,
	conversationId: string,
	now: number,
): Promise<{ texts: number; isWhole: boolean }> {
	return transact(db, async (trx) => {
		// The row is locked until the end: another server waits here, and then sees the progress.
		const mine = await trx
			.updateTable("conversations")
			.set({ indexed_at: null })
			.where("id", "=", conversationId)
			.where("indexed_at", "is", null)
			.returning(["id", "account_id", "title", "created_at", "index_cursor"])
			.executeTakeFirst();
		if (!mine) return { texts: 0, isWhole: true };
		const { messages, cursor } = await nextMessages(trx, mine.id, mine.index_cursor ?? "");
		const texts = await readTexts(trx, await notYetRead(trx, messages));
		let characters = 0;
		for (const text of texts) {
			await indexMessage(trx, { ...text, accountId: mine.account_id, conversationId: mine.id });
			characters += text.text.length;
			if (characters < SLICE) continue;
			characters = 0;
			await turn();
		}
		if (cursor === null) await indexTitle(trx, mine);
		await trx
			.updateTable("conversations")
			.set({ index_cursor: cursor, indexed_at: cursor === null ? now : null })
			.where("id", "=", mine.id)
			.execute();
		return { texts: texts.length, isWhole: cursor === null };
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
