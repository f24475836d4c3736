import { ask } from "../../../app/chat/prompts/ask.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { question } from "../people.ts";

/** A document that does not go whole; what it says of the deposit stands in one of its three hundred sections. */
export const LARGE = Array.from(
	{ length: 300 },
	(_, i) =>
		`Раздел ${i}. ${i === 200 ? "Депозит возвращается за шестьдесят дней." : "Прочие условия договора без особенностей."} ${"Слова для длины абзаца. ".repeat(30)}`,
).join("\n\n");

export type Asked = { answer: { id: string; account_id: string; conversation_id: string }; promptId: string };

/** Asks with files or collections. The answer counts as ended, so that the next question can be asked. */
export async function asked(
	db: Db,
	me: string,
	text: string,
	{
		conversationId = null,
		fileIds = [],
		collectionIds = [],
	}: { conversationId?: string | null; fileIds?: string[]; collectionIds?: string[] },
): Promise<Asked> {
	const input = { ...question(text, conversationId), fileIds, collectionIds };
	const outcome = await ask(db, me, input);
	if (outcome.outcome !== "asked") throw new Error(outcome.outcome);
	await db.updateTable("answers").set({ state: "done" }).where("id", "=", outcome.answerId).execute();
	const { answerId: id, conversationId: conversation_id } = outcome;
	return { answer: { id, account_id: me, conversation_id }, promptId: input.promptId };
}
