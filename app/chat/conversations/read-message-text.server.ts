import type { Db } from "../../platform/db/connection.server.ts";

/**
 * The text of one message: a question, or the Markdown of an answer; undefined when the account's conversation has no
 * such message.
 */
export async function readMessageText(
	db: Db,
	accountId: string,
	conversationId: string,
	messageId: string,
): Promise<string | undefined> {
	for (const table of ["answers", "prompts"] as const) {
		const row = await db
			.selectFrom(table)
			.select("text")
			.where("id", "=", messageId)
			.where("conversation_id", "=", conversationId)
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		if (row) return row.text;
	}
	return undefined;
}
