import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { isWithdrawn } from "../library/belongs.server.ts";
import { COLLECTION_LIMITS } from "./collection-limits.ts";
import { byName } from "./collections.server.ts";

export type PutIn = "done" | "full" | "no-such-collection" | "no-such-file";

/**
 * Puts documents into a collection; one that is in it stays there. They are kept from now on, whatever becomes of the
 * conversations that they were sent with.
 * @returns "full" with nothing changed, where not all fit
 */
export function putIntoCollection(
	db: Db,
	accountId: string,
	collectionId: string,
	fileIds: readonly string[],
	now = Date.now(),
): Promise<PutIn> {
	const ids = [...new Set(fileIds)];
	return transact(db, async (trx): Promise<PutIn> => {
		// Two forms at once do not exceed the limit together.
		await lockRow(trx, "accounts", accountId);
		if (!(await isOwn(trx, accountId, collectionId))) return "no-such-collection";
		if (ids.length === 0) return "done";
		const inside = await trx
			.selectFrom("collection_files")
			.select("file_id")
			.where("collection_id", "=", collectionId)
			.execute();
		const all = new Set([...inside.map(({ file_id }) => file_id), ...ids]);
		if (all.size > COLLECTION_LIMITS.files) return "full";
		const own = await trx
			.updateTable("files")
			.set((eb) => ({ kept_at: eb.fn.coalesce("kept_at", eb.val(now)) }))
			.where("id", "in", ids)
			.where("account_id", "=", accountId)
			.where(({ not }) => not(isWithdrawn("files")))
			.returning("id")
			.execute();
		if (own.length === 0) return "no-such-file";
		await trx
			.insertInto("collection_files")
			.values(own.map(({ id }) => ({ collection_id: collectionId, file_id: id, added_at: now })))
			.onConflict((conflict) => conflict.columns(["collection_id", "file_id"]).doNothing())
			.execute();
		return "done";
	});
}

/** Takes a document out of a collection; it stays among the documents. */
export async function takeOutOfCollection(
	db: Db,
	accountId: string,
	collectionId: string,
	fileId: string,
): Promise<boolean> {
	if (!(await isOwn(db, accountId, collectionId))) return false;
	const { numDeletedRows } = await db
		.deleteFrom("collection_files")
		.where("collection_id", "=", collectionId)
		.where("file_id", "=", fileId)
		.executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}

/** The collections that these files are in, by file. */
export async function collectionsOfFiles(
	db: Db,
	accountId: string,
	fileIds: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
	const found = new Map<string, { id: string; name: string }[]>();
	if (fileIds.length === 0) return found;
	const rows = await db
		.selectFrom("collection_files")
		.innerJoin("collections", "collections.id", "collection_files.collection_id")
		.select(["file_id", "collections.id", "name"])
		.where("file_id", "in", [...fileIds])
		.where("account_id", "=", accountId)
		.execute();
	for (const { file_id, ...collection } of rows.toSorted(byName))
		found.set(file_id, [...(found.get(file_id) ?? []), collection]);
	return found;
}

const isOwn = async (db: Db, accountId: string, id: string): Promise<boolean> =>
	(await db
		.selectFrom("collections")
		.select("id")
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.executeTakeFirst()) !== undefined;
