import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { type JobHandler, minutesDoubling } from "../../platform/jobs/job-handler.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
import type { BlobStore } from "../blobs/blob-store.server.ts";
import { ERASE_FILE, eraseFiles } from "../erase-files.server.ts";

/**
 * Deletes a document: no list, collection or question has it from now on, and a job erases its text and bytes.
 * @returns false when the account has no such document
 */
export async function deleteDocument(
	db: Db,
	accountId: string,
	fileId: string,
	now = Date.now(),
): Promise<boolean> {
	const deleted = await transact(db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		await nameInQuestions(trx, accountId, fileId, now);
		return withdraw(trx, accountId, fileId, now);
	});
	if (deleted) wakeRunner();
	return deleted;
}

/** Questions go on naming a document that is about to be deleted. */
async function nameInQuestions(trx: Db, accountId: string, fileId: string, now: number): Promise<void> {
	await trx
		.insertInto("deleted_prompt_files")
		.columns(["prompt_id", "file_id", "account_id", "position", "name", "type", "deleted_at"])
		.expression(
			trx
				.selectFrom("prompt_files")
				.innerJoin("files", "files.id", "prompt_files.file_id")
				.select(["prompt_id", "file_id", "account_id", "position", "name", "type"])
				.select(sql<number>`cast(${now} as bigint)`.as("deleted_at"))
				.where("file_id", "=", fileId)
				.where("made_by", "is", null)
				.where("account_id", "=", accountId),
		)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Takes a file from everything that has it and queues its erasing, in a transaction that holds the account. */
export async function withdraw(trx: Db, accountId: string, fileId: string, now: number): Promise<boolean> {
	const own = await trx
		.updateTable("files")
		// A file that no question has and nobody keeps is erased (`eraseUnused`), should the job be lost with its database.
		.set((eb) => ({ kept_at: null, attached_at: eb.fn.coalesce("attached_at", eb.val(now)) }))
		.where("id", "=", fileId)
		.where("account_id", "=", accountId)
		.returning("id")
		.executeTakeFirst();
	if (!own) return false;
	await trx.deleteFrom("prompt_files").where("file_id", "=", fileId).execute();
	await trx.deleteFrom("collection_files").where("file_id", "=", fileId).execute();
	await enqueue(trx, [{ kind: ERASE_FILE, key: fileId }]);
	return true;
}

/** Erases deleted documents with their text and bytes. Resumed after a crash; never given up. */
export const eraseFileHandler = (parts: { db: Db; blobs: BlobStore }): JobHandler => ({
	kind: ERASE_FILE,
	concurrency: 1,
	leaseMs: 10 * 60_000,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async ({ key }) => {
		const file = await parts.db
			.selectFrom("files")
			.select("account_id")
			.where("id", "=", key)
			.executeTakeFirst();
		if (file) await eraseFiles(parts, file.account_id, [key]);
		return { outcome: "done" };
	},
});
