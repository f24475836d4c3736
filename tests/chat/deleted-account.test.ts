import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AnswerLog } from "../../app/chat/answer-log.server.ts";
import { ask } from "../../app/chat/ask.server.ts";
import { Pens } from "../../app/chat/pens.server.ts";
import { chatData } from "../../app/chat/personal-data.server.ts";
import { openAiProvider } from "../../app/chat/providers/openai.server.ts";
import { eachDatabase } from "../support/databases.ts";
import { type FakeModel, startFakeModel } from "../support/fake-model.ts";
import { question, somebody } from "./people.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
afterAll(() => model.stop());

describe("an answer whose account is deleted while it is being written", () => {
	eachDatabase((openTestDb) => {
		test("stops, leaves no row, and is no error", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const heard: unknown[] = [];
			const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 5_000 });
			const desk = {
				db,
				log,
				owner: randomUUID(),
				findProvider: () => provider,
				onFailure: (_id: string, code: string) => void heard.push(code),
			};
			const pens = new Pens(desk, (error) => heard.push(error));
			const before = model.abortedCount;
			const me = await somebody(db);
			const asked = await ask(db, me, question("сценарий:slow"));
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			pens.take(asked.answerId);
			await vi.waitFor(
				async () => expect((await log.readAfter(asked.answerId, 0)).length).toBeGreaterThan(1),
				{
					timeout: 5_000,
				},
			);
			while ((await chatData.eraseSome(db, me)) > 0);
			expect(pens.count).toBe(1);
			await vi.waitFor(() => expect(pens.count).toBe(0), { timeout: 5_000 });
			expect(heard).toEqual([]);
			await vi.waitFor(() => expect(model.abortedCount).toBe(before + 1), { timeout: 2_000 });
			for (const table of ["conversations", "prompts", "answers", "answer_log"] as const)
				expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
			await pens.takeUpOrphans();
			expect(pens.count).toBe(0);
		});
	});
});
