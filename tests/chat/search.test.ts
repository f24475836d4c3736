import { randomUUID } from "node:crypto";
import { type CompiledQuery, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { finishAnswer } from "../../app/chat/answers/finish-answer.server.ts";
import { AnswerLog } from "../../app/chat/answers/log/answer-log.server.ts";
import {
	archiveConversations,
	renameConversation,
} from "../../app/chat/conversations/change-conversation.server.ts";
import { chooseVersion } from "../../app/chat/conversations/choose-version.server.ts";
import {
	deleteConversation,
	eraseConversation,
	restoreConversations,
} from "../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { findMessages, HITS_PER_PAGE } from "../../app/chat/search/find-messages.server.ts";
import { indexMessage, searchId, termOf } from "../../app/chat/search/index-message.server.ts";
import {
	INDEX_CONVERSATION,
	indexConversationHandler,
	indexPiece,
} from "../../app/chat/search/index-old.server.ts";
import { type Piece, parseQuery, shapesOf, snippet } from "../../app/chat/search/search-terms.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { isPostgres } from "../../app/platform/db/dialect.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import { JobRunner } from "../../app/platform/jobs/job-runner.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { plansOf } from "../support/database/query-plans.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
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
	await finishAnswer(db, new AnswerLog(db), asked.answerId, "me", { state: "done" });
	return { ...asked, promptId: sent.promptId };
}

const marked = (pieces: Piece[] = []) => pieces.flatMap(({ text, hit }) => (hit ? [text] : []));
const plain = (pieces: Piece[] = []) => pieces.map(({ text }) => text).join("");

async function found(db: Db, me: string, query: string): Promise<string[]> {
	const { conversations } = await findMessages(db, me, query);
	return conversations.flatMap(({ messages }) => messages.map(({ id }) => id));
}

/** Indexes the next piece of what is not in the search yet. @returns how many texts, with the title; 0: nothing is left */
async function next(db: Db): Promise<number> {
	const conversation = await db
		.selectFrom("conversations")
		.select("id")
		.where("indexed_at", "is", null)
		.orderBy("id")
		.executeTakeFirst();
	if (!conversation) return 0;
	const { texts, isWhole } = await indexPiece(db, conversation.id, Date.now());
	return texts + (isWhole ? 1 : 0);
}

/** A conversation that an import has brought, not yet in the search. */
async function brought(db: Db, me: string, { at, texts }: { at: number; texts: string[] }) {
	const id = randomUUID();
	const own = { account_id: me, created_at: at };
	await db
		.insertInto("conversations")
		.values({ ...own, id, title: "Привезённая", updated_at: at })
		.execute();
	// Each follows another answer: they are no versions of one message.
	const prompts = texts.map((text) => ({
		...own,
		id: randomUUID(),
		conversation_id: id,
		parent_answer_id: randomUUID(),
		text,
	}));
	for (let i = 0; i < prompts.length; i += 500)
		await db
			.insertInto("prompts")
			.values(prompts.slice(i, i + 500))
			.execute();
	return { id, prompts: prompts.map((prompt) => prompt.id) };
}

/** From now on, writing this conversation into the search fails in the database itself. */
async function refuse(db: Db, conversationId: string) {
	if (!isPostgres(db)) {
		return sql
			.raw(
				`create trigger refused before insert on search_entries when new.conversation_id = '${conversationId}'
				begin select raise(abort, 'the disk is sick'); end`,
			)
			.execute(db);
	}
	await sql
		.raw(
			`create or replace function refused() returns trigger as $$ begin
			if new.conversation_id = '${conversationId}' then raise 'the disk is sick'; end if; return new; end
			$$ language plpgsql`,
		)
		.execute(db);
	await sql
		.raw("create trigger refused before insert on search_entries for each row execute function refused()")
		.execute(db);
}

const pardon = (db: Db) =>
	sql.raw(`drop trigger refused${isPostgres(db) ? " on search_entries" : ""}`).execute(db);

