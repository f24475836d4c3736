import type { Db } from "../../platform/db/connection.server.ts";
import type { PersonalData } from "../../platform/personal-data.ts";

/** The grants by which a person allows tools more than one call. */
export const toolGrantsData: PersonalData = { part: "toolGrants", read, eraseSome };

async function* read(db: Db, accountId: string) {
	// They are as few as the operator has tools and the person conversations with them.
	const rows = await db
		.selectFrom("tool_grants")
		.select(["server", "tool", "scope", "conversation_id", "at"])
		.where("account_id", "=", accountId)
		.orderBy("at")
		.execute();
	for (const { conversation_id, at, ...row } of rows)
		yield { ...row, conversationId: conversation_id, at: Number(at) };
}

async function eraseSome(trx: Db, accountId: string): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom("tool_grants")
		.where("account_id", "=", accountId)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
