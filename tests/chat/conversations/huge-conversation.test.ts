import { afterEach, describe, expect, test } from "vitest";
import { buildModelRequest, NOT_BEGUN } from "../../../app/chat/context/model-request.server.ts";
import { chooseVersion } from "../../../app/chat/conversations/choose-version.server.ts";
import {
	deleteConversation,
	eraseConversation,
} from "../../../app/chat/conversations/delete-conversation.server.ts";
import {
	exportJson,
	exportMarkdown,
	findExported,
} from "../../../app/chat/export/export-conversation.server.ts";
import { throttleExport, throttleMessageExport } from "../../../app/chat/export/export-throttle.server.ts";
import type { ExportedAnswer } from "../../../app/chat/export/text-with-steps.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { textStream } from "../../../app/platform/http/text-stream.server.ts";
import { exportData } from "../../../app/privacy/export-data.server.ts";
import { rowsOfChat } from "../../privacy/history.ts";
import { countQueries } from "../../support/database/counted-db.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";
import { converse } from "./long-conversation.ts";

const MODEL = { contextTokens: 32_000, answerTokens: 4_096 };
/** More than a portion, with what ids and other columns take. */
const A_BATCH = 400_000;

const stops: (() => void)[] = [];
afterEach(() => {
	for (const stop of stops.splice(0)) stop();
});
const watch = (db: Db) => {
	const watched = countQueries(db);
	stops.push(watched.stop);
	return watched;
};

const textOf = async (pieces: AsyncGenerator<string>) => new Response(textStream(pieces)).text();
const exported = async (db: Db, me: string, id: string) => {
	const [found] = await findExported(db, me, [id]);
	if (!found) throw new Error("There is no such conversation.");
	return found;
};

