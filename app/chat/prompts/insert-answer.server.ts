import type { Db } from "../../platform/db/connection.server.ts";
import type { Manner } from "../../platform/db/tables/chat.ts";

/** Inserts an answer that waits for a worker. The database allows one running answer per conversation. */
export async function insertAnswer(
	db: Db,
	ids: {
		id: string;
		promptId: string;
		conversationId: string;
		accountId: string;
		attemptId?: string;
		manner?: Manner | null;
		/** The reference of the message reserved for it. */
		reservation: string;
		/** JSON of what it may use. */
		tools?: string | null;
	},
	model: string,
	now: number,
): Promise<void> {
	await db
		.insertInto("answers")
		.values({
			id: ids.id,
			prompt_id: ids.promptId,
			conversation_id: ids.conversationId,
			account_id: ids.accountId,
			attempt_id: ids.attemptId ?? null,
			manner: ids.manner ?? null,
			reservation: ids.reservation,
			tools: ids.tools ?? null,
			model,
			state: "writing",
			attempts: 0,
			text: "",
			reasoning: "",
			created_at: now,
		})
		.execute();
}
