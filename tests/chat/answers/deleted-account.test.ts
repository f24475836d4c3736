import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AnswerWorkers } from "../../../app/chat/answers/answer-workers.server.ts";
import { claimLease } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog, type AnswerWriter, LeaseLost } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readAnswerSoFar } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { chatData } from "../../../app/chat/personal-data.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { question, somebody } from "../people.ts";

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
			const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 });
			const dependencies = {
				db,
				log,
				owner: randomUUID(),
				findModel: () => ({ provider, contextTokens: 8_000 }),
				instruction: "",
				onFailure: (_id: string, code: string) => void heard.push(code),
				onSettled: (id: string) => void heard.push(id),
			};
			const workers = new AnswerWorkers(dependencies, 100, (error) => heard.push(error));
			const before = model.abortedCount;
			const me = await somebody(db);
			const asked = await ask(db, me, question("сценарий:slow:100:6000"));
			if (asked.outcome !== "asked") throw new Error(asked.outcome);
			workers.start(asked.answerId);
			await vi.waitFor(async () => expect((await readAnswerSoFar(db, asked.answerId))?.text).toBeTruthy());
			while ((await chatData.eraseSome(db, me, Date.now())) > 0);
			await vi.waitFor(() => expect(workers.count).toBe(0));
			expect(heard).toEqual([]);
			await vi.waitFor(() => expect(model.abortedCount).toBe(before + 1));
			for (const table of ["conversations", "prompts", "answers", "answer_log", "answer_log_tail"] as const)
				expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
			await workers.resumeOrphans();
			expect(workers.count).toBe(0);
		});

		test("takes no other answer of the same commit with it", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const written: { me: string; id: string; writer: AnswerWriter }[] = [];
			for (let i = 0; i < 2; i++) {
				const me = await somebody(db);
				const asked = await ask(db, me, question("Вопрос"));
				if (asked.outcome !== "asked") throw new Error(asked.outcome);
				await claimLease(db, asked.answerId, "me");
				written.push({ me, id: asked.answerId, writer: await log.openWriter(asked.answerId, "me", 0) });
			}
			const [erased, stays] = written;
			if (!erased || !stays) throw new Error("two were asked");
			// The first piece of each leaves at once, the second with the other's.
			for (const { writer } of written) {
				writer.append("text", "Раз, ");
				await writer.flush();
			}
			const flushed = await db.transaction().execute(async (trx) => {
				while ((await chatData.eraseSome(trx, erased.me, Date.now())) > 0);
				for (const { writer } of written) writer.append("text", "два");
				const flushes = written.map(({ writer }) => writer.flush().catch((error: unknown) => error));
				// On PostgreSQL the commit of the log now waits for the end of this transaction.
				await new Promise((resolve) => setTimeout(resolve, 200));
				return { flushes };
			});
			const [lost, kept] = await Promise.all(flushed.flushes);
			expect(lost).toBeInstanceOf(LeaseLost);
			expect(kept).toBeUndefined();
			expect((await readAnswerSoFar(db, stays.id))?.text).toBe("Раз, два");
		});
	});
});
