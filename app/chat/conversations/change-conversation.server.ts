import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { indexTitle } from "../search/index-message.server.ts";

/** The result of an action on a conversation. Another account's conversation does not exist for the caller. */
export type Changed = "done" | "no-such-conversation";

/** @param title not empty, at most `MAX_TITLE_LENGTH`; validated by the caller */
export function renameConversation(db: Db, accountId: string, id: string, title: string): Promise<Changed> {
	return transact(db, async (trx): Promise<Changed> => {
		const renamed = await trx
			.updateTable("conversations")
			.set({ title, title_by: "person" })
			.where("id", "=", id)
			.where("account_id", "=", accountId)
			.where("deleted_at", "is", null)
			.returning(["id", "account_id", "created_at", "title"])
			.executeTakeFirst();
		if (!renamed) return "no-such-conversation";
		await indexTitle(trx, renamed);
		return "done";
	});
}

export const pinConversation = (db: Db, accountId: string, id: string, pinned: boolean, now = Date.now()) =>
	change(db, accountId, id, { pinned_at: pinned ? now : null });

/**
 * Archives conversations or takes them out of the archive; search and their addresses find them either way.
 * @param ids not too many: they are changed with one statement
 * @returns how many the account has
 */
export async function archiveConversations(
	db: Db,
	accountId: string,
	ids: readonly string[],
	archived: boolean,
	now = Date.now(),
): Promise<number> {
	const changed = await db
		.updateTable("conversations")
		.set({ archived_at: archived ? now : null })
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return Number(changed.numUpdatedRows);
}

/** @param instruction the system prompt of this conversation; empty: none */
export const instructConversation = (db: Db, accountId: string, id: string, instruction: string) =>
	change(db, accountId, id, { instruction: instruction === "" ? null : instruction });

/** @param model offered by the catalogue; validated by the caller */
export const pickModel = (db: Db, accountId: string, id: string, model: string) =>
	change(db, accountId, id, { model });

type Change = Partial<{
	pinned_at: number | null;
	instruction: string | null;
	model: string;
}>;

async function change(db: Db, accountId: string, id: string, values: Change): Promise<Changed> {
	const changed = await db
		.updateTable("conversations")
		.set(values)
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return changed ? "done" : "no-such-conversation";
}

/**
 * The model last chosen for a conversation, for another version of one of its messages.
 * @param message a prompt that is edited, or an answer that is regenerated
 * @returns null when nothing was chosen, or the account has no such message
 */
export async function modelChosenFor(
	db: Db,
	accountId: string,
	message: { kind: "prompts" | "answers"; id: string },
): Promise<string | null> {
	const conversationId = sql<string>`(select conversation_id from ${sql.table(message.kind)} where id = ${message.id})`;
	const row = await db
		.selectFrom("conversations")
		.select("model")
		.where("id", "=", conversationId)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return row?.model ?? null;
}
