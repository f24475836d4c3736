import { type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";

/** A conversation that knows a file, by a question of it or by a collection. */
export type ConversationOfFile = { id: string; title: string };

/** Conversations that are named for one file. */
export const MOST_NAMED = 100;

/** How many of the account's conversations know each of these files, and one of them. */
export async function countConversationsOf(
	db: Db,
	accountId: string,
	fileIds: readonly string[],
): Promise<Map<string, { count: number; one: string }>> {
	if (fileIds.length === 0) return new Map();
	const rows = await usesOf(db, accountId, fileIds)
		.select(["uses.file_id", ({ fn }) => fn.count("conversations.id").distinct().as("count")])
		.select(({ fn }) => fn.max("conversations.id").as("one"))
		.groupBy("uses.file_id")
		.execute();
	return new Map(rows.map(({ file_id, count, one }) => [file_id, { count: Number(count), one }]));
}

/** The account's conversations that know a file, the last changed first. */
export function conversationsOf(db: Db, accountId: string, fileId: string): Promise<ConversationOfFile[]> {
	return usesOf(db, accountId, [fileId])
		.select(["conversations.id", "conversations.title"])
		.distinct()
		.select("conversations.updated_at")
		.orderBy("conversations.updated_at", "desc")
		.limit(MOST_NAMED)
		.execute()
		.then((rows) => rows.map(({ id, title }) => ({ id, title })));
}

/**
 * Files beside the conversations of the account that know them, or have made them; a file that was taken out is not
 * known.
 */
const usesOf = (db: Db, accountId: string, fileIds: readonly string[]) => {
	const ofQuestions = db
		.selectFrom("prompt_files")
		.select(["file_id", "conversation_id"])
		.where("file_id", "in", [...fileIds])
		.where((eb) => eb.or([eb("removed_at", "is", null), eb("made_by", "is not", null)]));
	const ofCollections = db
		.selectFrom("collection_files")
		.innerJoin(
			"conversation_collections",
			"conversation_collections.collection_id",
			"collection_files.collection_id",
		)
		.select(["file_id", "conversation_id"])
		.where("file_id", "in", [...fileIds]);
	return db
		.selectFrom(ofQuestions.unionAll(ofCollections).as("uses"))
		.innerJoin("conversations", "conversations.id", "uses.conversation_id")
		.where("conversations.account_id", "=", accountId)
		.where(sql<SqlBool>`conversations.deleted_at is null`);
};
