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

/** What the texts of `giveSteps` say, wherever they are kept. */
export const STEP_TRACES = [
	"сообщение раунда",
	"аргументы вызова",
	"ответ инструмента",
	"найдено.рф",
	"банк",
];

/** Gives each answer of an account a call of a tool, with what it gave, and the account an allowed tool. */
export async function giveSteps(db: Db, accountId: string): Promise<void> {
	const answers = await db.selectFrom("answers").select("id").where("account_id", "=", accountId).execute();
	const call = { round: 1, n: 1, account_id: accountId, upstream_id: "c", server: null, tool: "search_web" };
	for (const { id: answer_id } of answers) {
		await db
			.insertInto("answer_rounds")
			.values({
				answer_id,
				round: 1,
				message: '"сообщение раунда"',
				text_to: 0,
				reasoning_to: 0,
				ended_at: 0,
			})
			.execute();
		await db
			.insertInto("answer_calls")
			.values({
				...{ ...call, answer_id, title: "Поиск", args: '{"query":"аргументы вызова"}', schema_hash: "" },
				...{ effect: "read", state: "done", result: "ответ инструмента", asked_at: 0 },
			})
			.execute();
		await db
			.insertInto("answer_sources")
			.values({
				...{ answer_id, n: 1, url: "https://найдено.рф/", title: "Страница", host: "найдено.рф" },
				...{ snippet: "", published_at: null, round: 1, call: 1 },
			})
			.execute();
	}
	await db
		.insertInto("tool_grants")
		.values({
			...{ account_id: accountId, server: "банк", tool: "pay" },
			...{ schema_hash: "1", scope: "always", conversation_id: null, at: 0 },
		})
		.execute();
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
