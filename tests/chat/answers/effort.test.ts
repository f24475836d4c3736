import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AnswerWorkers } from "../../../app/chat/answers/answer-workers.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { findConversation, readConversation } from "../../../app/chat/conversations/conversations.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import type { Switches } from "../../../app/chat/tools/switches.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { FakeReply } from "../../support/fakes/fake-model-reply.ts";
import { question, somebody } from "../people.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
beforeEach(() => {
	model.requests.length = 0;
	model.otherwise = (reply) => {
		reply.delta({ content: "Готово." });
		reply.finish();
	};
});
afterAll(() => model.stop());

/** A server that takes no such field. */
const refuses = (message: string) => (reply: FakeReply) => reply.json(400, { error: { message } });

function workersOf(db: Db, { mayThink = true, effort = true } = {}) {
	const dependencies = {
		db,
		log: new AnswerLog(db),
		owner: randomUUID(),
		findModel: () => ({
			provider: openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 }),
			contextTokens: 8_000,
			...(effort && { effort: ["low", "high"] as const }),
		}),
		mayThinkLonger: async () => mayThink,
		instruction: "",
		onFailure: () => {},
		onSettled: () => {},
	};
	return new AnswerWorkers(dependencies, 10, (error) => {
		throw error;
	});
}

/** Asks, and waits for the end. */
async function answered(db: Db, workers: AnswerWorkers, switches: Switches, of?: { me: string; id: string }) {
	const me = of?.me ?? (await somebody(db));
	const asked = await ask(db, me, { ...question("Почему?", of?.id ?? null), model: "test-model", switches });
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	workers.start(asked.answerId);
	await vi.waitFor(
		async () => {
			const { state } = await db
				.selectFrom("answers")
				.select("state")
				.where("id", "=", asked.answerId)
				.executeTakeFirstOrThrow();
			expect(state).toBe("done");
		},
		{ interval: 20 },
	);
	const shown = (await readConversation(db, me, asked.conversationId))?.exchanges.at(-1)?.answer;
	return { me, id: asked.conversationId, shown };
}

const efforts = () => model.requests.map((one) => (one as { reasoning_effort?: string }).reasoning_effort);

eachDatabase((openTestDb) => {
	test("«Размышлять дольше» goes to the model as its own word, and is kept with the conversation", async () => {
		const db = await openTestDb();
		const workers = workersOf(db);
		const { me, id } = await answered(db, workers, { think: true });
		expect((await findConversation(db, me, id))?.switches).toEqual({ think: true });
		await answered(db, workers, {}, { me, id });
		expect((await findConversation(db, me, id))?.switches).toEqual({});
		expect(efforts()).toEqual(["high", "low"]);
		await workers.shutdown();
	});

	test("a plan without it has the model reason as usual; a model without a choice is told nothing", async () => {
		const db = await openTestDb();
		for (const options of [{ mayThink: false }, { effort: false }]) {
			const workers = workersOf(db, options);
			await answered(db, workers, { think: true });
			await workers.shutdown();
		}
		expect(efforts()).toEqual(["low", undefined]);
	});

	test("a server that does not take it is asked once more without, and the screen says so", async () => {
		const db = await openTestDb();
		const workers = workersOf(db);
		model.script(refuses("Unrecognized request argument supplied: reasoning_effort"));
		const { me, id, shown } = await answered(db, workers, { think: true });
		expect(efforts()).toEqual(["high", undefined]);
		expect([shown?.effortRefused, shown?.toolsRefused]).toEqual([true, false]);
		// The switch stays as it was: the person has not touched it.
		expect((await findConversation(db, me, id))?.switches).toEqual({ think: true });
		// Who has not switched it on, misses nothing.
		model.script(refuses("reasoning_effort: Extra inputs are not permitted"));
		expect((await answered(db, workers, {})).shown?.effortRefused).toBe(false);
		await workers.shutdown();
	});
});
