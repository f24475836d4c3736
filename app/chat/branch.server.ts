import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import type { AnswersTable, PromptsTable } from "../db/tables/chat.ts";

export type Exchange = { prompt: PromptsTable; answer: AnswersTable };

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
