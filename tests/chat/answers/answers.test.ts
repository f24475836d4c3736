import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readAllowance } from "../../../app/billing/quota/allowance.server.ts";
import { AnswerWorkers } from "../../../app/chat/answers/answer-workers.server.ts";
import { Answers, type PromptRequest } from "../../../app/chat/answers/answers.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { chatData } from "../../../app/chat/personal-data.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { expectBooksToBalance } from "../../billing/ledger.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { logRows } from "../log-rows.ts";
import { question, somebody } from "../people.ts";
import { daily, NOON } from "./worker-dependencies.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
afterAll(() => model.stop());

const TERMS = daily(10);

/** A process that writes up to `limit` answers. */
function server(db: Db, limit: number | (() => number) = 100) {
	const log = new AnswerLog(db);
	const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 });
	const errors: unknown[] = [];
	const dependencies = {
		db,
		log,
		owner: randomUUID(),
		findModel: () => ({ provider, contextTokens: 8_000 }),
		instruction: "",
		onFailure: () => {},
		onSettled: () => {},
	};
	const workers = new AnswerWorkers(dependencies, limit, (error) => errors.push(error));
	return { answers: new Answers(db, log, workers), workers, errors };
}

const prompt = (text: string, conversationId: string | null = null): PromptRequest => ({
	kind: "prompt",
	...question(text, conversationId),
});

async function started(answers: Answers, me: string, text: string, conversationId: string | null = null) {
	const asked = await answers.start(me, prompt(text, conversationId), NOON, TERMS);
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	return asked;
}

const row = (db: Db, id: string) =>
	db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const until = (check: () => Promise<void> | void) => vi.waitFor(check);

const ended = async (db: Db, id: string) => {
	await until(async () => expect((await row(db, id)).state).not.toBe("writing"));
	return row(db, id);
};

/** The worker has written a piece. */
const hasText = (db: Db, id: string) =>
	until(async () => {
		expect(await logRows(db, id)).not.toEqual([]);
	});

async function counts(db: Db, me: string) {
	const { used, reserved } = await readAllowance(db, me, NOON, TERMS);
	return { used, reserved };
}