describe("a conversation of thousands of exchanges", () => {
	eachDatabase((openTestDb) => {
		test("is told to the model from its end, and not read further than the model can", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const talk = await converse(db, me, 1_200, (i) => ({
				asked: `Вопрос ${i}`,
				answered: `Ответ ${i} ${"слово ".repeat(150)}`,
				reasoning: "думаю ".repeat(2_000),
			}));
			const watched = watch(db);
			const last = { id: talk.answers.at(-1) ?? "", account_id: me, conversation_id: talk.id };
			const { messages, pairs, cut } = (await buildModelRequest(watched.db, last, NOT_BEGUN, "", MODEL)).fit(
				1_000,
			);
			expect(messages.at(-1)).toEqual({ role: "user", content: "Вопрос 1199" });
			expect(messages.at(-3)?.content).toBe("Вопрос 1198");
			expect(messages[0]?.content).toBe(`Вопрос ${1_200 - pairs}`);
			expect(pairs).toBeGreaterThan(60);
			expect(pairs).toBeLessThan(200);
			expect(cut).toBeGreaterThan(0);
			// It was 1 000 exchanges with their reasoning, some 14 million letters.
			expect(watched.counts.characters).toBeLessThan(300_000);
			expect(watched.counts.rows).toBeLessThan(600);
			expect(watched.counts.queries).toBeLessThan(12);
			expect((await buildModelRequest(db, last, NOT_BEGUN, "", MODEL)).fit(3)).toMatchObject({ pairs: 3 });
		});

		test("a few long questions do not come all at once either, and one that fills the window ends the reading", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const talk = await converse(db, me, 30, (i) => ({
				asked: `Вопрос ${i}`,
				answered: "длинно ".repeat(140_000),
			}));
			const watched = watch(db);
			const last = { id: talk.answers.at(-1) ?? "", account_id: me, conversation_id: talk.id };
			const { pairs, cut } = (
				await buildModelRequest(watched.db, last, { ...NOT_BEGUN, tail: "Начало" }, "", MODEL)
			).fit(1_000);
			expect([pairs, cut > 0]).toEqual([1, true]);
			expect(watched.counts.characters).toBeLessThan(2_100_000);
		});

		test("is chosen in pages of ids, and marked only where it forks", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const talk = await converse(db, me, 2_600, (i) => ({ asked: `Вопрос ${i}`, answered: `Ответ ${i}` }));
			const [root = "", second = ""] = talk.answers;
			const old = await db
				.selectFrom("answers")
				.select("prompt_id")
				.where("id", "=", second)
				.executeTakeFirstOrThrow();
			const edited = await ask(db, me, { ...question("Иначе"), editOf: old.prompt_id }, 5_000);
			if (edited.outcome !== "asked") throw new Error(edited.outcome);
			await db.updateTable("answers").set({ state: "done" }).where("id", "=", edited.answerId).execute();

			const watched = watch(db);
			expect(await chooseVersion(watched.db, me, second, 6_000)).toEqual({
				outcome: "chosen",
				conversationId: talk.id,
			});
			expect((await exported(db, me, talk.id)).tip).toBe(talk.answers.at(-1));
			expect(watched.counts.maxRows).toBeLessThanOrEqual(500);
			expect(watched.counts.maxCharactersPerTick).toBeLessThan(200_000);
			// From the end up again, all the way: there is one fork, and it shows this branch already.
			await chooseVersion(watched.db, me, talk.answers.at(-1) ?? "", 7_000);
			await chooseVersion(watched.db, me, root, 8_000);
			expect((await exported(db, me, talk.id)).tip).toBe(talk.answers.at(-1));
			const marked = await db.selectFrom("answers").select("id").where("chosen_at", "is not", null).execute();
			expect(marked).toEqual([{ id: second }]);
			// Whoever asks from the beginning of it goes on at its end.
			const asked = await ask(watched.db, me, { ...question("Дальше", talk.id), after: root }, 9_000);
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			const prompt = await db
				.selectFrom("prompts as p")
				.innerJoin("answers as a", "a.prompt_id", "p.id")
				.select("p.parent_answer_id")
				.where("a.id", "=", asked.answerId)
				.executeTakeFirstOrThrow();
			expect(prompt.parent_answer_id).toBe(talk.answers.at(-1));
			expect(watched.counts.maxRows).toBeLessThanOrEqual(500);
		});

		test("becomes a file in portions, whole, and others get a turn between them", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const talk = await converse(db, me, 1_300, (i) => ({
				asked: `Вопрос ${i}`,
				answered: `Ответ ${i} ${"слово ".repeat(300)}`,
				reasoning: "думаю ".repeat(100),
			}));
			const watched = watch(db);
			const found = await exported(db, me, talk.id);
			const markdown = await textOf(exportMarkdown(watched.db, me, found, { prompt: "Вы", answer: "Он" }));
			expect(markdown.match(/^Вопрос \d+$/gm)).toEqual(
				Array.from({ length: 1_300 }, (_, i) => `Вопрос ${i}`),
			);
			expect(markdown.match(/^## Он$/gm)).toHaveLength(1_300);
			const json = JSON.parse(await textOf(exportJson(watched.db, me, found)));
			expect(json.prompts).toHaveLength(1_300);
			expect(json.prompts[1_299]).toMatchObject({
				afterAnswerId: talk.answers[1_298],
				text: "Вопрос 1299",
				answers: [{ id: talk.answers[1_299], state: "done" }],
			});
			const { maxCharacters, maxRows, maxCharactersPerTick } = watched.counts;
			expect(maxCharacters).toBeLessThan(A_BATCH);
			expect(maxRows).toBeLessThanOrEqual(1_300);
			expect(maxCharactersPerTick).toBeLessThan(2 * A_BATCH);
		});

		test.each([
			["answers", "длинно ".repeat(140_000), ""],
			["reasoning", "Ответ", "длинно ".repeat(140_000)],
		])(
			"with huge %s is in memory one message at a time, as a file and among all one's data",
			async (_of, answered, reasoning) => {
				const db = await openTestDb();
				const me = await somebody(db);
				const talk = await converse(db, me, 12, (i) => ({ asked: `Вопрос ${i}`, answered, reasoning }));
				const found = await exported(db, me, talk.id);
				const letters = 12 * 7 * 140_000;
				const names = { prompt: "Вы", answer: "Он" };
				const whole = (one: ExportedAnswer) => one.reasoning + one.text;
				const ways: ((db: Db) => Promise<string>)[] = [
					(db) => textOf(exportMarkdown(db, me, found, names, undefined, whole)),
					(db) => textOf(exportJson(db, me, found)),
					(db) => new Response(exportData(db, me)).text(),
				];
				for (const way of ways) {
					const watched = watch(db);
					expect((await way(watched.db)).length).toBeGreaterThan(letters);
					expect(watched.counts.maxCharacters).toBeLessThan(1_000_000);
					watched.stop();
				}
			},
		);

		test("is not read further once the reader has hung up, nor before it has taken what there is", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const talk = await converse(db, me, 2_000, (i) => ({
				asked: `Вопрос ${i}`,
				answered: "слово ".repeat(500),
			}));
			const found = await exported(db, me, talk.id);
			for (const make of [
				exportJson,
				(db: Db) => exportMarkdown(db, me, found, { prompt: "1", answer: "2" }),
			]) {
				const watched = watch(db);
				const reader = textStream(make(watched.db, me, found)).getReader();
				for (let i = 0; i < 3; i++) await reader.read();
				for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
				expect(watched.counts.characters).toBeLessThan(1_200_000);
				await reader.cancel();
				const then = watched.counts.characters;
				for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
				expect(watched.counts.characters).toBe(then);
				watched.stop();
			}
		});

		test("is deleted in portions, and with it nothing of another one", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const textsOf = (i: number) => ({ asked: `Вопрос ${i}`, answered: `Ответ ${i}` });
			const [talk, other] = [await converse(db, me, 1_700, textsOf), await converse(db, me, 3, textsOf)];
			let most = 0;
			const watched = db.withPlugin({
				transformQuery: ({ node }) => node,
				transformResult: async ({ result }) => {
					most = Math.max(most, Number(result.numAffectedRows ?? 0));
					return result;
				},
			});
			expect(await deleteConversation(watched, await somebody(db), talk.id)).toEqual({
				outcome: "no-such-conversation",
			});
			expect(await rowsOfChat(db, me)).toBe(2 * 1_703 + 2);
			expect(await deleteConversation(watched, me, talk.id)).toMatchObject({ outcome: "deleted" });
			expect(await rowsOfChat(db, me)).toBe(2 * 1_703 + 2);
			await eraseConversation(watched, talk.id);
			expect(most).toBe(500);
			expect(await rowsOfChat(db, me)).toBe(7);
			expect((await exported(db, me, other.id)).tip).toBe(other.answers[2]);
		});

		test("ten files at once, then one in half a minute", async () => {
			const db = await openTestDb();
			const [me, other] = [await somebody(db), await somebody(db)];
			for (let i = 0; i < 10; i++) expect(await throttleExport(db, me, 1_000)).toBe(0);
			expect(await throttleExport(db, me, 1_000)).toBe(30);
			expect(await throttleExport(db, other, 1_000)).toBe(0);
			expect(await throttleExport(db, me, 31_000)).toBe(0);
		});

		test("a hundred single messages at once, then one in a second, apart from files", async () => {
			const db = await openTestDb();
			const [me, other] = [await somebody(db), await somebody(db)];
			for (let i = 0; i < 100; i++) expect(await throttleMessageExport(db, me, 1_000)).toBe(0);
			expect(await throttleMessageExport(db, me, 1_000)).toBe(1);
			expect(await throttleMessageExport(db, other, 1_000)).toBe(0);
			expect(await throttleExport(db, me, 1_000)).toBe(0);
			expect(await throttleMessageExport(db, me, 2_000)).toBe(0);
		});
	});
});
