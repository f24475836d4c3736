import type { Db } from "../../platform/db/connection.server.ts";

/**
 * The text of one message: a question, or the Markdown of an answer with what it was given of documents; undefined when
 * the account's conversation has no such message.
 */
export async function readMessageText(
	db: Db,
	accountId: string,
	conversationId: string,
	messageId: string,
): Promise<{ text: string; sources: string | null } | undefined> {
	const ofAccount = { id: messageId, conversation_id: conversationId, account_id: accountId };
	const answer = await db
		.selectFrom("answers")
		.select(["text", "sources"])
		.where(({ and }) => and(ofAccount))
		.executeTakeFirst();
	if (answer) return answer;
	const prompt = await db
		.selectFrom("prompts")
		.select("text")
		.where(({ and }) => and(ofAccount))
		.executeTakeFirst();
	return prompt && { ...prompt, sources: null };
}
