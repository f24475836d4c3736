import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { lockRow } from "../db/lock-row.server.ts";
import { transact } from "../db/transact.server.ts";
import { tipThrough } from "./branch.server.ts";

export type Chosen = { outcome: "chosen"; conversationId: string } | { outcome: "no-such-answer" };

/** Shows the branch through an answer, down to where it was last. */
export async function chooseVersion(
	db: Db,
	accountId: string,
	answerId: string,
	now = Date.now(),
): Promise<Chosen> {
	return transact(db, async (trx): Promise<Chosen> => {
		const answer = await trx
			.selectFrom("answers")
			.select("conversation_id")
			.where("id", "=", answerId)
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		if (!answer) return { outcome: "no-such-answer" };
		await markShown(trx, answerId, now);
		await trx
			.updateTable("conversations")
			.set({ tip_answer_id: await tipThrough(trx, answerId) })
			.where("id", "=", answer.conversation_id)
			.where("account_id", "=", accountId)
			.execute();
		return { outcome: "chosen", conversationId: answer.conversation_id };
	});
}

/**
 * Marks an answer and all above it as shown now, so that each fork remembers what was shown of it last
 * (`readBelow` asks). For everything that leads away from the branch that is shown.
 */
export async function markShown(trx: Db, answerId: string, now: number): Promise<void> {
	// Several answers are changed below, and whoever deletes the conversation comes to them from it.
	const answer = await trx
		.selectFrom("answers")
		.select("conversation_id")
		.where("id", "=", answerId)
		.executeTakeFirst();
	if (!answer) return;
	await lockRow(trx, "conversations", answer.conversation_id);
	await sql`
		update answers set chosen_at = ${now} where id in (
			with recursive above(id, parent_answer_id) as (
				select a.id, p.parent_answer_id
				from answers a join prompts p on p.id = a.prompt_id where a.id = ${answerId}
				union all
				select a.id, p.parent_answer_id from above b
				join answers a on a.id = b.parent_answer_id join prompts p on p.id = a.prompt_id
			)
			select id from above
		)
	`.execute(trx);
}
