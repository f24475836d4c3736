import type { Db } from "../db/connection.server.ts";
import type { AnswerState } from "../db/tables/chat.ts";
import type { AnswerLog } from "./answer-log.server.ts";
import { indexAnswer } from "./search/index-message.server.ts";

/** How an answer ended. `failure` is a code for the screen, never the provider's own words. */
export type Ending = {
	state: Exclude<AnswerState, "writing">;
	finish?: "stop" | "length" | "filtered";
	failure?: string;
};

/**
 * Ends an answer that `owner` writes: its whole text moves from the log into its row. Only the holder
 * of the lease can, so an answer ends once.
 */
export async function settleAnswer(
	db: Db,
	log: AnswerLog,
	answerId: string,
	owner: string,
	ending: Ending,
	now = Date.now(),
): Promise<boolean> {
	const entries = await log.readAfter(answerId, 0);
	const said = (kind: "text" | "reasoning") =>
		entries.reduce((all, entry) => (entry.kind === kind ? all + entry.body : all), "");
	const settled = await db.transaction().execute(async (trx) => {
		const row = await trx
			.updateTable("answers")
			.set({
				state: ending.state,
				finish: ending.finish ?? null,
				failure: ending.failure ?? null,
				text: said("text"),
				reasoning: said("reasoning"),
				lease_owner: null,
				pulse_at: null,
				ended_at: now,
			})
			.where("id", "=", answerId)
			.where("state", "=", "writing")
			.where("lease_owner", "=", owner)
			.returning(["id", "account_id", "conversation_id", "created_at", "text"])
			.executeTakeFirst();
		if (!row) return false;
		await indexAnswer(trx, row);
		return true;
	});
	await log.announce(answerId);
	return settled;
}
