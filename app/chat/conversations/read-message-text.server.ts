import type { Db } from "../../platform/db/connection.server.ts";
import { readWebSources } from "../citations/read-web-sources.server.ts";
import type { WebSource } from "../citations/web-source.ts";

/**
 * The text of one message: a question, or the Markdown of an answer with what it was given of documents and the pages
 * that its tools have found; undefined when the account's conversation has no such message.
 */
export async function readMessageText(
	db: Db,
	accountId: string,
	conversationId: string,
	messageId: string,
): Promise<{ text: string; sources: string | null; pages: readonly WebSource[] } | undefined> {
	const ofAccount = { id: messageId, conversation_id: conversationId, account_id: accountId };
	const answer = await db
		.selectFrom("answers")
		.select(["id", "text", "sources", "rounds"])
		.where(({ and }) => and(ofAccount))
		.executeTakeFirst();
	if (answer) {
		const { id, text, sources, rounds } = answer;
		const pages = await readWebSources(db, rounds > 0 ? [id] : []);
		return { text, sources, pages: pages.get(id) ?? [] };
	}
	const prompt = await db
		.selectFrom("prompts")
		.select("text")
		.where(({ and }) => and(ofAccount))
		.executeTakeFirst();
	return prompt && { ...prompt, sources: null, pages: [] };
}
