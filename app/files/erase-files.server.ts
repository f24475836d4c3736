import type { Db } from "../platform/db/connection.server.ts";
import { lockRow } from "../platform/db/lock-row.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { forEachItem } from "../platform/for-each-item.server.ts";
import { enqueue } from "../platform/jobs/enqueue.server.ts";
import type { BlobStore } from "./blobs/blob-store.server.ts";
import { isWithdrawn } from "./library/belongs.server.ts";
import { deletePassages } from "./passages/write-passages.server.ts";
import { deletePictures, keysOfPictures } from "./pictures/keep-picture.server.ts";

/** The kind of the job that erases a withdrawn file; its key is the file's id. */
export const ERASE_FILE = "erase-file";

type Parts = { db: Db; blobs: BlobStore };

/** A file that was sent and not made part of a question is kept for so long. */
const UNATTACHED_MS = 24 * 60 * 60_000;
const AT_ONCE = 50;

/**
 * Erases withdrawn files of an account with their text, their pictures and, where no other of its files has them, their
 * bytes. One that has a use stays.
 */
export async function eraseFiles(
	{ db, blobs }: Parts,
	accountId: string,
	fileIds: readonly string[],
): Promise<void> {
	for (const id of fileIds) {
		const file = await findWithdrawn(db, accountId, id);
		if (!file) continue;
		await deletePassages(db, id);
		await deletePictures({ db, blobs }, id);
		// A server of the previous release may have given it a use meanwhile.
		await db.deleteFrom("files").where("id", "=", id).where(isWithdrawn("files")).execute();
		// A transaction that adds a file of these bytes holds the same lock.
		await transact(db, async (trx) => {
			await lockRow(trx, "accounts", accountId);
			const other = await trx
				.selectFrom("files")
				.select("id")
				.where("blob", "=", file.blob)
				.executeTakeFirst();
			if (!other) await blobs.delete(trx, file.blob);
		});
	}
}

/** The transaction waits for those that give a file a use; those that come later find it withdrawn. */
const findWithdrawn = (db: Db, accountId: string, id: string) =>
	transact(db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		return trx
			.selectFrom("files")
			.select("blob")
			.where("id", "=", id)
			.where("account_id", "=", accountId)
			.where(isWithdrawn("files"))
			.executeTakeFirst();
	});

/** Erases those of these files that no question has and the person does not keep: chips that were taken away. */
export async function eraseUnattached(
	parts: Parts,
	accountId: string,
	fileIds: readonly string[],
): Promise<void> {
	if (fileIds.length === 0) return;
	const rows = await transact(parts.db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		// Withdraws them, so that nobody uses one whose text is half gone.
		const withdrawn = await trx
			.updateTable("files")
			.set({ attached_at: Date.now() })
			.where("id", "in", [...fileIds])
			.where("account_id", "=", accountId)
			.where("attached_at", "is", null)
			.where("kept_at", "is", null)
			.returning("id")
			.execute();
		// Should the server end before they are erased.
		const jobs = withdrawn.map(({ id }) => ({ kind: ERASE_FILE, key: id }));
		await enqueue(trx, jobs);
		return withdrawn;
	});
	await eraseFiles(
		parts,
		accountId,
		rows.map(({ id }) => id),
	);
}

/** Erases the account's files that were part of questions, all of which are gone. */
export async function eraseUnused(parts: Parts, accountId: string): Promise<void> {
	for (;;) {
		const rows = await parts.db
			.selectFrom("files")
			.select("id")
			.where("account_id", "=", accountId)
			.where(isWithdrawn("files"))
			.limit(AT_ONCE)
			.execute();
		await eraseFiles(
			parts,
			accountId,
			rows.map(({ id }) => id),
		);
		if (rows.length < AT_ONCE) return;
	}
}

/**
 * Removes what belongs to no question for a day, and bytes that no row refers to. A scheduled job.
 * @throws {AggregateError} with what could not be removed, when the rest is
 */
export async function sweepFiles({ db, blobs }: Parts, now = Date.now()): Promise<void> {
	const rows = await db
		.selectFrom("files")
		.select(["id", "account_id"])
		.where("attached_at", "is", null)
		.where("kept_at", "is", null)
		.where("created_at", "<", now - UNATTACHED_MS)
		.limit(AT_ONCE)
		.execute();
	const findKept = async (keys: string[]) => {
		if (keys.length === 0) return new Set<string>();
		const kept = await db.selectFrom("files").select("blob").where("blob", "in", keys).execute();
		return new Set([...kept.map(({ blob }) => blob), ...(await keysOfPictures(db, keys))]);
	};
	const parts = [
		...rows.map(
			({ id, account_id }) =>
				() =>
					eraseUnattached({ db, blobs }, account_id, [id]),
		),
		() => blobs.sweep(findKept, now),
	];
	await forEachItem(parts, (remove: () => Promise<void>) => remove());
}
