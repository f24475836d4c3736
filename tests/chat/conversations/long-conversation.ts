import { randomUUID } from "node:crypto";
import type { Db } from "../../../app/platform/db/connection.server.ts";

const AT_ONCE = 200;

/**
 * Puts a conversation of one branch into the database, past the product's verbs.
 * @returns its id and the ids of its answers, the first one first
 */
export async function converse(
	db: Db,
	accountId: string,
	exchanges: number,
	textsOf: (nth: number) => { asked: string; answered: string; reasoning?: string },
	{ title = "Долгая беседа", timeOf = (nth: number) => nth, indexedAt = null as number | null } = {},
): Promise<{ id: string; answers: string[] }> {
	const id = randomUUID();
	const answers = Array.from({ length: exchanges }, () => randomUUID());
	const owner = { account_id: accountId, conversation_id: id };
	await db
		.insertInto("conversations")
		.values({
			id,
			account_id: accountId,
			title,
			tip_answer_id: answers.at(-1) ?? null,
			created_at: timeOf(0),
			updated_at: timeOf(exchanges - 1),
			indexed_at: indexedAt,
		})
		.execute();
	for (let from = 0; from < exchanges; from += AT_ONCE) {
		const rows = answers.slice(from, from + AT_ONCE).map((answerId, i) => ({
			nth: from + i,
			answerId,
			promptId: randomUUID(),
			...textsOf(from + i),
		}));
		await db
			.insertInto("prompts")
			.values(
				rows.map(({ nth, promptId, asked }) => ({
					...owner,
					id: promptId,
					parent_answer_id: answers[nth - 1] ?? null,
					text: asked,
					created_at: timeOf(nth),
				})),
			)
			.execute();
		await db
			.insertInto("answers")
			.values(
				rows.map(({ nth, answerId, promptId, answered, reasoning = "" }) => ({
					...owner,
					id: answerId,
					prompt_id: promptId,
					model: "test-model",
					state: "done" as const,
					finish: "stop",
					text: answered,
					reasoning,
					attempts: 1,
					created_at: timeOf(nth),
					ended_at: timeOf(nth),
				})),
			)
			.execute();
	}
	return { id, answers };
}
