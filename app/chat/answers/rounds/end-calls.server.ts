import { sql } from "kysely";
import type { Db } from "../../../platform/db/connection.server.ts";
import type { CallState } from "../../../platform/db/tables/chat.ts";

/**
 * Ends the calls of an answer that ends: no call is left hanging. The outcome of an act that had begun and must not be
 * repeated becomes unknown.
 * @param trx the transaction that ends the answer
 */
export async function endCalls(trx: Db, answerId: string, now: number): Promise<void> {
	const state = sql<CallState>`case when state = 'started' and effect = 'unsafe' then 'unknown' else 'stopped' end`;
	await trx
		.updateTable("answer_calls")
		.set({ state, ended_at: now })
		.where("answer_id", "=", answerId)
		.where("state", "in", ["asked", "waiting", "started"])
		.execute();
}
