import type { Db } from "../db/connection.server.ts";
import type { AnswerState } from "../db/tables/chat.ts";
import { readBranch } from "./branch.server.ts";
import { renderMarkdown } from "./markdown/render.server.ts";
import type { Tree } from "./markdown/tree.ts";

/** The sidebar shows so many; older ones come with the history (a later page). */
const LISTED = 50;
/** A long conversation shows its last messages first. */
const EXCHANGES_SHOWN = 25;

export type ConversationInList = { id: string; title: string; updatedAt: number; writing: boolean };

/** The account's conversations, the latest first. */
export async function listConversations(db: Db, accountId: string): Promise<ConversationInList[]> {
	const rows = await db
		.selectFrom("conversations as c")
		.leftJoin("answers as a", (join) =>
			join.onRef("a.conversation_id", "=", "c.id").on("a.state", "=", "writing"),
		)
		.select(["c.id", "c.title", "c.updated_at", "a.id as writing_id"])
		.where("c.account_id", "=", accountId)
		.orderBy("c.updated_at", "desc")
		.orderBy("c.id", "desc")
		.limit(LISTED)
		.execute();
	return rows.map((row) => ({
		id: row.id,
		title: row.title,
		updatedAt: Number(row.updated_at),
		writing: row.writing_id !== null,
	}));
}

export type ShownAnswer = {
	id: string;
	state: AnswerState;
	finish: string | null;
	failure: string | null;
	reasoning: string;
	blocks: Tree[];
	/** Where in the log the shown text ends: the live part goes on from here. */
	cursor: number;
};
export type ShownExchange = { prompt: { id: string; text: string }; answer: ShownAnswer };
export type ShownConversation = {
	id: string;
	title: string;
	model: string | null;
	exchanges: ShownExchange[];
};

/**
 * A conversation as the screen shows it, with what has been written of a live answer so far.
 * @returns undefined when the account has no such conversation
 */
export async function readConversation(
	db: Db,
	accountId: string,
	conversationId: string,
): Promise<ShownConversation | undefined> {
	const conversation = await db
		.selectFrom("conversations")
		.select(["id", "title", "model", "tip_answer_id"])
		.where("id", "=", conversationId)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	if (!conversation) return undefined;
	const branch = conversation.tip_answer_id
		? await readBranch(db, accountId, conversation.tip_answer_id, EXCHANGES_SHOWN)
		: [];
	const exchanges = await Promise.all(
		branch.map(async ({ prompt, answer }): Promise<ShownExchange> => {
			const written =
				answer.state === "writing" ? await readWritten(db, answer.id) : { ...answer, cursor: 0 };
			return {
				prompt: { id: prompt.id, text: prompt.text },
				answer: {
					id: answer.id,
					state: answer.state,
					finish: answer.finish,
					failure: answer.failure,
					reasoning: written.reasoning,
					blocks: renderMarkdown(written.text),
					cursor: written.cursor,
				},
			};
		}),
	);
	return { id: conversation.id, title: conversation.title, model: conversation.model, exchanges };
}

async function readWritten(db: Db, answerId: string) {
	const entries = await db
		.selectFrom("answer_log")
		.select(["seq", "kind", "body"])
		.where("answer_id", "=", answerId)
		.orderBy("seq")
		.execute();
	const said = (kind: string) => entries.reduce((all, e) => (e.kind === kind ? all + e.body : all), "");
	return { text: said("text"), reasoning: said("reasoning"), cursor: entries.at(-1)?.seq ?? 0 };
}

/** Whether the answer is the account's. Another's is as unknown as none (rule 9). */
export async function ownsAnswer(db: Db, accountId: string, answerId: string): Promise<boolean> {
	const row = await db
		.selectFrom("answers")
		.select("id")
		.where("id", "=", answerId)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return row !== undefined;
}
