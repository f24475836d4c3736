import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { COLLECTION_LIMITS } from "./collection-limits.ts";

/** A collection as the screens show it. */
export type ShownCollection = { id: string; name: string; files: number; pages: number };

/** The account's collections by name, with how many documents and pages each has. */
export async function listCollections(db: Db, accountId: string): Promise<ShownCollection[]> {
	const rows = await db
		.selectFrom("collections")
		.leftJoin("collection_files", "collection_files.collection_id", "collections.id")
		.leftJoin("files", "files.id", "collection_files.file_id")
		.select(["collections.id", "collections.name"])
		.select(({ fn }) => [fn.count("files.id").as("files"), fn.sum("files.pages").as("pages")])
		.where("collections.account_id", "=", accountId)
		.groupBy(["collections.id", "collections.name"])
		.execute();
	return rows
		.map(({ id, name, files, pages }) => ({ id, name, files: Number(files), pages: Number(pages ?? 0) }))
		.sort(byName);
}

/** The order of collections. */
export const byName = (
	a: Pick<ShownCollection, "id" | "name">,
	b: Pick<ShownCollection, "id" | "name">,
): number => a.name.localeCompare(b.name, "ru") || a.id.localeCompare(b.id);

/** "full": the account has as many as it may; "taken": another one has this name, whatever the case. */
export type Named = "done" | "full" | "taken" | "no-such-collection";

/**
 * Makes an empty collection.
 * @param id chosen by the form: the same id again is the same collection
 * @param name not empty, at most `COLLECTION_LIMITS.name`; validated by the caller
 */
export function makeCollection(
	db: Db,
	accountId: string,
	{ id, name }: { id: string; name: string },
	now = Date.now(),
): Promise<Named> {
	return transact(db, async (trx): Promise<Named> => {
		const all = await lockCollections(trx, accountId);
		if (all.some((other) => other.id === id)) return "done";
		if (all.length >= COLLECTION_LIMITS.perAccount) return "full";
		if (all.some((other) => isSame(other.name, name))) return "taken";
		const values = { id, account_id: accountId, name, created_at: now };
		const made = await trx
			.insertInto("collections")
			.values(values)
			.onConflict((conflict) => conflict.column("id").doNothing())
			.executeTakeFirstOrThrow();
		// The id is another account's.
		return made.numInsertedOrUpdatedRows === 0n ? "no-such-collection" : "done";
	});
}

export function renameCollection(db: Db, accountId: string, id: string, name: string): Promise<Named> {
	return transact(db, async (trx): Promise<Named> => {
		const all = await lockCollections(trx, accountId);
		if (!all.some((own) => own.id === id)) return "no-such-collection";
		if (all.some((other) => other.id !== id && isSame(other.name, name))) return "taken";
		await trx.updateTable("collections").set({ name }).where("id", "=", id).execute();
		return "done";
	});
}

/** Deletes a collection; its documents stay, and conversations do not know them by it any more. */
export async function deleteCollection(db: Db, accountId: string, id: string): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom("collections")
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}

/** The names of an account are given by one transaction at a time. */
async function lockCollections(trx: Db, accountId: string) {
	const account = await lockRow(trx, "accounts", accountId);
	if (account?.state !== "active") throw new Error("The account is deleted.");
	return trx.selectFrom("collections").select(["id", "name"]).where("account_id", "=", accountId).execute();
}

const isSame = (a: string, b: string) => a.toLocaleLowerCase("ru") === b.toLocaleLowerCase("ru");
