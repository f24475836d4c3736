import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { giveToPerson } from "../answers/lease.server.ts";
import { hasWaitingCalls } from "./decide.server.ts";

/**
 * Marks an answer as waiting for the person's decision: no worker writes it and no process resumes it until then.
 * @returns false when the decision was faster, or the lease is lost: the caller or another process resumes the answer
 */
export function waitForPerson(db: Db, answerId: string, owner: string): Promise<boolean> {
	return transact(db, async (trx) => {
		const answer = await lockRow(trx, "answers", answerId);
		if (answer?.lease_owner !== owner || answer.stop_requested_at !== null) return false;
		if (!(await hasWaitingCalls(trx, answerId))) return false;
		await giveToPerson(trx, answerId, owner);
		return true;
	});
}
