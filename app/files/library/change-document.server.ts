import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cleanName } from "../upload/file-name.server.ts";
import { isWithdrawn } from "./belongs.server.ts";

/** @returns false when the account has no such document */
export const renameDocument = (db: Db, accountId: string, id: string, name: string): Promise<boolean> =>
	change(db, accountId, id, { name: cleanName(name) });

/**
 * Keeps a document that was sent with a question, whatever becomes of its conversation.
 * @returns false when the account has no such document
 */
export function keepDocument(db: Db, accountId: string, id: string, now = Date.now()): Promise<boolean> {
	return transact(db, async (trx) => {
		await lockRow(trx, "accounts", accountId);
		return change(trx, accountId, id, { kept_at: now });
	});
}

async function change(
	db: Db,
	accountId: string,
	id: string,
	values: { name: string } | { kept_at: number },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("files")
		.set(values)
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.where(({ not }) => not(isWithdrawn("files")))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}
