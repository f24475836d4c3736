import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requestStop } from "../../../app/chat/answers/request-stop.server.ts";
import { chooseVersion, throttleChoice } from "../../../app/chat/conversations/choose-version.server.ts";
import { findConversation, readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { aPlan } from "../../billing/plan.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

/** So that nobody runs out of messages. */
const PLENTY = { free: aPlan({ messages: 1_000, everyDays: 1 }), timeZone: "Europe/Moscow", secret: "s" };

/** Somebody in a conversation, with a clock of their own: every act is a millisecond later. */
async function someone(db: Db) {
	const me = await somebody(db);
	let now = 1_000;
	let conversationId: string | null = null;
	const end = async (answerId: string) => {
		await db
			.updateTable("answers")
			.set({ state: "done", text: "Ответ." })
			.where("id", "=", answerId)
			.execute();
		return answerId;
	};
	const taken = async (asked: Awaited<ReturnType<typeof ask>>) => {
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		conversationId = asked.conversationId;
		return end(asked.answerId);
	};
	const promptOf = async (answerId: string) =>
		(await db.selectFrom("answers").select("prompt_id").where("id", "=", answerId).executeTakeFirstOrThrow())
			.prompt_id;
	return {
		me,
		conversation: () => conversationId ?? "",
		promptOf,
		ask: async (text: string, after?: string) =>
			taken(await ask(db, me, { ...question(text, conversationId), after }, ++now, PLENTY)),
		edit: async (answerId: string, text: string) =>
			taken(await ask(db, me, { ...question(text), editOf: await promptOf(answerId) }, ++now)),
		again: async (answerId: string) => {
			const again = await regenerateAnswer(db, me, answerId, randomUUID(), "test-model", ++now);
			if (again.outcome !== "asked") throw new Error(again.outcome);
			return end(again.answerId);
		},
		choose: (answerId: string) => chooseVersion(db, me, answerId, ++now),
		read: async (part?: { message?: string; before?: string }) => {
			const shown = await readConversation(db, me, conversationId ?? "", part);
			if (!shown) throw new Error("nothing is shown");
			return shown;
		},
		texts: async (part?: { message?: string; before?: string }) =>
			(await readConversation(db, me, conversationId ?? "", part))?.exchanges.map(
				({ prompt }) => prompt.text,
			),
		tip: async () => (await readConversation(db, me, conversationId ?? ""))?.exchanges.at(-1)?.answer.id,
	};
}

eachDatabase((openTestDb) => {
	test("an edited prompt stands beside the old one, and both ways are kept", async () => {
		const one = await someone(await openTestDb());
		await one.ask("Раз");
		const second = await one.ask("Два");
		await one.ask("Три");
		const edited = await one.edit(second, "Два иначе");
		expect(await one.texts()).toEqual(["Раз", "Два иначе"]);
		await one.choose(second);
		expect(await one.texts()).toEqual(["Раз", "Два", "Три"]);
		await one.choose(edited);
		expect(await one.texts()).toEqual(["Раз", "Два иначе"]);
	});

	test("the first prompt can be edited too, in the same conversation", async () => {
		const db = await openTestDb();
		const one = await someone(db);
		const first = await one.ask("Раз");
		await one.edit(first, "Раз иначе");
		expect(await one.texts()).toEqual(["Раз иначе"]);
		expect(await db.selectFrom("conversations").select("id").execute()).toHaveLength(1);
	});

	test("a switch comes back to where each branch was last, at every fork", async () => {
		const one = await someone(await openTestDb());
		const root = await one.ask("Корень");
		const left = await one.ask("Влево");
		const leftDeep = await one.ask("Влево глубже");
		const leftOther = await one.again(leftDeep);
		const right = await one.edit(left, "Вправо");
		await one.choose(left);
		expect(await one.tip()).toBe(leftOther);
		await one.choose(leftDeep);
		await one.choose(right);
		await one.choose(left);
		expect(await one.tip()).toBe(leftDeep);
		await one.choose(root);
		expect(await one.tip()).toBe(leftDeep);
	});

	test("every version knows its place and its neighbours", async () => {
		const one = await someone(await openTestDb());
		const first = await one.ask("Раз");
		const again = await one.again(first);
		const edited = await one.edit(first, "Раз иначе");
		const shown = (await one.read()).exchanges[0];
		expect(shown?.prompt.versions).toEqual({ position: 2, count: 2, previous: again, next: null });
		expect(shown?.answer.versions).toBeNull();
		await one.choose(again);
		const back = (await one.read()).exchanges[0];
		expect(back?.prompt.versions).toEqual({ position: 1, count: 2, previous: null, next: edited });
		expect(back?.answer.versions).toEqual({ position: 2, count: 2, previous: first, next: null });
	});

	test("a question asked from a branch that is not the chosen one continues what the person sees", async () => {
		const one = await someone(await openTestDb());
		await one.ask("Раз");
		const second = await one.ask("Два");
		const edited = await one.edit(second, "Два иначе");
		await one.ask("После прежнего", second);
		expect(await one.texts()).toEqual(["Раз", "Два", "После прежнего"]);
		await one.choose(edited);
		await one.choose(second);
		expect(await one.texts()).toEqual(["Раз", "Два", "После прежнего"]);
	});

	test("a link to a message opens the branch that holds it and chooses nothing", async () => {
		const one = await someone(await openTestDb());
		await one.ask("Раз");
		const second = await one.ask("Два");
		await one.ask("Три");
		await one.edit(second, "Два иначе");
		const message = await one.promptOf(second);
		expect(await one.texts({ message })).toEqual(["Раз", "Два", "Три"]);
		expect(await one.texts({ message: second })).toEqual(["Раз", "Два", "Три"]);
		expect(await one.texts()).toEqual(["Раз", "Два иначе"]);
		expect(await one.texts({ message: randomUUID() })).toBeUndefined();
	});

	test("the running answer is known where another version is shown, and where a part is that ends above it", async () => {
		const db = await openTestDb();
		const one = await someone(db);
		const first = await one.ask("Раз");
		expect((await one.read()).running).toBeNull();
		const again = await regenerateAnswer(db, one.me, first, randomUUID(), "test-model", 5_000);
		if (again.outcome !== "asked") throw new Error(again.outcome);
		const running = { id: again.answerId, stopping: false, waits: false };
		expect(await one.read()).toMatchObject({ running, exchanges: [{ answer: { id: again.answerId } }] });
		await one.choose(first);
		for (const part of [{}, { message: first }])
			expect(await one.read(part)).toMatchObject({ running, exchanges: [{ answer: { id: first } }] });
		expect(await one.read({ before: first })).toMatchObject({ running, exchanges: [] });
		// It asks the person, and is then asked to stop.
		const of = { answer_id: again.answerId, round: 1 };
		const round = { message: "{}", text_to: 0, reasoning_to: 0, reasoning_ms: null, ended_at: 1 };
		await db
			.insertInto("answer_rounds")
			.values({ ...of, ...round })
			.execute();
		const call = { n: 1, upstream_id: "1", tool: "pay", title: "Перевод", args: "{}", schema_hash: "1" };
		await db
			.insertInto("answer_calls")
			.values({ ...of, ...call, account_id: one.me, effect: "unsafe", state: "waiting", asked_at: 1 })
			.execute();
		expect((await one.read()).running).toEqual({ ...running, waits: true });
		await requestStop(db, one.me, again.answerId);
		expect((await one.read()).running).toEqual({ ...running, stopping: true, waits: true });
		// It ends after the conversation was read, and before its messages are.
		const head = await findConversation(db, one.me, one.conversation());
		await db.updateTable("answers").set({ state: "done" }).where("id", "=", again.answerId).execute();
		expect(head?.running).toBe(again.answerId);
		expect((await readConversation(db, one.me, head ?? ""))?.running).toBeNull();
		expect((await one.read({ message: again.answerId })).running).toBeNull();
	});

	test("a long conversation is read in parts", async () => {
		const one = await someone(await openTestDb());
		const answers: string[] = [];
		for (let i = 1; i <= 60; i++) answers.push(await one.ask(`Вопрос ${i}`));
		const end = await one.read();
		expect([end.exchanges.length, end.exchanges[0]?.prompt.text, end.earlier, end.later]).toEqual([
			25,
			"Вопрос 36",
			true,
			false,
		]);
		const above = await one.read({ before: end.exchanges[0]?.prompt.id ?? "" });
		expect([above.exchanges[0]?.prompt.text, above.exchanges.at(-1)?.prompt.text, above.later]).toEqual([
			"Вопрос 11",
			"Вопрос 35",
			true,
		]);
		expect(above.exchanges.at(-1)?.answer.id).toBe(end.exchanges[0]?.prompt.after);
		const top = await one.read({ before: above.exchanges[0]?.answer.id ?? "" });
		expect([top.exchanges.length, top.earlier]).toEqual([10, false]);
		const around = await one.read({ message: answers[29] ?? "" });
		expect(around.exchanges.map(({ prompt }) => prompt.text)).toContain("Вопрос 30");
		expect([around.exchanges.at(-1)?.prompt.text, around.earlier, around.later]).toEqual([
			"Вопрос 42",
			true,
			true,
		]);
	});

	test("check 40: another person's answer cannot be chosen, nor their prompt edited", async () => {
		const db = await openTestDb();
		const [one, other] = [await someone(db), await someone(db)];
		const first = await one.ask("Моё");
		expect(await chooseVersion(db, other.me, first)).toEqual({ outcome: "no-such-answer" });
		const editOf = await one.promptOf(first);
		expect(await ask(db, other.me, { ...question("Чужое"), editOf })).toEqual({
			outcome: "no-such-conversation",
		});
		expect(await readConversation(db, other.me, one.conversation(), { message: first })).toBeUndefined();
	});

	test("sixty choices at once, then one in two seconds", async () => {
		const db = await openTestDb();
		const [one, other] = [await someone(db), await someone(db)];
		for (let i = 0; i < 60; i++) expect(await throttleChoice(db, one.me, 1_000)).toBe(0);
		expect(await throttleChoice(db, one.me, 1_000)).toBe(2);
		expect(await throttleChoice(db, other.me, 1_000)).toBe(0);
		expect(await throttleChoice(db, one.me, 3_000)).toBe(0);
	});

	test("an edit sent twice is one version, with another text under the same id it is a conflict", async () => {
		const db = await openTestDb();
		const one = await someone(db);
		const editOf = await one.promptOf(await one.ask("Раз"));
		const edit = { ...question("Иначе"), editOf };
		const [first, second] = [await ask(db, one.me, edit), await ask(db, one.me, edit)];
		expect(second).toEqual({ ...first, outcome: "repeated" });
		expect(await ask(db, one.me, { ...edit, text: "Совсем иначе" })).toEqual({ outcome: "conflict" });
	});
});
