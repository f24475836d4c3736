import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../db/connection.server.ts";
import { transact } from "../../db/transact.server.ts";
import { type Findable, indexMessage, indexTitle } from "./index-message.server.ts";

/** So many texts at a time: the write lock is held for some ten milliseconds. */
const PIECE = 100;
const RUN_MS = 1_000;

/**
 * Makes findable what was written before there was a search, and what an import has brought. A chore: it works
 * for about a second at most, half of which it leaves to others, stops anywhere and goes on from there, and two
 * servers do not do the same.
 */
export async function indexOldMessages(db: Db): Promise<void> {
	const end = performance.now() + RUN_MS;
	for (let began = performance.now(); began < end; began = performance.now()) {
		if ((await indexNext(db)) === 0) return;
		await sleep(performance.now() - began);
	}
}

/** @returns how many texts were read; 0 when nothing is left */
export async function indexNext(db: Db, now = Date.now()): Promise<number> {
	const { rows } = await sql<{ id: string }>`
		select id from conversations where indexed_at is null order by id limit 1
	`.execute(db);
	const conversation = rows[0];
	return conversation ? indexPiece(db, conversation.id, now) : 0;
}

async function indexPiece(db: Db, conversationId: string, now: number): Promise<number> {
	return transact(db, async (trx) => {
		// The row is held until the end: another server waits here, and then sees what has been done.
		const mine = await trx
			.updateTable("conversations")
			.set({ indexed_at: null })
			.where("id", "=", conversationId)
			.where("indexed_at", "is", null)
			.returning(["id", "account_id", "title", "created_at"])
			.executeTakeFirst();
		if (!mine) return 1;
		const texts = await readUnindexed(trx, mine.id);
		for (const text of texts) {
			await indexMessage(trx, { ...text, accountId: mine.account_id, conversationId: mine.id });
		}
		if (texts.length === PIECE) return PIECE;
		await indexTitle(trx, mine);
		await trx.updateTable("conversations").set({ indexed_at: now }).where("id", "=", mine.id).execute();
		return texts.length + 1;
	});
}

type Text = Omit<Findable, "accountId" | "conversationId">;

async function readUnindexed(trx: Db, conversationId: string): Promise<Text[]> {
	const { rows } = await sql<{ kind: "prompt" | "answer"; id: string; at: number; text: string }>`
		select * from (
			select 'prompt' as kind, p.id, p.created_at as at, p.text from prompts p
			where p.conversation_id = ${conversationId}
			union all
			select 'answer', a.id, a.created_at, a.text from answers a
			where a.conversation_id = ${conversationId} and a.state <> 'writing'
		) as t
		where text <> '' and not exists (
			select 1 from search_entries e where e.message_id = t.id and e.kind = t.kind
		)
		order by at, id limit ${PIECE}
	`.execute(trx);
	return rows.map(({ kind, id, at, text }) => ({ kind, messageId: id, at: Number(at), text }));
}