describe("the life of an answer", () => {
	eachDatabase((openTestDb) => {
		test("start writes the answer to its end, of a prompt, a regeneration and a continuation", async () => {
			const db = await openTestDb();
			const { answers, errors } = server(db);
			const me = await somebody(db);
			const first = await started(answers, me, "сценарий:cut-off");
			expect(await ended(db, first.answerId)).toMatchObject({ state: "interrupted" });

			const again = { kind: "regenerate" as const, ...first, attemptId: randomUUID(), model: "test-model" };
			const second = await answers.start(me, again, NOON, TERMS);
			if (second.outcome !== "asked") throw new Error(second.outcome);
			await ended(db, second.answerId);
			expect(await answers.start(me, again, NOON, TERMS)).toEqual({ ...second, outcome: "repeated" });

			const before = await row(db, first.answerId);
			const rest = { kind: "continue" as const, answerId: first.answerId, attemptId: randomUUID() };
			expect(await answers.start(me, rest, NOON, TERMS)).toMatchObject({ outcome: "asked" });
			const whole = await ended(db, first.answerId);
			expect(whole.text.startsWith(before.text)).toBe(true);

			expect(await counts(db, me)).toEqual({ used: 2, reserved: 0 });
			expect(errors).toEqual([]);
			await expectBooksToBalance(db, me);
		});

		test("one that is created anew in a manner is asked for in it, also when it goes on", async () => {
			const db = await openTestDb();
			const { answers } = server(db);
			const me = await somebody(db);
			const first = await started(answers, me, "сценарий:cut-off");
			await ended(db, first.answerId);
			expect(model.requests.at(-1)?.messages[0]?.role).toBe("user");
			const attempt = { answerId: first.answerId, attemptId: randomUUID(), model: "test-model" };
			const second = await answers.start(
				me,
				{ kind: "regenerate", ...attempt, manner: "shorter" },
				NOON,
				TERMS,
			);
			if (second.outcome !== "asked") throw new Error(second.outcome);
			expect(await ended(db, second.answerId)).toMatchObject({ manner: "shorter", state: "interrupted" });
			const instruction = {
				role: "system",
				content: expect.stringMatching(/^На последний вопрос ответь.* короче/),
			};
			expect(model.requests.at(-1)?.messages[0]).toEqual(instruction);
			const asked = model.requests.length;
			const { answerId } = second;
			await answers.start(me, { kind: "continue", answerId, attemptId: randomUUID() }, NOON, TERMS);
			await ended(db, answerId);
			expect(model.requests.length).toBeGreaterThan(asked);
			expect(model.requests.at(-1)?.messages[0]).toEqual(instruction);
		});

		test("a repeat starts the worker of an answer that the crash of its process left without one", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const crashed = server(db);
			crashed.workers.start = () => {};
			const request = prompt("Вопрос");
			const asked = await crashed.answers.start(me, request, NOON, TERMS);
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			expect(await row(db, asked.answerId)).toMatchObject({ state: "writing", lease_owner: null });
			expect(await server(db).answers.start(me, request, NOON, TERMS)).toEqual({
				...asked,
				outcome: "repeated",
			});
			expect(await ended(db, asked.answerId)).toMatchObject({ state: "done", attempts: 1 });
			expect(await counts(db, me)).toEqual({ used: 1, reserved: 0 });
		});

		test("a full process starts nothing and writes nothing", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { answers } = server(db, 0);
			expect(await answers.start(me, prompt("Вопрос"), NOON, TERMS)).toEqual({ outcome: "full" });
			for (const table of ["prompts", "answers", "ledger", "throttles"] as const)
				expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
		});

		test("the room is what it is when a question comes: other models have another", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			let room = 0;
			const { answers, workers } = server(db, () => room);
			expect(await answers.start(me, prompt("Вопрос"), NOON, TERMS)).toEqual({ outcome: "full" });
			room = 1;
			expect([workers.limit, workers.full]).toEqual([1, false]);
			const { answerId } = await started(answers, me, "Вопрос");
			expect(await ended(db, answerId)).toMatchObject({ state: "done" });
		});

		test("too many calls are throttled before anything is written; a repeat of a recorded one is not", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { answers } = server(db);
			const request = prompt("Вопрос");
			const asked = await answers.start(me, request, NOON, TERMS);
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			const nothing = { kind: "continue" as const, answerId: randomUUID(), attemptId: undefined };
			for (let i = 1; i < 20; i++)
				expect(await answers.start(me, nothing, NOON, TERMS)).toEqual({ outcome: "no-such-answer" });
			const refused = { outcome: "throttled", problem: "too-fast", seconds: 3 };
			expect(await answers.start(me, prompt("Ещё"), NOON, TERMS)).toEqual(refused);
			expect(await answers.start(me, nothing, NOON, TERMS)).toEqual(refused);
			expect(await answers.start(me, request, NOON, TERMS)).toMatchObject({ outcome: "repeated" });
			expect(await db.selectFrom("prompts").select("id").execute()).toHaveLength(1);
			await ended(db, asked.answerId);
		});

		test("stop ends it from any server, with the text so far, and only for its owner", async () => {
			const db = await openTestDb();
			const [here, there] = [server(db), server(db)];
			const me = await somebody(db);
			for (const answers of [here.answers, there.answers]) {
				const { answerId } = await started(here.answers, me, "сценарий:slow:40:6000");
				await hasText(db, answerId);
				expect(await answers.stop(await somebody(db), answerId)).toBe("no-such-answer");
				expect(await answers.stop(me, answerId)).toBe("asked-to-stop");
				const stopped = await ended(db, answerId);
				expect([stopped.state, stopped.text === ""]).toEqual(["stopped", false]);
				expect(await answers.stop(me, answerId)).toBe("ended-already");
			}
			expect(await counts(db, me)).toEqual({ used: 2, reserved: 0 });
		});

		test.each(["here", "there"])(
			"a conversation that is deleted on the server %s ends its answer, settles it and cuts the model's call",
			async (where) => {
				const db = await openTestDb();
				const [here, there] = [server(db), server(db)];
				const me = await somebody(db);
				const { answerId, conversationId } = await started(here.answers, me, "сценарий:slow:40:6000");
				await hasText(db, answerId);
				const by = where === "here" ? here : there;
				expect(await by.answers.deleteConversation(me, conversationId, NOON)).toEqual({
					outcome: "deleted",
					writing: [answerId],
				});
				expect(await counts(db, me)).toEqual({ used: 1, reserved: 0 });
				await until(() => expect(here.workers.count).toBe(0));
				// The text so far stays as long as the deletion can be undone.
				const [answer] = await db.selectFrom("answers").select(["state", "text"]).execute();
				expect([answer?.state, answer?.text === ""]).toEqual(["stopped", false]);
				expect([...here.errors, ...there.errors]).toEqual([]);
				await expectBooksToBalance(db, me);
			},
		);

		test("the erasing of an account ends its answers and settles each of them once", async () => {
			const db = await openTestDb();
			const { answers, workers, errors } = server(db);
			const me = await somebody(db);
			const writing = await Promise.all([1, 2, 3].map(() => started(answers, me, "сценарий:slow:40:6000")));
			for (const { answerId } of writing) await hasText(db, answerId);
			expect(await counts(db, me)).toEqual({ used: 0, reserved: 3 });
			await transact(db, (trx) => chatData.eraseSome(trx, me, NOON));
			expect(await counts(db, me)).toEqual({ used: 3, reserved: 0 });
			await expectBooksToBalance(db, me);
			while ((await transact(db, (trx) => chatData.eraseSome(trx, me, NOON))) > 0);
			await until(() => expect(workers.count).toBe(0));
			expect(errors).toEqual([]);
			expect(await counts(db, me)).toEqual({ used: 3, reserved: 0 });
		});
	});
});
