import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { regenerateAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import { nameConversation } from "../../../app/chat/titles/name-conversation.server.ts";
import { enqueueTitle, nameConversationHandler } from "../../../app/chat/titles/title-handler.server.ts";
import { titleOfModel } from "../../../app/chat/titles/title-of-model.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { JobRunner } from "../../../app/platform/jobs/job-runner.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { stall } from "../../support/stall.ts";
import { question, somebody } from "../people.ts";

describe("what a model says becomes a title", () => {
	test.each([
		["Заварка зелёного чая", "Заварка зелёного чая"],
		["  «Заварка чая».\n\nПояснение", "Заварка чая"],
		["\n## **Заварка чая**", "Заварка чая"],
		["Заголовок: Заварка чая", "Заварка чая"],
		["- `npm start` и порт", "npm start и порт"],
		["О книге «Мастер и Маргарита»", "О книге «Мастер и Маргарита»"],
		["\u202eПеревёрнутый\u0007 заголовок", "Перевёрнутый заголовок"],
		["<b>Чай</b>", "<b>Чай</b>"],
		["…", ""],
		["", ""],
		["слово ".repeat(20), ""],
	])("%j → %j", (said, title) => expect(titleOfModel(said)).toBe(title));
});

describe("the title of a conversation", () => {
	let fake: FakeModel;
	beforeAll(async () => {
		fake = await startFakeModel();
	});
	afterAll(() => fake.stop());
	const model = () => ({
		id: "test-model",
		provider: openAiProvider({ baseUrl: fake.url, idleTimeoutMs: 60_000 }),
	});

	async function answered(db: Db, me: string, conversationId: string | null = null) {
		const result = await ask(db, me, question("Как заварить чай?", conversationId));
		if (result.outcome !== "asked") throw new Error(result.outcome);
		await settle(db, result.answerId);
		return result;
	}
	async function settle(db: Db, answerId: string) {
		const log = new AnswerLog(db);
		await claimLease(db, answerId, "me");
		const writer = log.openWriter(answerId, "me", 0);
		writer.append("text", "Воды не жалеть.");
		await writer.flush();
		await finishAnswer(db, log, answerId, "me", { state: "done" });
	}
	const titleOf = (db: Db, id: string) =>
		db
			.selectFrom("conversations")
			.select(["title", "title_by"])
			.where("id", "=", id)
			.executeTakeFirstOrThrow();

	eachDatabase((openTestDb) => {
		test("is asked of the model after the first answer, once", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const first = await answered(db, me);
			const before = fake.titleRequests.length;
			expect(await nameConversation(db, first.answerId, model())).toBe("Заголовок от модели");
			expect(await titleOf(db, first.conversationId)).toMatchObject({ title_by: "model" });
			expect(fake.titleRequests.at(-1)?.messages[0]?.content).toContain("Воды не жалеть.");
			expect(await nameConversation(db, first.answerId, model())).toBeUndefined();
			expect(fake.titleRequests.length - before).toBe(1);
		});

		test("that the person has given stays, also when it came while the model thought", async () => {
			const db = await openTestDb();
			const { answerId, conversationId } = await answered(db, await somebody(db));
			fake.title = async (reply) => {
				await db.updateTable("conversations").set({ title: "Моё", title_by: "person" }).execute();
				await reply.stream("Своё");
				reply.finish();
			};
			expect(await nameConversation(db, answerId, model())).toBeUndefined();
			fake.title = "Заголовок от модели";
			expect((await titleOf(db, conversationId)).title).toBe("Моё");
		});

		test("that came while this process stood still is taken", async () => {
			const db = await openTestDb();
			const { answerId } = await answered(db, await somebody(db));
			const limitMs = 3_000;
			fake.title = async (reply) => {
				await reply.stream("Чай");
				reply.finish();
				stall(limitMs + 100);
			};
			expect(await nameConversation(db, answerId, model(), limitMs)).toBe("Чай");
			fake.title = "Заголовок от модели";
		});

		test("is not asked for after a later answer, or another version", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const first = await answered(db, me);
			const again = await regenerateAnswer(db, me, first.answerId, randomUUID(), "test-model");
			if (again.outcome !== "asked") throw new Error(again.outcome);
			await settle(db, again.answerId);
			const later = await answered(db, me, first.conversationId);
			const before = fake.titleRequests.length;
			for (const { answerId } of [again, later]) await nameConversation(db, answerId, model());
			expect(fake.titleRequests.length).toBe(before);
		});

		test("is not asked for by a server that is stopping", async () => {
			const db = await openTestDb();
			const { answerId } = await answered(db, await somebody(db));
			const before = fake.titleRequests.length;
			expect(await nameConversation(db, answerId, model(), undefined, AbortSignal.abort())).toBeUndefined();
			expect(fake.titleRequests.length).toBe(before);
		});

		test("is a job, queued with the end of the first answer, that outlives its server and runs once", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { answerId, conversationId } = await answered(db, me);
			const named: (string | undefined)[] = [];
			const failures: unknown[] = [];
			const handler = nameConversationHandler(db, {
				findModel: () => model(),
				onFailure: (_id, error) => void failures.push(error),
				onNamed: async (_id, title) => void named.push(title),
			});
			await db.transaction().execute((trx) => enqueueTitle(trx, answerId));
			// A server stops in the middle of the model's answer.
			fake.title = () => {};
			const runner = new JobRunner(db, [handler], {
				owner: "server",
				log: { onError: (error) => void failures.push(error), onGiveUp: () => {} },
			});
			const before = fake.titleRequests.length;
			runner.kick();
			await vi.waitFor(() => expect(fake.titleRequests.length).toBe(before + 1));
			await runner.stop();
			expect(await db.selectFrom("jobs").select(["state", "tries"]).execute()).toEqual([
				{ state: "waiting", tries: 0 },
			]);
			fake.title = "Заголовок от модели";
			await runDueJobs(db, [handler]);
			expect(await titleOf(db, conversationId)).toMatchObject({
				title: "Заголовок от модели",
				title_by: "model",
			});
			expect([named, failures]).toEqual([["Заголовок от модели"], []]);
			expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
			// Neither a named conversation nor a later answer is queued.
			const later = await answered(db, me, conversationId);
			for (const id of [answerId, later.answerId]) await enqueueTitle(db, id);
			expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
		});

		test("a model that fails is not asked again, and whoever waits is told", async () => {
			const db = await openTestDb();
			const { answerId } = await answered(db, await somebody(db));
			fake.title = (reply) => reply.json(500, {});
			const named: (string | undefined)[] = [];
			const failures: unknown[] = [];
			const handler = nameConversationHandler(db, {
				findModel: () => model(),
				onFailure: (_id, error) => void failures.push(error),
				onNamed: async (_id, title) => void named.push(title),
			});
			await enqueueTitle(db, answerId);
			expect(await runDueJobs(db, [handler])).toMatchObject([{ outcome: "done" }]);
			fake.title = "Заголовок от модели";
			expect([named, failures]).toEqual([[undefined], [expect.any(Error)]]);
			expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
		});

		test("a model that hangs, fails or talks too long leaves the prompt's title", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { answerId, conversationId } = await answered(db, me);
			fake.title = () => {};
			expect(await nameConversation(db, answerId, model(), 100)).toBeUndefined();
			fake.title = (reply) => reply.json(500, {});
			await expect(nameConversation(db, answerId, model())).rejects.toThrow("unreachable");
			fake.title = "много слов ".repeat(200);
			expect(await nameConversation(db, answerId, model())).toBeUndefined();
			fake.title = "Заголовок от модели";
			expect(await titleOf(db, conversationId)).toMatchObject({ title: "Как заварить чай?" });
		});
	});
});
