import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { finishAnswers } from "../answers/finish-answer.server.ts";
import { indexTitle } from "../search/index-message.server.ts";
import { eraseMessages } from "./erase-messages.server.ts";

/** The result of an action on a conversation. Another account's conversation does not exist for the caller. */
export type Changed = "done" | "no-such-conversation";

/** @param title not empty, at most `TITLE_LIMIT`; validated by the caller */
export function renameConversation(db: Db, accountId: string, id: string, title: string): Promise<Changed> {
	return transact(db, async (trx): Promise<Changed> => {
		const renamed = await trx
			.updateTable("conversations")
			.set({ title, title_by: "person" })
			.where("id", "=", id)
			.where("account_id", "=", accountId)
			.returning(["id", "account_id", "created_at", "title"])
			.executeTakeFirst();
		if (!renamed) return "no-such-conversation";
		await indexTitle(trx, renamed);
		return "done";
	});
}

export const pinConversation = (db: Db, accountId: string, id: string, pinned: boolean, now = Date.now()) =>
	change(db, accountId, id, { pinned_at: pinned ? now : null });

/** Archives a conversation or restores it; search and its address find it either way. */
export const archiveConversation = (
	db: Db,
	accountId: string,
	id: string,
	archived: boolean,
	now = Date.now(),
) => change(db, accountId, id, { archived_at: archived ? now : null });

/** @param instruction the system prompt of this conversation; empty: none */
export const instructConversation = (db: Db, accountId: string, id: string, instruction: string) =>
	change(db, accountId, id, { instruction: instruction === "" ? null : instruction });

/** @param model offered by the catalogue; validated by the caller */
export const pickModel = (db: Db, accountId: string, id: string, model: string) =>
	change(db, accountId, id, { model });

type Change = Partial<{
	pinned_at: number | null;
	archived_at: number | null;
	instruction: string | null;
	model: string;
}>;

async function change(db: Db, accountId: string, id: string, values: Change): Promise<Changed> {
	const changed = await db
		.updateTable("conversations")
		.set(values)
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.returning("id")
		.executeTakeFirst();
	return changed ? "done" : "no-such-conversation";
}

export type Deleted = { outcome: "deleted"; writing: string[] } | { outcome: "no-such-conversation" };

/**
 * Deletes a conversation with all its versions, irreversibly. A running answer of it ends as if it had been stopped.
 * `Answers.deleteConversation` stops its worker, too.
 * @returns `writing`: the answers that were running
 */
export async function deleteConversation(
	db: Db,
	accountId: string,
	id: string,
	now = Date.now(),
): Promise<Deleted> {
	await eraseMessages(db, accountId, id);
	return transact(db, async (trx): Promise<Deleted> => {
		// Waits for a concurrent prompt, or for the end of an answer.
		const own = await trx
			.selectFrom("conversations")
			.select("id")
			.where("id", "=", id)
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		if (!own || !(await lockRow(trx, "conversations", id))) return { outcome: "no-such-conversation" };
		const writing = await trx
			.selectFrom("answers")
			.select("id")
			.where("conversation_id", "=", id)
			.where("state", "=", "writing")
			.execute();
		const ids = writing.map((answer) => answer.id);
		await finishAnswers(trx, ids, "eraser", { state: "stopped" }, now);
		await trx.deleteFrom("conversations").where("id", "=", id).execute();
		return { outcome: "deleted", writing: ids };
	});
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
		.executeTakeFirst();
	return row?.model ?? null;
}
