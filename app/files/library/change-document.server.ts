import type { Db } from "../../platform/db/connection.server.ts";
import { cleanName } from "../upload/file-name.server.ts";

/** @returns false when the account has no such document */
export const renameDocument = (db: Db, accountId: string, id: string, name: string): Promise<boolean> =>
	change(db, accountId, id, { name: cleanName(name) });

/** Keeps a document that was sent with a question, whatever becomes of its conversation. */
export async function keepDocument(
	db: Db,
	accountId: string,
	id: string,
	now = Date.now(),
): Promise<boolean> {
	return change(db, accountId, id, { kept_at: now });
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
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}
