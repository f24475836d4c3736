import type { Db } from "../../platform/db/connection.server.ts";
import { isOfConversation } from "./not-deleted.server.ts";

/** Whether the answer is the account's. Another account's answer does not exist for the caller. */
export async function ownsAnswer(db: Db, accountId: string, answerId: string): Promise<boolean> {
	const row = await db
		.selectFrom("answers")
		.select("id")
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where(isOfConversation("answers"))
		.executeTakeFirst();
	return row !== undefined;
}
