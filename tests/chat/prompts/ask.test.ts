import { expect, test } from "vitest";
import { requestStop } from "../../../app/chat/answers/request-stop.server.ts";
import { findConversation, readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { ANSWERS_AT_ONCE } from "../../../app/chat/prompts/answers-at-once.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { continueAnswer, regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

async function end(db: Db, answerId: string, state: "done" | "stopped" | "failed", text = "Ответ.") {
	await db
		.updateTable("answers")
		.set({ state, text, lease_owner: null })
		.where("id", "=", answerId)
		.execute();
}

async function asked(db: Db, accountId: string, text: string, conversationId: string | null = null) {
	const result = await ask(db, accountId, question(text, conversationId));
	if (result.outcome !== "asked") throw new Error(`expected "asked", got "${result.outcome}"`);
	return result;
}

eachDatabase((openTestDb) => {
	test("a first question makes a conversation named after it", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId, answerId } = await asked(db, me, "Как дела?\nРасскажи подробно.");
		const shown = await readConversation(db, me, conversationId);
		expect((await findConversation(db, me, conversationId))?.title).toBe("Как дела? Расскажи подробно.");
		expect(shown?.exchanges.map(({ answer }) => [answer.id, answer.state])).toEqual([[answerId, "writing"]]);
	});

	test("the same prompt id gives the first result, with another text it is a conflict", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const first = question("Привет");
		const one = await ask(db, me, first);
		const two = await ask(db, me, first);
		expect(two).toEqual({ ...one, outcome: "repeated" });
		expect(await ask(db, me, { ...first, text: "Другое" })).toEqual({ outcome: "conflict" });
		expect(await ask(db, await somebody(db), first)).toEqual({ outcome: "conflict" });
	});

	test("twenty parallel sends of one prompt are one prompt", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const sent = question("Привет");
		const results = await Promise.all(Array.from({ length: 20 }, () => ask(db, me, sent)));
		expect(results.filter(({ outcome }) => outcome === "asked")).toHaveLength(1);
		expect(new Set(results.map((r) => ("answerId" in r ? r.answerId : r.outcome))).size).toBe(1);
		expect(await db.selectFrom("prompts").select("id").execute()).toHaveLength(1);
	});

	test("a conversation holds one answer that is being written, also when two tabs ask at once", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId, answerId } = await asked(db, me, "Раз");
		expect(await ask(db, me, question("Два", conversationId))).toEqual({ outcome: "busy" });
		await end(db, answerId, "done");
		const results = await Promise.all([
			ask(db, me, question("Три", conversationId)),
			ask(db, me, question("Четыре", conversationId)),
		]);
		expect(results.map(({ outcome }) => outcome).sort()).toEqual(["asked", "busy"]);
	});

	test("an account has three answers at once and no fourth", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		for (let i = 0; i < ANSWERS_AT_ONCE; i++) await asked(db, me, `Вопрос ${i}`);
		expect(await ask(db, me, question("Лишний"))).toEqual({ outcome: "too-many-answers" });
		expect((await ask(db, await somebody(db), question("Чужой"))).outcome).toBe("asked");
	});

	test("another person's conversation and answer are unknown", async () => {
		const db = await openTestDb();
		const [me, stranger] = [await somebody(db), await somebody(db)];
		const { conversationId, answerId } = await asked(db, me, "Моё");
		await end(db, answerId, "stopped");
		expect(await readConversation(db, stranger, conversationId)).toBeUndefined();
		expect(await ask(db, stranger, question("Вопрос", conversationId))).toEqual({
			outcome: "no-such-conversation",
		});
		expect(await requestStop(db, stranger, answerId)).toBe("no-such-answer");
		expect(await regenerateAnswer(db, stranger, answerId, crypto.randomUUID(), "test-model")).toEqual({
			outcome: "no-such-answer",
		});
		expect(await continueAnswer(db, stranger, answerId)).toEqual({ outcome: "no-such-answer" });
	});

	test("a follow-up continues the branch that is shown", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const first = await asked(db, me, "Первый");
		await end(db, first.answerId, "done", "Раз.");
		const second = await asked(db, me, "Второй", first.conversationId);
		const shown = await readConversation(db, me, first.conversationId);
		expect(shown?.exchanges.map(({ prompt }) => prompt.text)).toEqual(["Первый", "Второй"]);
		expect(shown?.exchanges.at(-1)?.answer.id).toBe(second.answerId);
	});

	test("answering again keeps the old version beside the new one and repeats by its id", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId, answerId } = await asked(db, me, "Вопрос");
		await end(db, answerId, "failed", "");
		const attempt = crypto.randomUUID();
		const again = await regenerateAnswer(db, me, answerId, attempt, "test-model");
		expect(again.outcome).toBe("asked");
		expect(await regenerateAnswer(db, me, answerId, attempt, "test-model")).toEqual({
			...again,
			outcome: "repeated",
		});
		expect(await regenerateAnswer(db, me, answerId, crypto.randomUUID(), "test-model")).toEqual({
			outcome: "busy",
		});
		const shown = await readConversation(db, me, conversationId);
		expect(shown?.exchanges).toHaveLength(1);
		expect(shown?.exchanges[0]?.answer.id).toBe("answerId" in again ? again.answerId : "");
		expect(await db.selectFrom("answers").select("id").execute()).toHaveLength(2);
	});

	test("only an answer that broke off can go on", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { answerId } = await asked(db, me, "Вопрос");
		await end(db, answerId, "done");
		expect(await continueAnswer(db, me, answerId)).toEqual({ outcome: "busy" });
		await end(db, answerId, "stopped");
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("repeated");
	});

	test("what is switched on stays with the conversation, and another version of an answer may use the same", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const SEARCH = '{"search":true,"tools":["notes__add"]}';
		const toolsOf = async (answerId: string) =>
			(await db.selectFrom("answers").select("tools").where("id", "=", answerId).executeTakeFirst())?.tools;
		const askWith = async (switches: { search?: boolean; tools?: string[] }, id: string | null) => {
			const result = await ask(db, me, { ...question("Вопрос", id), switches });
			if (result.outcome !== "asked") throw new Error(result.outcome);
			await end(db, result.answerId, "done");
			return result;
		};
		const first = await askWith({ search: true, tools: ["notes__add"] }, null);
		const { conversationId, answerId } = first;
		expect(await toolsOf(answerId)).toBe(SEARCH);
		expect((await findConversation(db, me, conversationId))?.switches).toEqual(JSON.parse(SEARCH));
		// The model's server took none: that is no part of the next version.
		await db.updateTable("answers").set({ tools: '{"search":true,"refused":true}' }).execute();
		const again = await regenerateAnswer(db, me, answerId, crypto.randomUUID(), "test-model");
		expect(await toolsOf("answerId" in again ? again.answerId : "")).toBe('{"search":true}');
		await db.updateTable("answers").set({ state: "done" }).execute();
		// An edited question says nothing of it.
		const edit = { ...question("Иначе"), editOf: (await promptOf(db, answerId)) ?? "" };
		const edited = await ask(db, me, edit);
		expect(await toolsOf("answerId" in edited ? edited.answerId : "")).toBe(SEARCH);
		await db.updateTable("answers").set({ state: "done" }).execute();
		const off = await askWith({}, conversationId);
		expect(await toolsOf(off.answerId)).toBeNull();
		expect((await findConversation(db, me, conversationId))?.switches).toEqual({});
	});
});

const promptOf = async (db: Db, answerId: string) =>
	(await db.selectFrom("answers").select("prompt_id").where("id", "=", answerId).executeTakeFirst())
		?.prompt_id;
