import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";

/** So many answers of one account are written at once (security.md, throttles). */
export const ANSWERS_AT_ONCE = 3;

/**
 * Whether the account may have one more answer written. Holds the account until the transaction ends, so
 * that ten tabs at once cannot all see two answers and add a third.
 * @param trx a transaction; the answer is inserted in the same one
 */
export async function mayWriteOneMore(trx: Db, accountId: string): Promise<boolean> {
	await lockRow(trx, "accounts", accountId);
	const { count } = await trx
		.selectFrom("answers")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		.executeTakeFirstOrThrow();
	return Number(count) < ANSWERS_AT_ONCE;
}
