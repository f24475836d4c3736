import { type Selectable, sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import type { AnswersTable, PromptsTable } from "../db/tables/chat.ts";

export type Exchange = { prompt: Selectable<PromptsTable>; answer: Selectable<AnswersTable> };

/**
 * The branch of a conversation that ends with `tipAnswerId`, oldest exchange first.
 * A conversation is a tree: a prompt follows an answer, versions of an answer share a prompt.
 * @param limit at most so many of the last exchanges
 */
export async function readBranch(
	db: Db,
	accountId: string,
	tipAnswerId: string,
	limit = 1_000,
): Promise<Exchange[]> {
	const { rows } = await sql<{ prompt_id: string; answer_id: string; depth: number }>`
		select prompt_id, answer_id, depth from (
			with recursive branch(prompt_id, answer_id, parent_answer_id, depth) as (
				select p.id, a.id, p.parent_answer_id, 1
				from answers a join prompts p on p.id = a.prompt_id
				where a.id = ${tipAnswerId} and a.account_id = ${accountId}
				union all
				select p.id, a.id, p.parent_answer_id, b.depth + 1
				from branch b join answers a on a.id = b.parent_answer_id join prompts p on p.id = a.prompt_id
				where b.depth < ${limit}
			)
			select * from branch
		) as branch order by depth desc
	`.execute(db);
	if (rows.length === 0) return [];
	const [prompts, answers] = await Promise.all([
		db
			.selectFrom("prompts")
			.selectAll()
			.where(
				"id",
				"in",
				rows.map((r) => r.prompt_id),
			)
			.execute(),
		db
			.selectFrom("answers")
			.selectAll()
			.where(
				"id",
				"in",
				rows.map((r) => r.answer_id),
			)
			.execute(),
	]);
	const promptById = new Map(prompts.map((p) => [p.id, p]));
	const answerById = new Map(answers.map((a) => [a.id, a]));
	return rows.flatMap(({ prompt_id, answer_id }) => {
		const prompt = promptById.get(prompt_id);
		const answer = answerById.get(answer_id);
		return prompt && answer ? [{ prompt, answer }] : [];
	});
}

/** Of the answers to one prompt, or of all that follow one answer, the one that was shown last comes first. */
const lastShownFirst = sql`coalesce(a.chosen_at, a.created_at) desc, a.created_at desc, a.id desc`;

/**
 * Where the branch through an answer goes on below it, as it was last shown: the answers after it in order.
 * @param limit at most so many
 */
export async function readBelow(db: Db, answerId: string, limit = 10_000): Promise<string[]> {
	const { rows } = await sql<{ id: string }>`
		select id from (
			with recursive below(id, conversation_id, depth) as (
				select a.id, a.conversation_id, 0 from answers a where a.id = ${answerId}
				union all
				select (
					select a.id from prompts p join answers a on a.prompt_id = p.id
					where p.conversation_id = b.conversation_id and p.parent_answer_id = b.id
					order by ${lastShownFirst} limit 1
				), b.conversation_id, b.depth + 1
				from below b where b.id is not null and b.depth < ${limit}
			)
			select * from below
		) as below where depth > 0 and id is not null order by depth
	`.execute(db);
	return rows.map(({ id }) => id);
}

/** The end of the branch through an answer, as it was last shown. */
export async function tipThrough(db: Db, answerId: string): Promise<string> {
	return (await readBelow(db, answerId)).at(-1) ?? answerId;
}

/**
 * Finds a message of the account's conversation, a prompt or an answer.
 * @returns the answer that stands for it: a prompt is shown with the version of its answer shown last
 */
export async function findMessage(
	db: Db,
	accountId: string,
	conversationId: string,
	messageId: string,
): Promise<string | undefined> {
	const { rows } = await sql<{ id: string }>`
		select a.id from answers a
		where (a.id = ${messageId} or a.prompt_id = ${messageId})
			and a.conversation_id = ${conversationId} and a.account_id = ${accountId}
		order by case when a.id = ${messageId} then 0 else 1 end, ${lastShownFirst} limit 1
	`.execute(db);
	return rows[0]?.id;
}
