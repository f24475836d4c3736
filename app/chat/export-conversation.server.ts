import { sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { shownReasoning } from "./answer-growth.server.ts";
import { type Exchange, readBranch } from "./branch.server.ts";

/** What every export begins with. */
export type Exported = {
	id: string;
	title: string;
	createdAt: number;
	updatedAt: number;
	model: string | null;
	instruction: string | null;
	tip: string | null;
};

/** @returns undefined when the account has no such conversation */
export async function findExported(db: Db, accountId: string, id: string): Promise<Exported | undefined> {
	const row = await db
		.selectFrom("conversations")
		.selectAll()
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return (
		row && {
			id: row.id,
			title: row.title,
			createdAt: Number(row.created_at),
			updatedAt: Number(row.updated_at),
			model: row.model,
			instruction: row.instruction,
			tip: row.tip_answer_id,
		}
	);
}

/** So many exchanges or prompts in memory at a time. */
const PIECE = 50;

/**
 * The branch that is shown, as Markdown.
 * @param names what a question and an answer stand under
 */
export async function* exportMarkdown(
	db: Db,
	accountId: string,
	{ title, tip }: Exported,
	names: { prompt: string; answer: string },
): AsyncGenerator<string> {
	yield `# ${title}\n`;
	for await (const { prompt, answer } of readWholeBranch(db, accountId, tip)) {
		yield `\n## ${names.prompt}\n\n${prompt.text}\n\n## ${names.answer}\n\n${answer.text}\n`;
	}
}

async function* readWholeBranch(db: Db, accountId: string, tip: string | null): AsyncGenerator<Exchange> {
	if (tip === null) return;
	// Only the ids of it at once: it is read from its end and written from its beginning.
	const { rows } = await sql<{ id: string }>`
		select id from (
			with recursive branch(id, parent_answer_id, depth) as (
				select a.id, p.parent_answer_id, 1 from answers a join prompts p on p.id = a.prompt_id
				where a.id = ${tip} and a.account_id = ${accountId}
				union all
				select a.id, p.parent_answer_id, b.depth + 1 from branch b
				join answers a on a.id = b.parent_answer_id join prompts p on p.id = a.prompt_id
			)
			select * from branch
		) as branch order by depth desc
	`.execute(db);
	for (let i = 0; i < rows.length; i += PIECE) {
		const piece = rows.slice(i, i + PIECE);
		yield* await readBranch(db, accountId, piece.at(-1)?.id ?? "", piece.length);
	}
}

/** The conversation with all its versions, as JSON. */
export async function* exportJson(
	db: Db,
	accountId: string,
	{ tip, ...conversation }: Exported,
): AsyncGenerator<string> {
	const head = JSON.stringify({ format: "sobesednik-conversation-1", ...conversation, shownAnswerId: tip });
	yield `${head.slice(0, -1)},"prompts":[`;
	let first = true;
	for await (const prompt of readPrompts(db, accountId, conversation.id)) {
		yield `${first ? "" : ","}\n${JSON.stringify(prompt)}`;
		first = false;
	}
	yield "\n]}\n";
}

async function* readPrompts(db: Db, accountId: string, conversationId: string) {
	let last = { created_at: -1, id: "" };
	for (;;) {
		const { rows: prompts } = await sql<{
			id: string;
			parent_answer_id: string | null;
			text: string;
			created_at: number;
		}>`
			select id, parent_answer_id, text, created_at from prompts
			where conversation_id = ${conversationId} and account_id = ${accountId}
				and (created_at, id) > (${last.created_at}, ${last.id})
			order by created_at, id limit ${PIECE}
		`.execute(db);
		const end = prompts.at(-1);
		if (!end) return;
		last = { created_at: Number(end.created_at), id: end.id };
		const answers = await readAnswers(
			db,
			prompts.map(({ id }) => id),
		);
		for (const prompt of prompts) {
			yield {
				id: prompt.id,
				afterAnswerId: prompt.parent_answer_id,
				createdAt: Number(prompt.created_at),
				text: prompt.text,
				answers: answers.get(prompt.id) ?? [],
			};
		}
	}
}

async function readAnswers(db: Db, promptIds: string[]) {
	const rows = await db
		.selectFrom("answers")
		.selectAll()
		.where("prompt_id", "in", promptIds)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const shown = rows.map((row) => ({
		promptId: row.prompt_id,
		answer: {
			id: row.id,
			createdAt: Number(row.created_at),
			model: row.model,
			state: row.state,
			text: row.text,
			reasoning: shownReasoning(row.reasoning),
			rating: row.rating,
			ratingReason: row.rating_reason,
		},
	}));
	const byPrompt = Map.groupBy(shown, ({ promptId }) => promptId);
	return new Map([...byPrompt].map(([id, list]) => [id, list.map(({ answer }) => answer)]));
}
