import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { AnswerLog } from "../../app/chat/answer-log.server.ts";
import { ask } from "../../app/chat/ask.server.ts";
import { deleteConversation, renameConversation } from "../../app/chat/conversation-acts.server.ts";
import { FOUND_PAGE, findMessages } from "../../app/chat/search/find-messages.server.ts";
import { indexMessage } from "../../app/chat/search/index-message.server.ts";
import { indexNext } from "../../app/chat/search/index-old.server.ts";
import type { Piece } from "../../app/chat/search/words.ts";
import { settleAnswer } from "../../app/chat/settle-answer.server.ts";
import type { Db } from "../../app/db/connection.server.ts";
import { isPostgres } from "../../app/db/dialect.server.ts";
import { eachDatabase } from "../support/databases.ts";
import { question, somebody } from "./people.ts";

/** Asks and has it answered. */
async function talk(db: Db, me: string, text: string, answer = "", conversationId: string | null = null) {
	const sent = question(text, conversationId);
	const asked = await ask(db, me, sent);
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	await db.updateTable("answers").set({ lease_owner: "me" }).where("id", "=", asked.answerId).execute();
	await db
		.insertInto("answer_log")
		.values({ answer_id: asked.answerId, seq: 1, kind: "text", body: answer, written_at: 0 })
		.execute();
	await settleAnswer(db, new AnswerLog(db), asked.answerId, "me", { state: "done" });
	return { ...asked, promptId: sent.promptId };
}

const marked = (pieces: Piece[] = []) => pieces.flatMap(({ text, hit }) => (hit ? [text] : []));
const plain = (pieces: Piece[] = []) => pieces.map(({ text }) => text).join("");

async function found(db: Db, me: string, query: string): Promise<string[]> {
	const { conversations } = await findMessages(db, me, query);
	return conversations.flatMap(({ messages }) => messages.map(({ id }) => id));
}

