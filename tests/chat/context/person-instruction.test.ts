import { describe, expect, test } from "vitest";
import { setAnswerPreferences } from "../../../app/accounts/preferences.server.ts";
import { buildModelRequest, NOT_BEGUN } from "../../../app/chat/context/model-request.server.ts";
import { instructConversation } from "../../../app/chat/conversations/change-conversation.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

const OPERATOR = "Отвечай по-русски.";
const MODEL = { contextTokens: 8_000 };

/** What the model would be sent for a person's question; the system message first. */
async function requestOf(db: Db, me: string, instruction = "") {
	const asked = await ask(db, me, question("Вопрос"));
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	const { conversationId, answerId } = asked;
	await instructConversation(db, me, conversationId, instruction);
	const answer = { id: answerId, account_id: me, conversation_id: conversationId };
	const { messages } = (await buildModelRequest(db, answer, NOT_BEGUN, OPERATOR, MODEL)).fit(10);
	return messages;
}

describe("what a person has written for every chat", () => {
	eachDatabase((openTestDb) => {
		test("is told after the operator's instruction and before the conversation's, in each chat", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const written = { about: "Живу в Казани.", answerStyle: "Кратко.", isUsed: true };
			await setAnswerPreferences(db, me, written);
			const [system, asked] = await requestOf(db, me, "Только про чай.");
			expect(system).toEqual({
				role: "system",
				content: [
					OPERATOR,
					"О человеке, который спрашивает:\nЖиву в Казани.",
					"Как ему отвечать:\nКратко.",
					"Только про чай.",
				].join("\n\n"),
			});
			expect(asked).toEqual({ role: "user", content: "Вопрос" });
			const [another] = await requestOf(db, me);
			expect(another?.content).toContain("Живу в Казани.");
		});

		test("is not told when it is switched off, nor to anybody else's model; one of the two is enough", async () => {
			const db = await openTestDb();
			const [me, other] = [await somebody(db), await somebody(db)];
			const written = { about: "Живу в Казани.", answerStyle: "", isUsed: false };
			await setAnswerPreferences(db, me, written);
			expect((await requestOf(db, me))[0]?.content).toBe(OPERATOR);
			await setAnswerPreferences(db, me, { ...written, isUsed: true });
			expect((await requestOf(db, me))[0]?.content).toBe(
				`${OPERATOR}\n\nО человеке, который спрашивает:\nЖиву в Казани.`,
			);
			expect((await requestOf(db, other))[0]?.content).toBe(OPERATOR);
		});
	});
});
