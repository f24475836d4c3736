import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { WAITING_FOR_PERSON } from "../answers/lease.server.ts";

/** The maximum number of concurrently running answers per account. */
export const ANSWERS_AT_ONCE = 3;

/**
 * Whether the account may start one more answer. Locks the account until the transaction ends, so that ten concurrent
 * requests cannot all count two answers and add a third.
 * @param trx a transaction; the answer is inserted in the same one
 */
export async function mayWriteOneMore(trx: Db, accountId: string): Promise<boolean> {
	await lockRow(trx, "accounts", accountId);
	const { count } = await trx
		.selectFrom("answers")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		// An answer that waits for its person takes no worker.
		.where((eb) => eb.or([eb("lease_owner", "is", null), eb("lease_owner", "<>", WAITING_FOR_PERSON)]))
		.executeTakeFirstOrThrow();
	return Number(count) < ANSWERS_AT_ONCE;
}
