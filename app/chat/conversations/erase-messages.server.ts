import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";

/** Rows deleted per transaction, to keep it short. */
const ERASED_AT_ONCE = 500;

/**
 * Deletes a conversation's messages in portions, except a running answer: with all dependent rows a long conversation
 * is tens of thousands of rows, and deleting them at once would block the whole process. After an interruption the
 * rest is still there and can be deleted again.
 * @param db not a transaction
 */
export async function eraseMessages(db: Db, accountId: string, conversationId: string): Promise<void> {
	while (await transact(db, (trx) => eraseSome(trx, accountId, conversationId)));
}

/** @returns whether there may be more */
async function eraseSome(trx: Db, accountId: string, conversationId: string): Promise<boolean> {
	const conversation = await lockRow(trx, "conversations", conversationId);
	if (conversation?.account_id !== accountId) return false;
	const entries = trx
		.selectFrom("search_entries")
		.select("id")
		.where("conversation_id", "=", conversationId)
		.limit(ERASED_AT_ONCE);
	const answers = trx
		.selectFrom("answers")
		.select("id")
		.where("conversation_id", "=", conversationId)
		.where("state", "<>", "writing")
		.limit(ERASED_AT_ONCE);
	const prompts = trx
		.selectFrom("prompts as p")
		.select("p.id")
		.where("p.conversation_id", "=", conversationId)
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom("answers as a").select("a.id").whereRef("a.prompt_id", "=", "p.id"))),
		)
		.limit(ERASED_AT_ONCE);
	for (const deletion of [
		trx.deleteFrom("search_entries").where("id", "in", entries),
		trx.deleteFrom("answers").where("id", "in", answers),
		trx.deleteFrom("prompts").where("id", "in", prompts),
	]) {
		const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
		if (Number(numDeletedRows) === ERASED_AT_ONCE) return true;
	}
	return false;
}
