import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Insertable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswersTable, PromptsTable } from "../../platform/db/tables/chat.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { INDEX_CONVERSATION } from "../search/index-old.server.ts";
import type { ReadConversation } from "./formats/read-conversation.server.ts";
import { batchesOf, YieldCounter } from "./formats/row-batches.server.ts";

/** Rows inserted since the last yield, across conversations. */
const written = new YieldCounter();

/**
 * Inserts a conversation with its messages, yielding the event loop between batches.
 * @param trx a transaction
 * @returns false when the same import runs elsewhere and has inserted it first
 */
export async function insertConversation(
	trx: Db,
	{ accountId, jobId }: { accountId: string; jobId: string | null },
	conversation: ReadConversation,
): Promise<boolean> {
	const { sourceId, title, titledBy, createdAt, updatedAt, tip, bytes, prompts, answers } = conversation;
	const conversationId = randomUUID();
	const promptIds = prompts.map(() => randomUUID());
	const answerIds = answers.map(() => randomUUID());
	const id = (ids: string[], key: number) => ids[key] ?? "";
	await trx
		.insertInto("conversations")
		.values({
			id: conversationId,
			account_id: accountId,
			title,
			title_by: titledBy,
			tip_answer_id: tip === null ? null : id(answerIds, tip),
			created_at: createdAt,
			updated_at: updatedAt,
		})
		.execute();
	const mark = await trx
		.insertInto("imported_conversations")
		.values({
			account_id: accountId,
			source_id: sourceId,
			conversation_id: conversationId,
			job_id: jobId,
			bytes,
		})
		.onConflict((oc) => oc.columns(["account_id", "source_id"]).doNothing())
		.returning("source_id")
		.executeTakeFirst();
	if (!mark) {
		await trx.deleteFrom("conversations").where("id", "=", conversationId).execute();
		return false;
	}
	await enqueue(trx, [{ kind: INDEX_CONVERSATION, key: conversationId }]);
	const own = { conversation_id: conversationId, account_id: accountId };
	for (const rows of batchesOf(prompts)) {
		const values = rows.map(
			({ key, parentAnswer, text, at }): Insertable<PromptsTable> => ({
				...own,
				id: id(promptIds, key),
				parent_answer_id: parentAnswer === null ? null : id(answerIds, parentAnswer),
				text,
				created_at: at,
			}),
		);
		await trx.insertInto("prompts").values(values).execute();
		if (written.add(rows)) await turn();
	}
	for (const rows of batchesOf(answers)) {
		const values = rows.map(
			({ key, prompt, text, reasoning, model, at, sources = null }): Insertable<AnswersTable> => ({
				...own,
				id: id(answerIds, key),
				prompt_id: id(promptIds, prompt),
				model,
				state: text === "" ? "failed" : "done",
				finish: text === "" ? null : "stop",
				failure: text === "" ? "imported-empty" : null,
				text,
				reasoning,
				sources,
				attempts: 0,
				created_at: at,
				ended_at: at,
			}),
		);
		await trx.insertInto("answers").values(values).execute();
		if (written.add(rows)) await turn();
	}
	return true;
}