test.each([
	-1,
	0,
	1_763_700_000_000.5,
	Date.UTC(2100, 0, 1),
	9_007_199_254_740_991,
	1e300,
	Number.NaN,
	Number.POSITIVE_INFINITY,
	Number.NEGATIVE_INFINITY,
])("the number of a text in the search is safe whatever its time: %d", (at) => {
	for (const kind of ["title", "prompt", "answer"] as const) {
		for (let tries = 0; tries < 30; tries++) {
			const id = searchId({ at, kind }, tries);
			expect(Number.isSafeInteger(id) && Number.isSafeInteger(id + 1) && id >= 0).toBe(true);
		}
	}
});

test("a snippet reads without its Markdown: no space stays before a sign", () => {
	const query = parseQuery("переплата");
	if (!query) throw new Error("the query has no words");
	const pieces = snippet("Ниже **платёж**, но выше **переплата**. «_Срок_» — `15` лет!", query);
	expect(pieces.map(({ text }) => text).join("")).toBe("Ниже платёж, но выше переплата. «Срок» — 15 лет!");
	expect(pieces.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["переплата"]);
});

test("the words of a text of any length come in slices, and are never more than the index can keep", () => {
	const different = Array.from({ length: 200_000 }, (_, i) => `слово${i.toString(36)}`);
	const long = [...shapesOf(different.join(" "))];
	expect(long.length).toBeGreaterThan(1);
	expect(long.flat()).toHaveLength(10_000);
	const one = "оченьдлинное".repeat(100_000);
	expect(Math.max(...[...shapesOf(one)].map((slice) => slice.length))).toBeLessThanOrEqual(1);
	// Forty characters of three bytes, ten thousand times, are more than PostgreSQL takes.
	const wide = Array.from({ length: 10_000 }, (_, i) => String.fromCharCode(0x4e00 + i).repeat(40));
	const bytes = [...shapesOf(wide.join(" "))]
		.flat()
		.reduce((sum, word) => sum + Buffer.byteLength(word) + 12, 0);
	expect(bytes).toBeLessThan(1_000_000);
	expect([...shapesOf("Слово слова словом word")].flat()).toEqual(["слов", "word"]);
});

