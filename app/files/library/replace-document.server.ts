import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
import { isWithdrawn } from "./belongs.server.ts";
import { withdraw } from "./delete-document.server.ts";

/**
 * Lets a document take the place of an older one: at once where it has been read, else as soon as it has. Until then
 * conversations and collections have the older one.
 * @returns false when the account has not both, or the newer one could not be read
 */
export async function replaceDocument(
	db: Db,
	accountId: string,
	oldId: string,
	newId: string,
	now = Date.now(),
): Promise<boolean> {
	const replaced = await transact(db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		if (oldId === newId || !(await isOwn(trx, accountId, oldId))) return false;
		const file = await trx
			.updateTable("files")
			.set((eb) => ({ replaces: oldId, kept_at: eb.fn.coalesce("kept_at", eb.val(now)) }))
			.where("id", "=", newId)
			.where("account_id", "=", accountId)
			.where("state", "<>", "failed")
			.where(({ not }) => not(isWithdrawn("files")))
			.returning("state")
			.executeTakeFirst();
		if (file?.state === "ready") await takePlace(trx, newId, now);
		return file !== undefined;
	});
	if (replaced) wakeRunner();
	return replaced;
}

/**
 * Puts a file that has been read in the place of the one that it replaces, if any, in the transaction that knows that
 * it has.
 */
export async function takePlace(trx: Db, fileId: string, now: number): Promise<void> {
	const replacing = trx.selectFrom("files").where("id", "=", fileId).where("replaces", "is not", null);
	const owner = await replacing.select("account_id").executeTakeFirst();
	if (!owner) return;
	await lockRow(trx, "accounts", owner.account_id);
	// Deleted before it was read: the older one stays.
	const file = await replacing
		.select(["account_id", "replaces"])
		.where(({ not }) => not(isWithdrawn("files")))
		.executeTakeFirst();
	if (!file?.replaces) return;
	const old = await trx
		.selectFrom("files")
		.select(["attached_at", "kept_at"])
		.where("id", "=", file.replaces)
		.where("account_id", "=", file.account_id)
		.executeTakeFirst();
	if (old) {
		await moveUses(trx, file.replaces, fileId);
		await withdraw(trx, file.account_id, file.replaces, now);
	}
	await trx
		.updateTable("files")
		.set((eb) => ({
			replaces: null,
			attached_at: eb.fn.coalesce("attached_at", eb.val(old?.attached_at ?? null)),
		}))
		.where("id", "=", fileId)
		.execute();
}

/** Questions and collections that have one file have another in its place. */
async function moveUses(trx: Db, from: string, to: string): Promise<void> {
	const prompts = trx.selectFrom("prompt_files").select("prompt_id").where("file_id", "=", to);
	await trx
		.updateTable("prompt_files")
		.set({ file_id: to })
		.where("file_id", "=", from)
		.where("prompt_id", "not in", prompts)
		.execute();
	const collections = trx.selectFrom("collection_files").select("collection_id").where("file_id", "=", to);
	await trx
		.updateTable("collection_files")
		.set({ file_id: to })
		.where("file_id", "=", from)
		.where("collection_id", "not in", collections)
		.execute();
}

const isOwn = async (trx: Db, accountId: string, id: string): Promise<boolean> =>
	(await trx
		.selectFrom("files")
		.select("id")
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.where(({ not }) => not(isWithdrawn("files")))
		.executeTakeFirst()) !== undefined;
