import { sql } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { ownsAnswer } from "../conversations/own-answer.server.ts";
import { WAITING_FOR_PERSON } from "./lease.server.ts";

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
		.set((eb) => ({
			stop_requested_at: eb.fn.coalesce("stop_requested_at", eb.val(now)),
			// An answer that waits for its person is ended by the worker that takes it up.
			lease_owner: sql<
				string | null
			>`case when lease_owner = ${WAITING_FOR_PERSON} then null else lease_owner end`,
		}))
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.where("state", "=", "writing")
		.returning("id")
		.executeTakeFirst();
	if (asked) return "asked-to-stop";
	return (await ownsAnswer(db, accountId, answerId)) ? "ended-already" : "no-such-answer";
}
