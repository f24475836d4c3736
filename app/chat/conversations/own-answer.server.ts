import type { Db } from "../../platform/db/connection.server.ts";
import { isOfConversation } from "./not-deleted.server.ts";

/**
 * Finds an account's answer in a conversation that is not deleted. Another account's answer does not exist for the
 * caller.
 */
export const findOwnAnswer = (
	db: Db,
	accountId: string,
	answerId: string,
): Promise<{ conversation_id: string } | undefined> =>
	db
		.selectFrom("answers")
		.select("conversation_id")
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("answers"))
		.executeTakeFirst();

/** The conversation of an account's answer, also one that is deleted and not erased yet. */
export async function conversationOfAnswer(
	db: Db,
	accountId: string,
	answerId: string,
): Promise<string | undefined> {
	const answer = await db
		.selectFrom("answers")
		.select("conversation_id")
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return answer?.conversation_id;
}

/** Whether `findOwnAnswer` finds it. */
export const ownsAnswer = async (db: Db, accountId: string, answerId: string): Promise<boolean> =>
	(await findOwnAnswer(db, accountId, answerId)) !== undefined;
