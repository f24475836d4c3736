import type { BlobStore } from "../../files/blobs/blob-store.server.ts";
import { openBlobs } from "../../files/blobs/open-blobs.server.ts";
import { eraseUnused } from "../../files/erase-files.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { type JobHandler, minutesDoubling } from "../../platform/jobs/job-handler.server.ts";
import { finishAnswers } from "../answers/finish-answer.server.ts";
import { eraseMessages } from "./erase-messages.server.ts";

/**
 * How long a deleted conversation can be restored. The screen offers it for ten seconds; a page without script stays,
 * and its reader needs longer.
 */
export const RESTORABLE_MS = 45_000;

/** The kind of the job that erases a deleted conversation; its key is the conversation's id. */
const ERASE_CONVERSATION = "erase-conversation";

/** `deleted_at` of a conversation that is being erased: it cannot be restored any more. */
const ERASING = 0;

export type Deleted = { outcome: "deleted"; writing: string[] } | { outcome: "no-such-conversation" };

/**
 * Deletes a conversation with all its versions: nobody sees it from now on, and a job erases it when it cannot be
 * restored any more. A running answer of it ends as if it had been stopped. `Answers.deleteConversation` stops its
 * worker, too. Repeated, it changes nothing and has the same outcome.
 * @returns `writing`: the answers that were running
 */
export function deleteConversation(
	db: Db,
	accountId: string,
	id: string,
	now = Date.now(),
	clock?: Clock,
): Promise<Deleted> {
	return transact(db, async (trx): Promise<Deleted> => {
		// Waits for a concurrent prompt, or for the end of an answer.
		const conversation = await lockRow(trx, "conversations", id);
		if (conversation?.account_id !== accountId) return { outcome: "no-such-conversation" };
		if (conversation.deleted_at !== null) return { outcome: "deleted", writing: [] };
		const writing = await finishRunning(trx, id, "deletion", now);
		await trx
			.updateTable("conversations")
			.set({ deleted_at: databaseTime(trx, clock) })
			.where("id", "=", id)
			.execute();
		const dueAt = databaseTime(trx, clock, RESTORABLE_MS);
		await enqueue(trx, [{ kind: ERASE_CONVERSATION, key: id, dueAt }], clock);
		return { outcome: "deleted", writing };
	});
}

/**
 * Undoes deletions, unless the erasing has begun.
 * @returns the ids of those that are back
 */
export async function restoreConversations(
	db: Db,
	accountId: string,
	ids: readonly string[],
): Promise<string[]> {
	const restored = await db
		.updateTable("conversations")
		.set({ deleted_at: null })
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.where("deleted_at", ">", ERASING)
		.returning("id")
		.execute();
	return restored.map(({ id }) => id);
}

/** The account's deleted conversations that can still be restored, of these. */
export function findRestorable(
	db: Db,
	accountId: string,
	ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
	return db
		.selectFrom("conversations")
		.select(["id", "title"])
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.where("deleted_at", ">", ERASING)
		.orderBy("updated_at", "desc")
		.execute();
}

/** Those of these ids under which the account has no conversation, or one that is deleted. */
export async function findGone(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
	const there = await db
		.selectFrom("conversations")
		.select("id")
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.execute();
	return ids.filter((id) => !there.some((one) => one.id === id));
}

/** Erases deleted conversations. Resumed after a crash, in portions that delay no request; never given up. */
export const eraseConversationHandler = (db: Db): JobHandler => ({
	kind: ERASE_CONVERSATION,
	concurrency: 1,
	leaseMs: 10 * 60_000,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async ({ key }, { clock }) => {
		const conversation = await db
			.selectFrom("conversations")
			.select("deleted_at")
			.where("id", "=", key)
			.executeTakeFirst();
		// Restored, or erased with its account.
		if (conversation?.deleted_at == null) return { outcome: "done" };
		// Restored and deleted again: this job is of the first time.
		const due = Number(conversation.deleted_at) + RESTORABLE_MS;
		if (due > (await readDatabaseTime(db, clock))) return { outcome: "reschedule", at: due };
		await eraseConversation(db, key);
		return { outcome: "done" };
	},
});

/** Erases a deleted conversation, irreversibly, with the files that no other has; one that is not deleted stays. */
export async function eraseConversation(
	db: Db,
	id: string,
	now = Date.now(),
	blobs: BlobStore = openBlobs(db),
): Promise<void> {
	const erased = await db
		.updateTable("conversations")
		.set({ deleted_at: ERASING })
		.where("id", "=", id)
		.where("deleted_at", "is not", null)
		.returning("account_id")
		.executeTakeFirst();
	if (!erased) return;
	await eraseMessages(db, erased.account_id, id);
	// While its row is there, a job that was cut off begins anew.
	await eraseUnused({ db, blobs }, erased.account_id);
	await transact(db, async (trx) => {
		if (!(await lockRow(trx, "conversations", id))) return;
		// A server of the previous release may have taken a prompt meanwhile.
		await finishRunning(trx, id, "eraser", now);
		await trx.deleteFrom("conversations").where("id", "=", id).execute();
	});
	// The files of such a prompt.
	await eraseUnused({ db, blobs }, erased.account_id);
}

/** @returns the answers of a conversation that were running */
async function finishRunning(
	trx: Db,
	conversationId: string,
	by: "deletion" | "eraser",
	now: number,
): Promise<string[]> {
	const writing = await trx
		.selectFrom("answers")
		.select("id")
		.where("conversation_id", "=", conversationId)
		.where("state", "=", "writing")
		.execute();
	const ids = writing.map(({ id }) => id);
	await finishAnswers(trx, ids, by, { state: "stopped" }, now);
	return ids;
}
