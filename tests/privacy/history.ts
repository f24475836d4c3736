import { randomUUID } from "node:crypto";
import type { Db } from "../../app/platform/db/connection.server.ts";

const AT_ONCE = 500;

type Size = { conversations: number; exchanges?: number; text?: string; logged?: boolean };

/** Gives an account a history, in as few statements as the databases allow. */
export async function giveHistory(
	db: Db,
	accountId: string,
	{ conversations, exchanges = 1, text = "Ответ", logged = false }: Size,
): Promise<void> {
	for (let done = 0; done < conversations; done += AT_ONCE) {
		const ids = Array.from({ length: Math.min(AT_ONCE, conversations - done) }, () => randomUUID());
		const own = { account_id: accountId };
		await db
			.insertInto("conversations")
			.values(
				ids.map((id, i) => ({
					...own,
					id,
					title: `Разговор ${done + i}`,
					// Several of the same moment, as an import makes them.
					created_at: Math.floor((done + i) / 7),
					updated_at: Math.floor((done + i) / 7),
				})),
			)
			.execute();
		for (let n = 0; n < exchanges; n++) {
			const messages = ids.map((conversation_id) => ({
				conversation_id,
				promptId: randomUUID(),
				answerId: randomUUID(),
			}));
			await db
				.insertInto("prompts")
				.values(
					messages.map(({ promptId, conversation_id }) => ({
						...own,
						id: promptId,
						conversation_id,
						text: `Вопрос ${n}`,
						created_at: n,
					})),
				)
				.execute();
			await db
				.insertInto("answers")
				.values(
					messages.map(({ promptId, answerId, conversation_id }) => ({
						...own,
						id: answerId,
						prompt_id: promptId,
						conversation_id,
						model: "test-model",
						state: "done" as const,
						finish: "stop",
						text,
						reasoning: "",
						attempts: 1,
						created_at: n,
						ended_at: n,
					})),
				)
				.execute();
			if (!logged) continue;
			await db
				.insertInto("answer_log")
				.values(
					messages.flatMap(({ answerId }) =>
						[1, 2].map((seq) => ({
							answer_id: answerId,
							seq,
							kind: "text" as const,
							body: "кусок",
							written_at: 0,
						})),
					),
				)
				.execute();
		}
	}
}

/** How many rows of the chat an account has. */
export async function rowsOfChat(db: Db, accountId: string): Promise<number> {
	let rows = 0;
	for (const table of ["conversations", "prompts", "answers"] as const) {
		const { count } = await db
			.selectFrom(table)
			.select(({ fn }) => fn.countAll().as("count"))
			.where("account_id", "=", accountId)
			.executeTakeFirstOrThrow();
		rows += Number(count);
	}
	return rows;
}