eachDatabase((openTestDb) => {
	test("texts of an absurd time, and very many of one moment, are read into the search and found", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await brought(db, me, { at: 9_007_199_254_740_000, texts: ["Зимородок"] });
		const many = await brought(db, me, {
			at: 5,
			texts: Array.from({ length: 1_500 }, (_, i) => `Удод ${i}`),
		});
		const pieces: number[] = [];
		for (let n = await next(db); n > 0; n = await next(db)) pieces.push(n);
		expect(Math.max(...pieces)).toBeLessThanOrEqual(101);
		expect(await found(db, me, "зимородок")).toHaveLength(1);
		expect(await found(db, me, "удоды")).toHaveLength(50);
		const { n } = await db
			.selectFrom("search_entries")
			.select(({ fn }) => fn.countAll<number>().as("n"))
			.where("conversation_id", "=", many.id)
			.executeTakeFirstOrThrow();
		expect(Number(n)).toBe(1_501);
	});

	test("a text that PostgreSQL would refuse for its many wide words is found", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const wide = Array.from({ length: 10_000 }, (_, i) => String.fromCharCode(0x4e00 + i).repeat(40));
		await brought(db, me, { at: 1, texts: [`Синица ${wide.join(" ")}`] });
		for (let n = await next(db); n > 0; n = await next(db));
		expect(await found(db, me, "синицы")).toHaveLength(1);
	});

	test("long texts are read one at a time, short ones a hundred", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const long = `Филин ${"ау ".repeat(80_000)}`;
		await brought(db, me, { at: 1, texts: [long, long, long] });
		const pieces: number[] = [];
		for (let n = await next(db); n > 0; n = await next(db)) pieces.push(n);
		expect(pieces).toEqual([1, 1, 2]);
		expect(await found(db, me, "филины")).toHaveLength(3);
	});

	test("a conversation that cannot be read is left alone after three tries, and holds up no other", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const sick = await brought(db, me, { at: 1, texts: ["Больная сова"] });
		await refuse(db, sick.id);
		const healthy = await brought(db, me, { at: 1, texts: ["Здоровая сова"] });
		const key = (row: { id: string }) => ({ kind: INDEX_CONVERSATION, key: row.id });
		// It stands: what has failed is not due again within the same run, however long that takes.
		const now = Date.now();
		const clock = () => now;
		await enqueue(db, [key(sick), key(healthy)], clock);
		const handlers = [indexConversationHandler(db)];
		for (const failed of [1, 2, 3]) {
			const errors = Array.from({ length: 1 }, () => expect.anything());
			await expect(runDueJobs(db, handlers, clock)).rejects.toMatchObject({ errors });
			expect(await db.selectFrom("jobs").select(["key", "tries"]).execute()).toEqual([
				{ key: sick.id, tries: failed },
			]);
			await db.updateTable("jobs").set({ due_at: 0 }).execute();
		}
		await pardon(db);
		expect(await runDueJobs(db, handlers, clock)).toEqual([]);
		await new JobRunner(db, handlers, {
			owner: "server",
			log: { onError: () => {}, onGiveUp: () => {} },
		}).reconcile();
		expect(await runDueJobs(db, handlers, clock)).toEqual([]);
		expect(await found(db, me, "совы")).toHaveLength(1);
	});

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

	test("a stress, a soft hyphen and what has no width are within a word, which is marked with them", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const answer = "Пере\u00adнос сло\u200bва, по\u0301том ключ\ufeffи";
		const castle = await talk(db, me, "Старинный за\u0301мок", answer);
		for (const query of ["замок", "за\u0301мок", "за\u00adмок", "за\u200dмок"])
			expect([query, await found(db, me, query)]).toEqual([query, [castle.promptId]]);
		expect(await found(db, me, "мок")).toEqual([]);
		const markedBy = async (query: string) =>
			marked((await findMessages(db, me, query)).conversations[0]?.messages[0]?.pieces);
		expect(await markedBy("замок")).toEqual(["за\u0301мок"]);
		expect(await markedBy("переносы слов")).toEqual(["Пере\u00adнос", "сло\u200bва"]);
		// Patterns take this character for whitespace, so a snippet leaves it out.
		expect(await markedBy("ключ")).toEqual(["ключи"]);
	});

	test("a title that came in decomposed letters is found and marked", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Вопрос");
		const title = "Зелёный чай с о\u0301бувью".normalize("NFD");
		await renameConversation(db, me, conversationId, title);
		for (const [query, word] of [
			["зелёный", "Зелёный"],
			["чай", "чай"],
			["обувь", "о\u0301бувью"],
		] as const) {
			const { titles } = await findMessages(db, me, query);
			expect([query, marked(titles[0]?.title)]).toEqual([query, [word.normalize("NFD")]]);
			expect(plain(titles[0]?.title)).toBe(title);
		}
	});

	test("a word typed to its end that fills a page is taken for a whole one, on every page", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Начало");
		for (let at = 1; at <= HITS_PER_PAGE + 20; at++) {
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

	test("a word in very many texts is taken for a whole one among the titles, and titles are found by their index", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const [cat, boilers] = [await talk(db, me, "Первый"), await talk(db, me, "Второй")];
		await renameConversation(db, me, cat.conversationId, "Кот учёный");
		await renameConversation(db, me, boilers.conversationId, "Котельные Казани");
		const titlesOf = async (query: string) => (await findMessages(db, me, query)).titles.map(({ id }) => id);
		expect(await titlesOf("кот")).toHaveLength(2);
		// PostgreSQL searches in a process of its own.
		if (isPostgres(db)) return;
		const write = (first: number, last: number) =>
			db.transaction().execute(async (trx) => {
				const numbers = sql`with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${last})`;
				await sql`${numbers} insert into search_entries (id, account_id, conversation_id, kind, message_id)
					select n, ${me}, ${cat.conversationId}, 'prompt', 'prompt-' || n from numbers`.execute(trx);
				await sql`${numbers} insert into search_words (rowid, words)
					select n, ${termOf(me, "кот")} from numbers`.execute(trx);
			});
		// With the title itself 9,999 texts.
		await write(1, 9_998);
		expect(await titlesOf("кот")).toHaveLength(2);
		await write(9_999, 9_999);
		expect(await titlesOf("кот")).toEqual([cat.conversationId]);
		expect(await titlesOf("учёный кот")).toEqual([cat.conversationId]);
		expect(await titlesOf("котел")).toEqual([boilers.conversationId]);
		const plans = await plansOf(db, () => titlesOf("кот"), "SQLite");
		expect(plans.filter((plan) => plan.includes("search_entries_titles"))).toHaveLength(1);
	});

	test("check 54: words without number of one beginning are not all merged for a search, and others find theirs", async () => {
		const db = await openTestDb();
		const [me, other] = [await somebody(db), await somebody(db)];
		const [own, others] = [await talk(db, me, "Привоз"), await talk(db, other, "Привет")];
		for (let at = 0; at < 6; at++) {
			const text = Array.from({ length: 9_000 }, (_, i) => `прив${at * 9_000 + i}`).join(" ");
			const row = { accountId: me, conversationId: own.conversationId, kind: "answer", at, text } as const;
			await indexMessage(db, { ...row, messageId: randomUUID() });
		}
		const asked = vi.spyOn(db.getExecutor(), "executeQuery");
		expect((await found(db, me, "прив")).length).toBeGreaterThan(0);
		const parameters = asked.mock.calls.flatMap(([query]) => (query as CompiledQuery).parameters);
		asked.mockRestore();
		// PostgreSQL searches in a process of its own.
		if (!isPostgres(db)) expect(parameters.filter((one) => /\*$/.test(String(one)))).toEqual([]);
		expect(await found(db, me, "привоз")).toEqual([own.promptId]);
		expect(await found(db, other, "прив")).toEqual([others.promptId]);
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
			await findMessages(db, me, query);
		}
		expect(await found(db, me, "слово*'\"&|!()")).toHaveLength(1);
	});

	test("a renamed conversation is found by its new title and not by the old one", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Вопрос");
		await renameConversation(db, me, conversationId, "Поездка в Казань");
		const { titles, conversations } = await findMessages(db, me, "казани");
		expect([titles.map(({ id }) => id), conversations]).toEqual([[conversationId], []]);
		expect(marked(titles[0]?.title)).toEqual(["Казань"]);
		await renameConversation(db, me, conversationId, "Отпуск");
		expect((await findMessages(db, me, "казань")).titles).toEqual([]);
	});

	test("titles come first and are not among the messages, with the time and the archive", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const named = await talk(db, me, "Вопрос", "Ответ");
		await renameConversation(db, me, named.conversationId, "Прогулка по Казани");
		const written = await talk(db, me, "Поездка", "Казань стоит на Волге");
		await archiveConversations(db, me, [named.conversationId], true);
		const { titles, conversations } = await findMessages(db, me, "казань");
		expect(titles.map(({ id, archived, messages }) => [id, archived, messages])).toEqual([
			[named.conversationId, true, []],
		]);
		expect(conversations.map(({ id, archived }) => [id, archived])).toEqual([
			[written.conversationId, false],
		]);
		const { created_at } = await db
			.selectFrom("answers")
			.select("created_at")
			.where("id", "=", written.answerId)
			.executeTakeFirstOrThrow();
		expect(conversations[0]?.messages).toMatchObject([
			{ id: written.answerId, at: Number(created_at), hidden: false },
		]);
		// On a later page there are messages alone.
		expect((await findMessages(db, me, "казань", `whole.${Number.MAX_SAFE_INTEGER}`)).titles).toEqual([]);
	});

	test("of the versions of a message one is found, the shown one; a hidden one is marked", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const first = await talk(db, me, "Где зимуют раки?", "Раки зимуют в норах");
		const edit = async (text: string) => {
			const sent = { ...question(text), editOf: first.promptId };
			const asked = await ask(db, me, sent);
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			await db.updateTable("answers").set({ lease_owner: "me" }).where("id", "=", asked.answerId).execute();
			await db
				.insertInto("answer_log")
				.values({ answer_id: asked.answerId, seq: 1, kind: "text", body: `Раки: ${text}`, written_at: 0 })
				.execute();
			await finishAnswer(db, new AnswerLog(db), asked.answerId, "me", { state: "done" });
			return { ...asked, promptId: sent.promptId };
		};
		const second = await edit("Где зимуют раки и щуки?");
		const third = await edit("А где окуни?");
		await chooseVersion(db, me, first.answerId);
		const hits = async (query: string) => {
			const { conversations } = await findMessages(db, me, query);
			return conversations.flatMap(({ messages }) => messages.map(({ id, hidden }) => [id, hidden]));
		};
		expect(await hits("раки")).toEqual([
			[first.answerId, false],
			[first.promptId, false],
		]);
		// The shown version does not have the word.
		expect(await hits("щуки")).toEqual([
			[second.answerId, true],
			[second.promptId, true],
		]);
		await chooseVersion(db, me, third.answerId);
		expect(await hits("раки")).toEqual([
			[third.answerId, false],
			[second.promptId, true],
		]);
		// What follows a hidden version is hidden as well.
		const below = { ...question("Сом?", first.conversationId), after: first.answerId };
		const asked = await ask(db, me, below);
		if (asked.outcome !== "asked") throw new Error(asked.outcome);
		expect(await hits("сом")).toEqual([[below.promptId, false]]);
		await chooseVersion(db, me, third.answerId);
		expect(await hits("сом")).toEqual([[below.promptId, true]]);
	});

	test("what is deleted is found no more, unless it is restored, and leaves nothing in the index", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { conversationId } = await talk(db, me, "Первое слово", "Второе слово");
		await deleteConversation(db, me, conversationId);
		expect((await findMessages(db, me, "слово")).conversations).toEqual([]);
		await restoreConversations(db, me, [conversationId]);
		expect((await findMessages(db, me, "слово")).conversations).toHaveLength(1);
		await deleteConversation(db, me, conversationId);
		await eraseConversation(db, conversationId);
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
		const ids = Array.from({ length: HITS_PER_PAGE * 2 + 7 }, () => randomUUID());
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
					parent_answer_id: i === 0 ? answerId : randomUUID(),
					text: i % 2 ? `Давность ${i}` : "…",
					parts: null,
					created_at: i,
				})),
			)
			.execute();
		await db.deleteFrom("search_entries").execute();
		await db.updateTable("conversations").set({ indexed_at: null }).execute();
		const read: number[] = [];
		for (let n = await next(db); n > 0; n = await next(db)) read.push(n);
		expect(read).toEqual([100, 100, 53]);
		expect(await found(db, me, "давностью")).toHaveLength(50);
		expect(await found(db, me, "давний")).toContain(answerId);
		expect(await db.selectFrom("search_entries").select("id").execute()).toHaveLength(253);
	});

	test("a piece of many messages lets others have the process in between", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await brought(db, me, {
			at: 1,
			texts: Array.from({ length: 60 }, (_, i) => `Зимородок ${i} `.repeat(250)),
		});
		let turns = 0;
		const count = () => {
			turns++;
			immediate = setImmediate(count);
		};
		let immediate = setImmediate(count);
		expect(await next(db)).toBeGreaterThan(40);
		clearImmediate(immediate);
		expect(turns).toBeGreaterThan(5);
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
		await finishAnswer(db, new AnswerLog(db), answerId, "me", { state: "done" });
		expect(await found(db, me, "начало продолжения")).toEqual([answerId]);
	});
});
