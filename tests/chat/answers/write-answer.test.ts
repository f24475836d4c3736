import { randomUUID } from "node:crypto";
import type { RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AnswerWorkers } from "../../../app/chat/answers/answer-workers.server.ts";
import { finishAnswer } from "../../../app/chat/answers/finish-answer.server.ts";
import { claimLease, findOrphans, LEASE_MS } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog, LeaseLost, type LogEntry } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readAnswerSoFar } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { requestStop } from "../../../app/chat/answers/request-stop.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { continueAnswer } from "../../../app/chat/prompts/regenerate.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import type { Provider } from "../../../app/chat/providers/provider.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { DatabaseAway } from "../../../app/platform/db/database-away.server.ts";
import { newWorkerId } from "../../../app/platform/jobs/worker-id.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase } from "../../support/database/failing-database.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { Scenario } from "../../support/fakes/fake-model-scenarios.ts";
import { DEFAULT_ANSWER, REASONING, sentences } from "../../support/fakes/fake-model-text.ts";
import { logRows } from "../log-rows.ts";
import { question, somebody } from "../people.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
afterAll(() => model.stop());

/** The model falls silent after five sentences: whatever stands still meanwhile, the answer does not end. */
const falteringModel: Scenario = (reply) => reply.stream(sentences(5), 40);

/** A process that can write answers. */
function server(db: Db) {
	const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 });
	const log = new AnswerLog(db);
	const failures: string[] = [];
	const errors: unknown[] = [];
	const settled: string[] = [];
	const dependencies = {
		db,
		log,
		owner: randomUUID(),
		findModel: (id: string) => (id === "test-model" ? { provider, contextTokens: 8_000 } : undefined),
		instruction: "",
		onFailure: (_id: string, code: string) => void failures.push(code),
		onSettled: (id: string) => void settled.push(id),
	};
	const workers = new AnswerWorkers(dependencies, 100, (error) => errors.push(error));
	return { log, workers, failures, errors, settled, dependencies };
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
		{ interval: 20 },
	);

const hasText = (db: Db, id: string) =>
	vi.waitFor(async () => expect((await readAnswerSoFar(db, id))?.cursor).toBeGreaterThan(1));

