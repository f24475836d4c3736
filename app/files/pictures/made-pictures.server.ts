import type { Db } from "../../platform/db/connection.server.ts";

/** A picture that an answer has made. */
export type ShownPicture = { id: string; name: string };

/** A call and the question of its answer. */
type MadeBy = { call: string; accountId: string; promptId: string; conversationId: string };

/**
 * Makes pictures files of a conversation, which go with it. They stand with their question, and are no part of it: the
 * model is not told about them.
 * @param trx the transaction that ends the call
 */
export async function attachMadePictures(
	trx: Db,
	{ call, accountId, promptId, conversationId }: MadeBy,
	fileIds: readonly string[],
	now: number,
): Promise<void> {
	if (fileIds.length === 0) return;
	const own = await trx
		.updateTable("files")
		.set({ attached_at: now })
		.where("id", "in", [...fileIds])
		.where("account_id", "=", accountId)
		// One that is attached already stays so, and one that was deleted meanwhile does not come back.
		.where("attached_at", "is", null)
		.returning("id")
		.execute();
	if (own.length === 0) return;
	await trx
		.insertInto("prompt_files")
		.values(
			own.map(({ id }, position) => ({
				prompt_id: promptId,
				file_id: id,
				conversation_id: conversationId,
				position,
				removed_at: now,
				made_by: call,
			})),
		)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** The pictures that calls have made and that are there still, by call. */
export async function madePicturesOf(db: Db, calls: readonly string[]): Promise<Map<string, ShownPicture[]>> {
	if (calls.length === 0) return new Map();
	const rows = await db
		.selectFrom("prompt_files")
		.innerJoin("files", "files.id", "prompt_files.file_id")
		.select(["made_by", "files.id", "files.name"])
		.where("made_by", "in", [...calls])
		.orderBy("position")
		.execute();
	const byCall = Map.groupBy(rows, ({ made_by }) => made_by ?? "");
	return new Map([...byCall].map(([call, own]) => [call, own.map(({ id, name }) => ({ id, name }))]));
}

/** The answer that has made one of the account's files, and its conversation; undefined: none has. */
export async function makerOf(
	db: Db,
	accountId: string,
	fileId: string,
): Promise<{ conversationId: string; answerId: string } | undefined> {
	const row = await db
		.selectFrom("prompt_files")
		.innerJoin("files", "files.id", "prompt_files.file_id")
		.select(["conversation_id", "made_by"])
		.where("file_id", "=", fileId)
		.where("account_id", "=", accountId)
		.where("made_by", "is not", null)
		.executeTakeFirst();
	const [answerId] = row?.made_by?.split(".") ?? [];
	return row && answerId ? { conversationId: row.conversation_id, answerId } : undefined;
}
