import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { continueAnswer } from "../../app/chat/answer-again.server.ts";
import { AnswerLog } from "../../app/chat/answer-log.server.ts";
import { ask } from "../../app/chat/ask.server.ts";
import { LEASE_MS } from "../../app/chat/lease.server.ts";
import { Pens } from "../../app/chat/pens.server.ts";
import { openAiProvider } from "../../app/chat/providers/openai.server.ts";
import { stopAnswer } from "../../app/chat/stop-answer.server.ts";
import type { Db } from "../../app/db/connection.server.ts";
import { eachDatabase } from "../support/databases.ts";
import { type FakeModel, startFakeModel } from "../support/fake-model.ts";
import { DEFAULT_ANSWER } from "../support/fake-model-text.ts";
import { question, somebody } from "./people.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
afterAll(() => model.stop());

/** A process that can write answers. */
function server(db: Db) {
	const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 2_000 });
	const log = new AnswerLog(db);
	const failures: string[] = [];
	const errors: unknown[] = [];
	const desk = {
		db,
		log,
		owner: randomUUID(),
		findProvider: (id: string) => (id === "test-model" ? provider : undefined),
		onFailure: (_id: string, code: string) => void failures.push(code),
	};
	return { log, pens: new Pens(desk, (error) => errors.push(error)), failures, errors };
}

async function asked(db: Db, text: string, model = "test-model") {
	const me = await somebody(db);
	const result = await ask(db, me, { ...question(text), model });
	if (result.outcome !== "asked") throw new Error(result.outcome);
	return { me, ...result };
}

const row = (db: Db, id: string) =>
	db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const ended = (db: Db, id: string) =>
	vi.waitFor(
		async () => {
			const answer = await row(db, id);
			expect(answer.state).not.toBe("writing");
			return answer;
		},
		{ timeout: 10_000, interval: 20 },
	);

const hasText = (log: AnswerLog, id: string) =>
	vi.waitFor(async () => expect((await log.readAfter(id, 0)).length).toBeGreaterThan(1), { timeout: 5_000 });

