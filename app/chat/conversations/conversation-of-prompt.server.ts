import type { Db } from "../../platform/db/connection.server.ts";
import { isOfConversation } from "./not-deleted.server.ts";

/** The conversation of one of the account's prompts; undefined when there is none. */
export async function conversationOfPrompt(
	db: Db,
	accountId: string,
	promptId: string,
): Promise<string | undefined> {
	const prompt = await db
		.selectFrom("prompts")
		.select("conversation_id")
		.where("id", "=", promptId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("prompts"))
		.executeTakeFirst();
	return prompt?.conversation_id;
}