eachDatabase((openTestDb) => {
	test("a word is found in any of its forms, in prompts and in answers, and is marked as it stands", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const one = await talk(
			db,
			me,
			"Сравните **ипотеку** на 15 лет",
			"Чем длиннее срок ипотеки, тем ниже платёж.",
		);
		await talk(db, me, "Рецепт борща", "Свёкла, капуста.");
		for (const form of ["ипотека", "ИПОТЕКОЙ", "платежи ипотека", "ипот"]) {
			expect([form, await found(db, me, form)]).toEqual([form, expect.arrayContaining([one.answerId])]);
		}
		const { conversations } = await findMessages(db, me, "ипотекой");
		expect(conversations.map(({ id }) => id)).toEqual([one.conversationId]);
		const [answer, prompt] = conversations[0]?.messages ?? [];
		expect([answer?.kind, marked(answer?.pieces)]).toEqual(["answer", ["ипотеки"]]);
		expect([prompt?.id, marked(prompt?.pieces)]).toEqual([one.promptId, ["ипотеку"]]);
		expect(plain(prompt?.pieces)).toBe("Сравните ипотеку на 15 лет");
		expect(marked(conversations[0]?.title)).toEqual(["ипотеку"]);
	});

	test("all words must stand in it, «ё» is «е», common words alone are looked for too", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const tea = await talk(db, me, "Как быть с зелёным чаем?");
		expect(await found(db, me, "зеленый чай")).toEqual([tea.promptId]);
		expect(await found(db, me, "зелёный кофе")).toEqual([]);
		expect(await found(db, me, "как")).toEqual([tea.promptId]);
		expect(await found(db, me, "как же зелёный")).toEqual([tea.promptId]);
	});

	test("a word typed to its end that fills a page is taken for a whole one, on every page", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Начало");
		for (let at = 1; at <= FOUND_PAGE + 20; at++) {
			const text = at % 7 === 0 ? "домовой" : "дом";
			const messageId = randomUUID();
			await indexMessage(db, { accountId: me, conversationId, kind: "answer", messageId, at, text });
		}
		const first = await findMessages(db, me, "дом");
		const second = await findMessages(db, me, "дом", first.next);
		const count = (page: typeof first) => page.conversations.flatMap(({ messages }) => messages).length;
		expect([count(first), count(second), second.next]).toEqual([50, 10, null]);
		expect(count(await findMessages(db, me, "домово"))).toBe(10);
	});

	test("check 40: nobody finds another's words", async () => {
		const db = await openTestDb();
		const [me, other] = [await somebody(db), await somebody(db)];
		await talk(db, me, "Тайна");
		expect(await found(db, other, "тайна")).toEqual([]);
		expect(await found(db, other, "тай")).toEqual([]);
	});

	test("check 54: no query fails, and none is a command", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await talk(db, me, "Слово");
		const odd = [
			'"',
			"'",
			"слово*",
			"a OR b",
			"NEAR(a b)",
			"слово' | 'x",
			":*",
			"-",
			"и",
			"\0",
			"\ud800",
			"%",
			"x:y",
			"{",
			"(".repeat(5),
			"слово AND",
		];
		for (const query of [
			...odd,
			"",
			" ",
			...["a", "[", "я ", "😀", "a ", "'"].map((piece) => piece.repeat(100_000 / piece.length)),
		]) {
			const began = performance.now();
			await findMessages(db, me, query);
			expect(performance.now() - began).toBeLessThan(200);
		}
		expect(await found(db, me, "слово*'\"&|!()")).toHaveLength(1);
	});

	test("a renamed conversation is found by its new title and not by the old one", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Вопрос");
		await renameConversation(db, me, conversationId, "Поездка в Казань");
		const { conversations } = await findMessages(db, me, "казани");
		expect(conversations.map(({ id, messages }) => [id, messages])).toEqual([[conversationId, []]]);
		await renameConversation(db, me, conversationId, "Отпуск");
		expect((await findMessages(db, me, "казань")).conversations).toEqual([]);
	});

	test("what is deleted is found no more, and leaves nothing in the index", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Первое слово", "Второе слово");
		await deleteConversation(db, me, conversationId);
		expect((await findMessages(db, me, "слово")).conversations).toEqual([]);
		expect(await db.selectFrom("search_entries").select("id").execute()).toEqual([]);
		if (isPostgres(db)) return;
		const { rows } =
			await sql`select rowid from search_words where search_words match ${`"${me.replaceAll("-", "").slice(0, 12)}"*`}`.execute(
				db,
			);
		expect(rows).toEqual([]);
	});

	test("pages go back in time and miss nothing", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Начало");
		const ids = Array.from({ length: FOUND_PAGE * 2 + 7 }, () => randomUUID());
		for (const [i, messageId] of ids.entries()) {
			// Some of the same moment, as an import brings them.
			await indexMessage(db, {
				accountId: me,
				conversationId,
				kind: "answer",
				messageId,
				at: 1_000 + Math.floor(i / 3),
				text: "повтор",
			});
		}
		const seen: string[] = [];
		let after: string | null = null;
		do {
			const page = await findMessages(db, me, "повторы", after);
			seen.push(...page.conversations.flatMap(({ messages }) => messages.map(({ id }) => id)));
			after = page.next;
		} while (after);
		expect(seen.toSorted()).toEqual(ids.toSorted());
		expect((ids as string[]).indexOf(seen[0] ?? "")).toBeGreaterThan(ids.length - 4);
	});

	test("what was written before the search is read into it in pieces, once", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId, answerId } = await talk(db, me, "Давний вопрос", "Давний ответ");
		await db
			.insertInto("prompts")
			.values(
				Array.from({ length: 250 }, (_, i) => ({
					id: randomUUID(),
					conversation_id: conversationId,
					account_id: me,
					parent_answer_id: answerId,
					text: i % 2 ? `Давность ${i}` : "…",
					parts: null,
					created_at: i,
				})),
			)
			.execute();
		await db.deleteFrom("search_entries").execute();
		await db.updateTable("conversations").set({ indexed_at: null }).execute();
		const read: number[] = [];
		for (let n = await indexNext(db); n > 0; n = await indexNext(db)) read.push(n);
		expect(read).toEqual([100, 100, 53]);
		expect(await found(db, me, "давностью")).toHaveLength(50);
		expect(await found(db, me, "давний")).toContain(answerId);
		expect(await db.selectFrom("search_entries").select("id").execute()).toHaveLength(253);
	});

	test("an answer that was continued is found by all of its words, once", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { answerId } = await talk(db, me, "Вопрос", "Начало");
		await db.updateTable("answers").set({ state: "writing", lease_owner: "me" }).execute();
		await db
			.insertInto("answer_log")
			.values({ answer_id: answerId, seq: 2, kind: "text", body: " и продолжение", written_at: 0 })
			.execute();
		await settleAnswer(db, new AnswerLog(db), answerId, "me", { state: "done" });
		expect(await found(db, me, "начало продолжения")).toEqual([answerId]);
	});
});
