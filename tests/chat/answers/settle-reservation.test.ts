import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AnswerEnd } from "../../../app/chat/answers/answer-end.ts";
import { LEASE_MS } from "../../../app/chat/answers/lease.server.ts";
import { deleteConversation } from "../../../app/chat/conversations/delete-conversation.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { continueAnswer, regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question } from "../people.ts";
import { HOUR, NOON, someoneWith } from "./worker-dependencies.ts";

const USED = { used: 1, reserved: 0, left: 9 };
const FREE = { used: 0, reserved: 0, left: 10 };

const done: AnswerEnd = { state: "done", finish: "stop" };
const stopped: AnswerEnd = { state: "stopped" };
const interrupted: AnswerEnd = { state: "interrupted", failure: "cut-off" };

describe("what counts", () => {
	eachDatabase((openTestDb) => {
		const start = async () => {
			const db = await openTestDb();
			return { db, one: await someoneWith(db, 10) };
		};

		test.each<[string, string, AnswerEnd, object]>([
			["a whole answer", "Ответ.", done, USED],
			["an answer as long as allowed", "Ответ", { state: "done", finish: "length" }, USED],
			["a stopped answer with some text", "От", stopped, USED],
			["a stopped answer without a word", "", stopped, FREE],
			["a stopped answer of spaces", " \n", stopped, FREE],
			["a failed answer", "", { state: "failed", failure: "unreachable" }, FREE],
			["an empty answer", "", { state: "failed", failure: "empty" }, FREE],
			["a filtered answer", "", { state: "done", finish: "filtered" }, FREE],
			["an answer that was filtered in mid-sentence", "От", { state: "done", finish: "filtered" }, FREE],
			["an interrupted answer", "От", interrupted, USED],
		])("%s", async (_what, text, end, counts) => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			expect(await one.counts()).toEqual({ used: 0, reserved: 1, left: 9 });
			await one.write(answerId, text, end);
			expect(await one.counts()).toEqual(counts);
			await expectBooksToBalance(db, one.me);
		});

		test.each<[string, string, AnswerEnd, object]>([
			["stopped while the model thinks aloud", "Думаю", stopped, USED],
			["stopped after a blank thought", " \n", stopped, FREE],
			[
				"thoughts and no answer, by the model's own end",
				"Думаю",
				{ state: "failed", failure: "empty" },
				FREE,
			],
			["thoughts, and the connection is lost", "Думаю", { state: "failed", failure: "cut-off" }, FREE],
			["thoughts, and the model will not answer", "Думаю", { state: "done", finish: "filtered" }, FREE],
		])("an answer without a word: %s", async (_what, reasoning, end, counts) => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "", end, { reasoning });
			expect(await one.counts()).toEqual(counts);
			await expectBooksToBalance(db, one.me);
		});

		test("thoughts of before the stop do not make a continuation cost a message that brought nothing", async () => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", stopped, { reasoning: "Думаю" });
			await continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms);
			await one.write(answerId, "", stopped);
			expect(await one.counts()).toEqual(USED);
		});

		test("the same question sent twice is one message", async () => {
			const { db, one } = await start();
			const sent = question("Вопрос");
			await ask(db, one.me, sent, NOON, one.terms);
			expect(await ask(db, one.me, sent, NOON, one.terms)).toMatchObject({ outcome: "repeated" });
			expect(await one.counts()).toMatchObject({ reserved: 1 });
		});

		test("another version of the question and of the answer are a message each, a repeat is none", async () => {
			const { db, one } = await start();
			const sent = question("Вопрос");
			const first = await ask(db, one.me, sent, NOON, one.terms);
			if (first.outcome !== "asked") throw new Error(first.outcome);
			await one.write(first.answerId, "Ответ", done);
			const edited = { ...question("Иначе"), editOf: sent.promptId };
			const second = await ask(db, one.me, edited, NOON, one.terms);
			if (second.outcome !== "asked") throw new Error(second.outcome);
			await one.write(second.answerId, "Ответ", done);
			const attempt = randomUUID();
			for (const outcome of ["asked", "repeated"])
				expect(
					await regenerateAnswer(db, one.me, second.answerId, attempt, "test-model", NOON, one.terms),
				).toMatchObject({ outcome });
			expect(await one.counts()).toEqual({ used: 2, reserved: 1, left: 7 });
			await expectBooksToBalance(db, one.me);
		});

		test.each<[string, AnswerEnd, number]>([
			["interrupted", interrupted, 0],
			["stopped", stopped, 1],
			["as long as allowed", { state: "done", finish: "length" }, 1],
		])("going on with an answer that was %s", async (_what, end, price) => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", end);
			const attempt = randomUUID();
			const goOn = () => continueAnswer(db, one.me, answerId, attempt, NOON, one.terms);
			expect(await goOn()).toMatchObject({ outcome: "asked" });
			expect(await one.counts()).toEqual({ used: 1, reserved: price, left: 9 - price });
			await one.write(answerId, " и конец", done);
			expect(await one.counts()).toEqual({ used: 1 + price, reserved: 0, left: 9 - price });
			await expectBooksToBalance(db, one.me);
		});

		test("a continuation that costs a message needs a plan with its model; what was paid for goes on by it", async () => {
			const { one, db } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", interrupted);
			const goOn = (model: string) =>
				continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms, (id) => id === model);
			expect(await goOn("another")).toMatchObject({ outcome: "asked" });
			await one.write(answerId, ", середина", stopped);
			expect(await goOn("another")).toEqual({ outcome: "model-of-another-plan" });
			expect(await one.counts()).toEqual(USED);
			expect(await goOn("test-model")).toMatchObject({ outcome: "asked" });
		});

		test("the same «Продолжить» once more begins nothing, also when its answer was stopped again", async () => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", stopped);
			const attempt = randomUUID();
			const goOn = () => continueAnswer(db, one.me, answerId, attempt, NOON, one.terms);
			await goOn();
			await one.write(answerId, ", середина", stopped);
			expect(await goOn()).toMatchObject({ outcome: "repeated", answerId });
			expect(await one.counts()).toEqual({ used: 2, reserved: 0, left: 8 });
		});

		test.each<[string, AnswerEnd]>([
			["is as long as allowed", { state: "done", finish: "length" }],
			["was stopped", stopped],
		])("the same free «Продолжить» once more costs nothing when its answer %s by then", async (_how, end) => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", interrupted);
			const attempt = randomUUID();
			const goOn = (seen: AnswerEnd["state"]) => {
				const allowed = [undefined, undefined, undefined] as const;
				return continueAnswer(db, one.me, answerId, attempt, NOON, one.terms, ...allowed, seen);
			};
			expect(await goOn("interrupted")).toMatchObject({ outcome: "asked" });
			await one.write(answerId, ", середина", end);
			expect(await goOn("interrupted")).toMatchObject({ outcome: "repeated", answerId });
			expect(await one.counts()).toEqual(USED);
			// Who has seen how it ended may go on.
			expect(await goOn(end.state)).toMatchObject({ outcome: "asked" });
			expect(await one.counts()).toEqual({ used: 1, reserved: 1, left: 8 });
			await expectBooksToBalance(db, one.me);
		});

		test("a continuation that added nothing gives its message back, and the next is paid for again", async () => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", { state: "done", finish: "length" });
			const goOn = () => continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms);
			await goOn();
			await one.write(answerId, "", interrupted);
			expect(await one.counts()).toEqual(USED);
			await goOn();
			expect(await one.counts()).toEqual({ used: 1, reserved: 1, left: 8 });
			await one.write(answerId, " и конец", done);
			expect(await one.counts()).toEqual({ used: 2, reserved: 0, left: 8 });
			await expectBooksToBalance(db, one.me);
		});

		test("an interrupted answer that goes on and adds nothing stays paid for", async () => {
			const { one, db } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", interrupted);
			for (let i = 0; i < 2; i++) {
				await continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms);
				await one.write(answerId, "", interrupted);
			}
			expect(await one.counts()).toEqual(USED);
		});

		test.each([
			["with a word", { text: "Слово" }, USED],
			["with a thought", { reasoning: "Думаю" }, USED],
			["before the first word", {}, FREE],
		])("a conversation that is deleted %s is charged as if stopped", async (_when, written, counts) => {
			const { db, one } = await start();
			const { conversationId, answerId } = await one.asked();
			const { text, reasoning } = { text: "", reasoning: "", ...written };
			await one.write(answerId, text, done, { settles: false, reasoning });
			await deleteConversation(db, one.me, conversationId, NOON);
			expect(await one.counts()).toEqual(counts);
			await expectBooksToBalance(db, one.me);
		});

		test("asked before midnight and answered after it counts for the day before", async () => {
			const { one } = await start();
			const evening = NOON + 11 * HOUR;
			const { answerId } = await one.asked(null, evening);
			await one.write(answerId, "Ответ", done, { now: evening + 2 * HOUR });
			expect(await one.counts(evening)).toEqual(USED);
			expect(await one.counts(evening + 2 * HOUR)).toEqual(FREE);
		});

		test("killed after the question was taken: whoever takes the answer up charges it, once", async () => {
			const { db, one } = await start();
			const { answerId } = await one.asked();
			await one.write(answerId, "Начало", done, { owner: "first", settles: false });
			expect(await one.counts()).toEqual({ used: 0, reserved: 1, left: 9 });
			// The first was only slow, and comes back after another has taken its lease.
			await db
				.updateTable("answers")
				.set({ pulse_at: Date.now() - LEASE_MS - 1 })
				.execute();
			expect(await one.write(answerId, " и конец", done, { owner: "second" })).toBe(true);
			expect(await one.settle(answerId, "first", done)).toBe(false);
			expect(await one.counts()).toEqual(USED);
			await expectBooksToBalance(db, one.me);
		});

		test("with no message left nothing is recorded, and what is free still goes on", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 1);
			const { answerId, conversationId } = await one.asked();
			await one.write(answerId, "Начало", interrupted);
			const until = Date.parse("2026-11-21T21:00:00Z");
			expect(await one.ask("Ещё", conversationId)).toEqual({ outcome: "exhausted", until });
			expect(
				await regenerateAnswer(db, one.me, answerId, randomUUID(), "test-model", NOON, one.terms),
			).toEqual({
				outcome: "exhausted",
				until,
			});
			for (const table of ["prompts", "answers"] as const)
				expect(await db.selectFrom(table).select("id").execute()).toHaveLength(1);
			expect(await continueAnswer(db, one.me, answerId, randomUUID(), NOON, one.terms)).toMatchObject({
				outcome: "asked",
			});
		});
	});
});
