import type { Db } from "../platform/db/connection.server.ts";
import { lockRow } from "../platform/db/lock-row.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import type { BlobStore } from "./blobs/blob-store.server.ts";
import { deletePassages } from "./passages/write-passages.server.ts";
import { deletePictures, keysOfPictures } from "./pictures/keep-picture.server.ts";

type Parts = { db: Db; blobs: BlobStore };

/** A file that was sent and not made part of a question is kept for so long. */
const UNATTACHED_MS = 24 * 60 * 60_000;
const AT_ONCE = 50;

/** Erases files of an account with their text, their pictures and, where no other of its files has them, their bytes. */
export async function eraseFiles(
	{ db, blobs }: Parts,
	accountId: string,
	fileIds: readonly string[],
): Promise<void> {
	for (const id of fileIds) {
		const file = await db
			.selectFrom("files")
			.select("blob")
			.where("id", "=", id)
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		if (!file) continue;
		await deletePassages(db, id);
		await deletePictures({ db, blobs }, id);
		await db.deleteFrom("files").where("id", "=", id).execute();
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

/** Erases those of these files that no question has and the person does not keep: chips that were taken away. */
export async function eraseUnattached(
	parts: Parts,
	accountId: string,
	fileIds: readonly string[],
): Promise<void> {
	if (fileIds.length === 0) return;
	const rows = await parts.db
		.selectFrom("files")
		.select("id")
		.where("id", "in", [...fileIds])
		.where("account_id", "=", accountId)
		.where("attached_at", "is", null)
		.where("kept_at", "is", null)
		.execute();
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
			.where("attached_at", "is not", null)
			.where("kept_at", "is", null)
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom("prompt_files").select("file_id").whereRef("prompt_files.file_id", "=", "files.id"),
					),
				),
			)
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

/** Removes what belongs to no question for a day, and bytes that no row refers to. A scheduled job. */
export async function sweepFiles({ db, blobs }: Parts, now = Date.now()): Promise<void> {
	const rows = await db
		.selectFrom("files")
		.select(["id", "account_id"])
		.where("attached_at", "is", null)
		.where("kept_at", "is", null)
		.where("created_at", "<", now - UNATTACHED_MS)
		.limit(AT_ONCE)
		.execute();
	for (const { id, account_id } of rows) await eraseUnattached({ db, blobs }, account_id, [id]);
	await blobs.sweep(async (keys) => {
		if (keys.length === 0) return new Set();
		const kept = await db.selectFrom("files").select("blob").where("blob", "in", keys).execute();
		return new Set([...kept.map(({ blob }) => blob), ...(await keysOfPictures(db, keys))]);
	}, now);
}
