import type { Db } from "../../platform/db/connection.server.ts";
import { isOfConversation } from "../conversations/not-deleted.server.ts";

/**
 * Records the request that an answer stops; its worker, here or in another process, reads it. Idempotent.
 * @returns "no-such-answer" also for another account's answer
 */
export async function requestStop(
	db: Db,
	accountId: string,
	answerId: string,
	now = Date.now(),
): Promise<"asked-to-stop" | "ended-already" | "no-such-answer"> {
	const asked = await db
		.updateTable("answers")
		.set((eb) => ({ stop_requested_at: eb.fn.coalesce("stop_requested_at", eb.val(now)) }))
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		.returning("id")
		.executeTakeFirst();
	if (asked) return "asked-to-stop";
	const answer = await db
		.selectFrom("answers")
		.select("id")
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("answers"))
		.executeTakeFirst();
	return answer ? "ended-already" : "no-such-answer";
}