eachDatabase((openTestDb) => {
	test("an answer that fails to end again and again keeps nobody else waiting for a worker", async () => {
		const db = await openTestDb();
		const ids: string[] = [];
		for (let i = 0; i < 4; i++) ids.push((await asked(db, "Вопрос")).answerId);
		const [never, twice, once, last] = ids as [string, string, string, string];
		await db.updateTable("answers").set({ attempts: 900 }).where("id", "=", never).execute();
		await db.updateTable("answers").set({ attempts: 2 }).where("id", "=", twice).execute();
		await db.updateTable("answers").set({ attempts: 1 }).where("id", "=", once).execute();
		expect(await findOrphans(db, 3)).toEqual([last, once, twice]);
	});

	test("a dead server's leases that cannot be freed keep no answer from being taken up", async () => {
		const db = await openTestDb();
		const { answerId } = await asked(db, "Вопрос");
		const { answerId: held } = await asked(db, "Вопрос");
		// A process of this machine that is no more.
		const dead = newWorkerId().replace(/\/\d+\//, "/2147483646/");
		await claimLease(db, held, dead);
		const { dependencies, errors } = server(db);
		let breaks = true;
		const isRelease = (node: RootOperationNode) =>
			breaks && node.kind === "UpdateQueryNode" && !JSON.stringify(node).includes("attempts");
		const workers = new AnswerWorkers(
			{ ...dependencies, owner: newWorkerId(), db: failingDatabase(db, isRelease) },
			100,
			(error) => errors.push(error),
		);
		await workers.resumeOrphans();
		breaks = false;
		expect(errors).toEqual([new Error("the connection broke")]);
		expect((await ended(db, answerId)).state).toBe("done");
		await workers.shutdown();
	});

	test("an answer is written into the log, settled whole, and the log trimmed", async () => {
		const db = await openTestDb();
		const { workers, log, errors, settled } = server(db);
		const committed: LogEntry[] = [];
		log.listen({ onAppend: (_, entries) => void committed.push(...entries), onChange: () => {} });
		const { answerId } = await asked(db, "сценарий:split-cyrillic");
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.finish, answer.failure]).toEqual(["done", "stop", null]);
		expect(answer.text).toBe(DEFAULT_ANSWER);
		expect(committed.map(({ body }) => body).join("")).toBe(DEFAULT_ANSWER);
		expect(committed.map(({ seq }) => seq)).toEqual(committed.map((_, i) => i + 1));
		expect([await logRows(db, answerId), answer.last_seq]).toEqual([[], committed.length]);
		await vi.waitFor(() => expect(settled).toEqual([answerId]));
		expect(errors).toEqual([]);
	});

	test("an end that finds no database is written when it is back, and the model is not asked again", async () => {
		const db = await openTestDb();
		const { dependencies, errors, settled } = server(db);
		let left = 2;
		const isEnd = (node: RootOperationNode) =>
			node.kind === "UpdateQueryNode" && JSON.stringify(node).includes("ended_at") && left-- > 0;
		const away = failingDatabase(db, isEnd, new DatabaseAway(new Error("timeout exceeded")));
		const workers = new AnswerWorkers({ ...dependencies, db: away }, 100, (error) => errors.push(error));
		const { answerId } = await asked(db, "сценарий:split-cyrillic");
		const before = model.requests.length;
		workers.start(answerId);
		const { state, text, attempts } = await ended(db, answerId);
		expect([state, text, attempts]).toEqual(["done", DEFAULT_ANSWER, 1]);
		await vi.waitFor(() => expect(settled).toEqual([answerId]));
		expect([model.requests.length, errors]).toEqual([before + 1, []]);
	});

	test("a shutdown waits for no database to end an answer that was stopped", async () => {
		const db = await openTestDb();
		const { dependencies, errors } = server(db);
		let tries = 0;
		const isEnd = (node: RootOperationNode) =>
			node.kind === "UpdateQueryNode" && JSON.stringify(node).includes("ended_at") && ++tries > 0;
		const gone = new DatabaseAway(new Error("timeout exceeded"));
		const away = failingDatabase(db, isEnd, gone);
		const workers = new AnswerWorkers({ ...dependencies, db: away }, 100, (error) => errors.push(error));
		model.script(falteringModel);
		const { answerId } = await asked(db, "Вопрос");
		workers.start(answerId);
		await hasText(db, answerId);
		workers.stop(answerId);
		await vi.waitFor(() => expect(tries).toBe(1));
		const before = tries;
		await workers.shutdown();
		expect(tries - before).toBeLessThanOrEqual(1);
		expect(errors).toEqual([gone]);
		expect(await row(db, answerId)).toMatchObject({ state: "writing", lease_owner: null });
	});

	test("the model is told the conversation, and no name or e-mail", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const { me, answerId, conversationId } = await asked(db, "Первый вопрос");
		workers.start(answerId);
		const first = await ended(db, answerId);
		const second = await ask(db, me, question("Второй вопрос", conversationId));
		if (second.outcome !== "asked") throw new Error(second.outcome);
		workers.start(second.answerId);
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
		["reasoning-only", "failed", "empty"],
		["reasoning-length", "failed", "length"],
		["cut-off", "interrupted", "cut-off"],
	])("«%s»: the answer is %s (%s)", async (scenario, state, failure) => {
		const db = await openTestDb();
		const { workers, errors } = server(db);
		const { answerId } = await asked(db, `сценарий:${scenario}`);
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.failure]).toEqual([state, failure]);
		expect(errors).toEqual([]);
	});

	test.each([
		["mistral", REASONING],
		["reasoning-text", REASONING],
		["think-unopened", `${REASONING}\n`],
		["reasoning-blank", ""],
	])("«%s»: reasoning and answer are stored apart", async (scenario, reasoning) => {
		const db = await openTestDb();
		const { workers, errors } = server(db);
		const { answerId } = await asked(db, `сценарий:${scenario}`);
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.text, answer.reasoning]).toEqual(["done", DEFAULT_ANSWER, reasoning]);
		expect(errors).toEqual([]);
	});

	test("a thought whose end alone was said is no answer that could be kept or charged", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		model.script(async (reply) => {
			await reply.stream(`${REASONING}\n</think>`);
			reply.finish("length");
		});
		const { answerId } = await asked(db, "Вопрос");
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.failure, answer.text]).toEqual(["failed", "length", ""]);
		expect(answer.reasoning).toBe(`${REASONING}\n`);
		expect(answer.reservation).not.toBeNull();
	});

	test("words before the filter stay, and are not charged", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const { answerId } = await asked(db, "сценарий:filtered");
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.finish, answer.text === ""]).toEqual(["done", "filtered", false]);
		expect(answer.reservation).not.toBeNull();
	});

	test("going on that ends in reasoning up to the limit ends at the limit, with what was said", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const { me, answerId } = await asked(db, "сценарий:length");
		workers.start(answerId);
		const first = await ended(db, answerId);
		model.script("reasoning-length");
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		workers.start(answerId);
		const second = await ended(db, answerId);
		expect([second.state, second.finish, second.text]).toEqual(["done", "length", first.text]);
	});

	test("a model that goes on for ever is cut off, and what it said can be continued", async () => {
		const db = await openTestDb();
		const { dependencies, errors } = server(db);
		let pieces = 0;
		let isClosed = false;
		const provider: Provider = {
			async *stream() {
				try {
					for (; pieces < 60; pieces++) yield { kind: "text", text: "слово ".repeat(10_000) };
					yield { kind: "end", finish: "stop" };
				} finally {
					isClosed = true;
				}
			},
		};
		const findModel = () => ({ provider, contextTokens: 8_000 });
		const workers = new AnswerWorkers({ ...dependencies, findModel }, 100, (error) => errors.push(error));
		const { me, answerId } = await asked(db, "Вопрос");
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.finish, isClosed, pieces < 60]).toEqual(["done", "length", true, true]);
		expect(answer.text.length).toBeGreaterThan(2_000_000);
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		expect(errors).toEqual([]);
	});

	test("a model that the operator has taken away is a failure with its own words", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const { answerId } = await asked(db, "Вопрос", "gone");
		workers.start(answerId);
		expect((await ended(db, answerId)).failure).toBe("model-missing");
	});

	test("a stop keeps what was said, and going on never shrinks it", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		model.script(falteringModel);
		const { me, answerId } = await asked(db, "сценарий:slow:40:40");
		workers.start(answerId);
		await hasText(db, answerId);
		expect(await requestStop(db, me, answerId)).toBe("asked-to-stop");
		workers.stop(answerId);
		const stopped = await ended(db, answerId);
		expect([stopped.state, stopped.text === ""]).toEqual(["stopped", false]);
		expect((await continueAnswer(db, me, answerId)).outcome).toBe("asked");
		workers.start(answerId);
		const whole = await ended(db, answerId);
		expect(whole.state).toBe("done");
		expect(whole.text.startsWith(stopped.text)).toBe(true);
		expect(whole.text.length).toBeGreaterThan(stopped.text.length);
	});

	test("a model that is asked to go on and has nothing to add was done", async () => {
		const db = await openTestDb();
		const { workers, failures } = server(db);
		const { me, answerId } = await asked(db, "сценарий:cut-off");
		workers.start(answerId);
		const broken = await ended(db, answerId);
		expect([broken.state, broken.failure]).toEqual(["interrupted", "cut-off"]);
		model.script("empty");
		await continueAnswer(db, me, answerId);
		workers.start(answerId);
		const whole = await ended(db, answerId);
		expect([whole.state, whole.finish, whole.failure]).toEqual(["done", "stop", null]);
		expect([whole.text, failures]).toEqual([broken.text, ["cut-off"]]);
	});

	test("a conversation that the model's server finds too long is asked again with less, and the answer says so", async () => {
		const db = await openTestDb();
		const { workers, failures } = server(db);
		const first = await asked(db, "Вопрос 0 сценарий:slow:0:1");
		workers.start(first.answerId);
		await ended(db, first.answerId);
		let last = first.answerId;
		for (let i = 1; i < 7; i++) {
			const next = await ask(db, first.me, question(`Вопрос ${i} сценарий:slow:0:1`, first.conversationId));
			if (next.outcome !== "asked") throw new Error(next.outcome);
			last = next.answerId;
			if (i === 6) for (let again = 0; again < 2; again++) model.script("context-too-long");
			workers.start(last);
			await ended(db, last);
		}
		const tries = model.requests.slice(-3).map(({ messages }) => messages.length);
		expect(tries).toEqual([13, 5, 1]);
		const answer = await row(db, last);
		expect([answer.state, answer.context_cut, failures]).toEqual(["done", 6, []]);
	});

	test("a stop asked for on another server is heard with the next beat", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		model.script(falteringModel);
		const { me, answerId } = await asked(db, "Вопрос");
		workers.start(answerId);
		await hasText(db, answerId);
		await requestStop(db, me, answerId);
		expect((await ended(db, answerId)).state).toBe("stopped");
	});

	test("of two servers one writes", async () => {
		const db = await openTestDb();
		const [one, two] = [server(db), server(db)];
		const before = model.requests.length;
		const { answerId } = await asked(db, "Вопрос");
		one.workers.start(answerId);
		two.workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.attempts, model.requests.length - before]).toEqual(["done", 1, 1]);
		expect([...one.errors, ...two.errors]).toEqual([]);
	});

	test("released at a shutdown, the answer is resumed at once and counts as no attempt", async () => {
		const db = await openTestDb();
		const [one, two] = [server(db), server(db)];
		model.script(falteringModel);
		const { answerId } = await asked(db, "сценарий:slow:40:40");
		one.workers.start(answerId);
		await hasText(db, answerId);
		await one.workers.shutdown();
		// The previous release reads no tail of the log, and may be what is started next.
		expect(await db.selectFrom("answer_log_tail").select("seq").execute()).toEqual([]);
		expect(await logRows(db, answerId)).not.toEqual([]);
		const between = await row(db, answerId);
		expect([between.state, between.lease_owner, between.attempts]).toEqual(["writing", null, 0]);
		const said = (await readAnswerSoFar(db, answerId))?.text ?? "nothing";
		await two.workers.resumeOrphans();
		const answer = await ended(db, answerId);
		expect(answer.state).toBe("done");
		expect(answer.text.startsWith(said)).toBe(true);
	});

	test("a dead server's answer is taken up when its lease has run out, and not before", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const { answerId } = await asked(db, "Вопрос");
		const die = (at: number) =>
			db
				.updateTable("answers")
				.set({ lease_owner: "dead", pulse_at: at, attempts: 1 })
				.where("id", "=", answerId)
				.execute();
		const at = Date.now();
		await die(at);
		expect(await findOrphans(db, 10, () => at + LEASE_MS)).toEqual([]);
		// This one has a minute more: the machine may stand still for as long as a lease lasts.
		await die(at + 60_000);
		await workers.resumeOrphans();
		expect((await row(db, answerId)).lease_owner).toBe("dead");
		await die(Date.now() - LEASE_MS - 1);
		await workers.resumeOrphans();
		expect((await ended(db, answerId)).attempts).toBe(2);
	});

	test("after three attempts the answer stays as it is", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const { answerId } = await asked(db, "Вопрос");
		await db.updateTable("answers").set({ attempts: 3 }).where("id", "=", answerId).execute();
		workers.start(answerId);
		const answer = await ended(db, answerId);
		expect([answer.state, answer.failure]).toEqual(["failed", "attempts"]);
	});
});

