import type { Db } from "../../platform/db/connection.server.ts";

/**
 * What the person thinks of an answer; the last word counts.
 * @param rating null takes it back
 * @param reason what was wrong, in the person's words; empty: not said
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
		.returning("conversation_id")
		.executeTakeFirst();
	return rated ? { outcome: "rated", conversationId: rated.conversation_id } : { outcome: "no-such-answer" };
}
