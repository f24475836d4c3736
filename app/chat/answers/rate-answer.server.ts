import type { Db } from "../../platform/db/connection.server.ts";
import { isOfConversation } from "../conversations/not-deleted.server.ts";

/**
 * Stores the user's rating of an answer; the latest replaces earlier ones.
 * @param rating null removes it
 * @param reason in the user's words; empty: none given
 */
export async function rateAnswer(
	db: Db,
	accountId: string,
	answerId: string,
	rating: "up" | "down" | null,
	reason: string,
): Promise<{ outcome: "rated"; conversationId: string } | { outcome: "no-such-answer" }> {
	const rated = await db
		.updateTable("answers")
		.set({ rating, rating_reason: rating === null || reason === "" ? null : reason })
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("answers"))
		.returning("conversation_id")
		.executeTakeFirst();
	return rated ? { outcome: "rated", conversationId: rated.conversation_id } : { outcome: "no-such-answer" };
}
