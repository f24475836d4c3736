import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Db } from "../../db/connection.server.ts";
import type { AnswersTable, PromptsTable } from "../../db/tables/chat.ts";
import { transact } from "../../db/transact.server.ts";
import { titleFrom } from "../title.ts";
import { type ExportedConversation, readConversation } from "./chatgpt-conversation.ts";
import { type Exchanges, exchangesOf } from "./exchanges.ts";

/** So many conversations share a commit; a longer transaction would keep those waiting who are writing now. */
const PER_COMMIT = 20;
/** Below the number of parameters that a statement may have. */
const ROWS_PER_INSERT = 500;

export type Imported = {
	imported: number;
	/** There already, from an earlier import. */
	skipped: number;
	/** Empty, or nothing that we could read. */
	unreadable: number;
};

/**
 * Takes over the conversations of an export, while it is being read. What is committed stays when the reading
 * breaks off; the same file again skips it, so that sending again is all that going on takes.
 * @param items the JSON of one conversation each
 * @returns what became of them; also counted in `count` as it goes
 */
export async function importConversations(
	db: Db,
	accountId: string,
	items: AsyncIterable<string>,
	count: Imported = { imported: 0, skipped: 0, unreadable: 0 },
	now = Date.now(),
): Promise<Imported> {
	let batch: Readable[] = [];
	const commit = async () => {
		const waiting = batch;
		batch = [];
		if (waiting.length === 0) return;
		const imported = await transact(db, (trx) => insertNew(trx, accountId, waiting));
		count.imported += imported;
		count.skipped += waiting.length - imported;
	};
	try {
		for await (const item of items) {
			const conversation = readConversation(item, now);
			const exchanges = conversation && exchangesOf(conversation);
			if (!exchanges || exchanges === "too-large" || exchanges.prompts.length === 0) count.unreadable++;
			else batch.push({ conversation, exchanges });
			if (batch.length >= PER_COMMIT) await commit();
		}
	} finally {
		await commit();
	}
	return count;
}

type Readable = { conversation: ExportedConversation; exchanges: Exchanges };

async function insertNew(trx: Db, accountId: string, batch: Readable[]): Promise<number> {
	const known = await trx
		.selectFrom("imported_conversations")
		.select("source_id")
		.where("account_id", "=", accountId)
		.where(
			"source_id",
			"in",
			batch.map(({ conversation }) => conversation.sourceId),
		)
		.execute();
	const skip = new Set(known.map((row) => row.source_id));
	let imported = 0;
	for (const readable of batch) {
		const { sourceId } = readable.conversation;
		if (skip.has(sourceId)) continue;
		skip.add(sourceId);
		if (await insert(trx, accountId, readable)) imported++;
	}
	return imported;
}

/** @returns false when the same import runs in another tab and was quicker with this one */
async function insert(trx: Db, accountId: string, { conversation, exchanges }: Readable): Promise<boolean> {
	const conversationId = randomUUID();
	const promptIds = exchanges.prompts.map(() => randomUUID());
	const answerIds = exchanges.answers.map(() => randomUUID());
	const id = (ids: string[], key: number) => ids[key] ?? "";
	await trx
		.insertInto("conversations")
		.values({
			id: conversationId,
			account_id: accountId,
			title: titleFrom(conversation.title || (exchanges.prompts[0]?.text ?? "")),
			title_by: conversation.title ? "person" : "prompt",
			tip_answer_id: exchanges.tip === null ? null : id(answerIds, exchanges.tip),
			created_at: conversation.createdAt,
			updated_at: conversation.updatedAt,
		})
		.execute();
	const mark = await trx
		.insertInto("imported_conversations")
		.values({ account_id: accountId, source_id: conversation.sourceId, conversation_id: conversationId })
		.onConflict((oc) => oc.columns(["account_id", "source_id"]).doNothing())
		.returning("source_id")
		.executeTakeFirst();
	if (!mark) {
		await trx.deleteFrom("conversations").where("id", "=", conversationId).execute();
		return false;
	}
	const prompts = exchanges.prompts.map(
		({ key, parentAnswer, text, at }): Insertable<PromptsTable> => ({
			id: id(promptIds, key),
			conversation_id: conversationId,
			account_id: accountId,
			parent_answer_id: parentAnswer === null ? null : id(answerIds, parentAnswer),
			text,
			created_at: at,
		}),
	);
	const answers = exchanges.answers.map(
		({ key, prompt, text, reasoning, model, at }): Insertable<AnswersTable> => ({
			id: id(answerIds, key),
			prompt_id: id(promptIds, prompt),
			conversation_id: conversationId,
			account_id: accountId,
			model,
			state: text === "" ? "failed" : "done",
			finish: text === "" ? null : "stop",
			failure: text === "" ? "imported-empty" : null,
			text,
			reasoning,
			attempts: 0,
			created_at: at,
			ended_at: at,
		}),
	);
	for (const rows of portions(prompts)) await trx.insertInto("prompts").values(rows).execute();
	for (const rows of portions(answers)) await trx.insertInto("answers").values(rows).execute();
	return true;
}

function* portions<Row>(rows: Row[]): Generator<Row[]> {
	for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) yield rows.slice(at, at + ROWS_PER_INSERT);
}