describe("the log", () => {
	eachDatabase((openTestDb) => {
		async function held(db: Db, owner = "me") {
			const { answerId } = await asked(db, "Вопрос");
			await claimLease(db, answerId, owner);
			return answerId;
		}
		const bodies = async (db: Db, id: string) => (await logRows(db, id)).map(({ body }) => body);

		test("an answer that was deleted does not take the others' pieces with it", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const answerId = await held(db);
			const [alive, dead] = [log.openWriter(answerId, "me", 0), log.openWriter(randomUUID(), "me", 0)];
			// The first pieces go out at once and alone; the second ones share a commit.
			alive.append("text", "раз ");
			await alive.flush();
			alive.append("text", "два");
			dead.append("text", "в никуда");
			await alive.flush();
			await expect(dead.flush()).rejects.toThrow(LeaseLost);
			expect(() => dead.append("text", "ещё")).toThrow(LeaseLost);
			expect(await bodies(db, answerId)).toEqual(["раз ", "два"]);
		});

		test("who has lost the lease writes nothing, also after the answer was settled and its log trimmed", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const answerId = await held(db, "old");
			const old = log.openWriter(answerId, "old", 0);
			old.append("text", "раз ");
			await old.flush();
			await claimLease(db, answerId, "new", () => Date.now() + LEASE_MS + 1_000);
			old.append("text", "поздно");
			await expect(old.flush()).rejects.toThrow(LeaseLost);
			const late = log.openWriter(answerId, "old", 1);
			await finishAnswer(db, log, answerId, "new", { state: "done" });
			late.append("text", "совсем поздно");
			await expect(late.flush()).rejects.toThrow(LeaseLost);
			expect([(await row(db, answerId)).text, await bodies(db, answerId)]).toEqual(["раз ", []]);
		});

		test("two workers that both take the lease for theirs cannot write the same place", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const [answerId, other] = [await held(db), await held(db)];
			const [one, two, third] = [answerId, answerId, other].map((id) => log.openWriter(id, "me", 0));
			one?.append("text", "первый");
			await one?.flush();
			third?.append("text", "рядом");
			two?.append("text", "второй");
			await third?.flush();
			await expect(two?.flush()).rejects.toThrow();
			expect([await bodies(db, answerId), await bodies(db, other)]).toEqual([["первый"], ["рядом"]]);
		});

		test("what a database cannot store becomes what Markdown shows for it", async () => {
			const db = await openTestDb();
			const log = new AnswerLog(db);
			const answerId = await held(db);
			const writer = log.openWriter(answerId, "me", 0);
			writer.append("text", "а\0б\ud83eв\udd94 \"\\ \u2028 'г' 🦔");
			await writer.flush();
			expect(await bodies(db, answerId)).toEqual(["а\ufffdб\ufffdв\ufffd \"\\ \u2028 'г' 🦔"]);
		});
	});
});
