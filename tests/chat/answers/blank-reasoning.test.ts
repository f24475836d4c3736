import { expect, test } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { exportJson } from "../../../app/chat/export/export-conversation.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

eachDatabase((openTestDb) => {
	test("empty lines that an older answer holds as reasoning are none, on the screen and in an export", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const asked = await ask(db, me, question("Вопрос"));
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		const { answerId, conversationId } = asked;
		await claimLease(db, answerId, "me");
		const log = new AnswerLog(db);
		const writer = log.openWriter(answerId, "me", 0);
		writer.append("reasoning", "\n \n");
		writer.append("text", "Ответ");
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "done" });

		const shown = await readConversation(db, me, conversationId);
		expect(shown?.exchanges.map(({ answer }) => answer.reasoning.blocks)).toEqual([[]]);
		const exported = { id: conversationId, title: "", tip: answerId } as Parameters<typeof exportJson>[2];
		const json = (await Array.fromAsync(exportJson(db, me, exported))).join("");
		expect(JSON.parse(json).prompts[0].answers[0]).toMatchObject({ text: "Ответ", reasoning: "" });
	});
});
