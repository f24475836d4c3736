import type { Db } from "../db/connection.server.ts";
import { indexTitle } from "./search/index-message.server.ts";

/** What a person can do to a conversation. Another's conversation is as unknown as none. */
export type Acted = "done" | "no-such-conversation";

/** @param title not empty, at most `TITLE_LIMIT`; checked at the door */
export function renameConversation(db: Db, accountId: string, id: string, title: string): Promise<Acted> {
	return db.transaction().execute(async (trx): Promise<Acted> => {
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

/** Takes it out of the list or puts it back; it can be found and read either way. */
export const archiveConversation = (
	db: Db,
	accountId: string,
	id: string,
	archived: boolean,
	now = Date.now(),
) => change(db, accountId, id, { archived_at: archived ? now : null });

/** @param instruction what the model is told before the conversation; empty: nothing */
export const instructConversation = (db: Db, accountId: string, id: string, instruction: string) =>
	change(db, accountId, id, { instruction: instruction === "" ? null : instruction });

/** @param model offered by the catalogue; checked at the door */
export const pickModel = (db: Db, accountId: string, id: string, model: string) =>
	change(db, accountId, id, { model });

type Change = Partial<{
	pinned_at: number | null;
	archived_at: number | null;
	instruction: string | null;
	model: string;
}>;

async function change(db: Db, accountId: string, id: string, values: Change): Promise<Acted> {
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
 * Deletes a conversation with all its versions. There is no way back.
 * @returns `writing`: answers that were being written, whose pens are to be stopped
 */
export async function deleteConversation(db: Db, accountId: string, id: string): Promise<Deleted> {
	return db.transaction().execute(async (trx): Promise<Deleted> => {
		const writing = await trx
			.selectFrom("answers")
			.select("id")
			.where("conversation_id", "=", id)
			.where("account_id", "=", accountId)
			.where("state", "=", "writing")
			.execute();
		const gone = await trx
			.deleteFrom("conversations")
			.where("id", "=", id)
			.where("account_id", "=", accountId)
			.returning("id")
			.executeTakeFirst();
		if (!gone) return { outcome: "no-such-conversation" };
		return { outcome: "deleted", writing: writing.map(({ id }) => id) };
	});
}

/** The model that a prompt's conversation was last asked with, for an edit of it. */
export async function modelOfPrompt(db: Db, accountId: string, promptId: string): Promise<string | null> {
	const row = await db
		.selectFrom("prompts as p")
		.innerJoin("conversations as c", "c.id", "p.conversation_id")
		.select("c.model")
		.where("p.id", "=", promptId)
		.where("p.account_id", "=", accountId)
		.executeTakeFirst();
	return row?.model ?? null;
}