eachDatabase((openTestDb) => {
	test("an answer is written into the log and settled whole", async () => {
		const db = await openTestDb();
		const { pens, log, errors } = server(db);
		const { answerId } = await asked(db, "сценарий:split-cyrillic");
		pens.take(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.finish, answer.failure]).toEqual(["done", "stop", null]);
		const logged = await log.readAfter(answerId, 0);
		expect(answer.text).toBe(DEFAULT_ANSWER);
		expect(logged.map(({ body }) => body).join("")).toBe(DEFAULT_ANSWER);
		expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, i) => i + 1));
		expect(errors).toEqual([]);
	});

	test("the model is told the conversation, and no name or e-mail", async () => {
		const db = await openTestDb();
		const { pens } = server(db);
		const { me, answerId, conversationId } = await asked(db, "Первый вопрос");
		pens.take(answerId);
		const first = await ended(db, answerId);
		const second = await ask(db, me, question("Второй вопрос", conversationId));
		if (second.outcome !== "asked") throw new Error(second.outcome);
		pens.take(second.answerId);
		await ended(db, second.answerId);
		const body = model.requests.at(-1);
		expect(body?.messages).toEqual([
			{ role: "user", content: "Первый вопрос" },
			{ role: "assistant", content: first.text },
			{ role: "user", content: "Второй вопрос" },
		]);
		expect(JSON.stringify(body)).not.toContain("@");
	});

	test.each([
		["error-500", "failed", "unreachable"],
		["rate-limited", "failed", "rate-limited"],
		["empty", "failed", "empty"],
		["cut-off", "interrupted", "cut-off"],
	])("«%s»: the answer is %s (%s)", async (scenario, state, failure) => {
		const db = await openTestDb();
		const { pens, errors } = server(db);
		const { answerId } = await asked(db, `сценарий:${scenario}`);
		pens.take(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.failure]).toEqual([state, failure]);
		expect(errors).toEqual([]);
	});

	test("a model that the operator has taken away is a failure with its own words", async () => {
		const db = await openTestDb();
		const { pens } = server(db);
		const { answerId } = await asked(db, "Вопрос", "gone");
		pens.take(answerId);
		expect((await ended(db, answerId)).failure).toBe("model-missing");
	});

	test("a stop keeps what was said, and going on never shrinks it", async () => {
		const db = await openTestDb();
		const { pens, log } = server(db);
		const { me, answerId } = await asked(db, "сценарий:slow:40:40");
		pens.take(answerId);
		await hasText(log, answerId);
		expect(await stopAnswer(db, me, answerId)).toBe("asked-to-stop");
		pens.stop(answerId);
		const stopped = await ended(db, answerId);
		expect([stopped.state, stopped.text === ""]).toEqual(["stopped", false]);
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		pens.take(answerId);
		const whole = await ended(db, answerId);
		expect(whole.state).toBe("done");
		expect(whole.text.startsWith(stopped.text)).toBe(true);
		expect(whole.text.length).toBeGreaterThan(stopped.text.length);
	});

	test("a stop asked for on another server is heard with the next beat", async () => {
		const db = await openTestDb();
		const { pens, log } = server(db);
		const { me, answerId } = await asked(db, "сценарий:slow:40:40");
		pens.take(answerId);
		await hasText(log, answerId);
		await stopAnswer(db, me, answerId);
		expect((await ended(db, answerId)).state).toBe("stopped");
	});

	test("of two servers one writes", async () => {
		const db = await openTestDb();
		const [one, two] = [server(db), server(db)];
		const before = model.requests.length;
		const { answerId } = await asked(db, "Вопрос");
		one.pens.take(answerId);
		two.pens.take(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.attempts, model.requests.length - before]).toEqual(["done", 1, 1]);
		expect([...one.errors, ...two.errors]).toEqual([]);
	});

	test("laid down at a shutdown, the answer is taken up at once and counts as no attempt", async () => {
		const db = await openTestDb();
		const [one, two] = [server(db), server(db)];
		const { answerId } = await asked(db, "сценарий:slow:40:40");
		one.pens.take(answerId);
		await hasText(one.log, answerId);
		await one.pens.layDown();
		const between = await row(db, answerId);
		expect([between.state, between.lease_owner, between.attempts]).toEqual(["writing", null, 0]);
		const said = (await one.log.readAfter(answerId, 0)).map(({ body }) => body).join("");
		await two.pens.takeUpOrphans();
		const answer = await ended(db, answerId);
		expect(answer.state).toBe("done");
		expect(answer.text.startsWith(said)).toBe(true);
	});

	test("a dead server's answer is taken up when its lease has run out, and not before", async () => {
		const db = await openTestDb();
		const { pens } = server(db);
		const { answerId } = await asked(db, "Вопрос");
		const die = (at: number) =>
			db
				.updateTable("answers")
				.set({ lease_owner: "dead", pulse_at: at, attempts: 1 })
				.where("id", "=", answerId)
				.execute();
		await die(Date.now());
		await pens.takeUpOrphans();
		expect((await row(db, answerId)).lease_owner).toBe("dead");
		await die(Date.now() - LEASE_MS - 1);
		await pens.takeUpOrphans();
		expect((await ended(db, answerId)).attempts).toBe(2);
	});

	test("after three attempts the answer stays as it is", async () => {
		const db = await openTestDb();
		const { pens } = server(db);
		const { answerId } = await asked(db, "Вопрос");
		await db.updateTable("answers").set({ attempts: 3 }).where("id", "=", answerId).execute();
		pens.take(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.failure]).toEqual(["failed", "attempts"]);
	});
});

describe("the log", () => {
	eachDatabase((openTestDb) => {
		test("an answer that was deleted does not take the others' pieces with it", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const { answerId } = await asked(db, "Вопрос");
			const [alive, dead] = [await log.openWriter(answerId), await log.openWriter(randomUUID())];
			// The first pieces go out at once and alone; the second ones share a commit.
			alive.append("text", "раз ");
			await alive.flush();
			alive.append("text", "два");
			dead.append("text", "в никуда");
			await alive.flush();
			await expect(dead.flush()).rejects.toThrow();
			expect((await log.readAfter(answerId, 0)).map(({ body }) => body)).toEqual(["раз ", "два"]);
		});
	});
});
