import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AnswerWorkers } from "../../app/chat/answers/answer-workers.server.ts";
import { Answers } from "../../app/chat/answers/answers.server.ts";
import { findOrphans, WAITING_FOR_PERSON } from "../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../app/chat/answers/log/answer-log.server.ts";
import { readRounds } from "../../app/chat/answers/rounds/read-rounds.server.ts";
import type { Decision } from "../../app/chat/consent/decide.server.ts";
import { denyForgotten, FORGOTTEN_MS } from "../../app/chat/consent/deny-waiting.server.ts";
import { listGrants, revoke } from "../../app/chat/consent/grants.server.ts";
import { toolGrantsData } from "../../app/chat/consent/personal-data.server.ts";
import { ask } from "../../app/chat/prompts/ask.server.ts";
import { openAiProvider } from "../../app/chat/providers/openai.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { isPostgres } from "../../app/platform/db/dialect.server.ts";
import type { Tool } from "../../app/tools/tool.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import type { FakeReply } from "../support/fakes/fake-model-reply.ts";
import { question, somebody } from "./people.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
beforeEach(() => {
	model.otherwise = (reply: FakeReply) => {
		const called = reply.question.messages.at(-1)?.role === "tool";
		if (called) reply.delta({ content: "Готово." });
		else
			reply.delta({
				tool_calls: [{ index: 0, id: randomUUID(), function: { name: "pay", arguments: '{"sum":100}' } }],
			});
		reply.finish();
	};
});
afterAll(() => model.stop());

/** A process whose model calls `pay` at every question. @param others tools that it may call besides */
function server(db: Db, schemaHash = "1", others: Tool[] = []) {
	const heard: string[] = [];
	const pay: Tool = {
		name: "pay",
		server: "bank",
		title: "Перевод",
		description: "Pays.",
		parameters: { type: "object" },
		schemaHash,
		effect: "unsafe",
		asks: true,
		crossBorder: false,
		run: async (_args, { key }) => {
			heard.push(key);
			return { ok: true, text: "Переведено" };
		},
	};
	const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 });
	const log = new AnswerLog(db);
	const errors: unknown[] = [];
	const workers = new AnswerWorkers(
		{
			db,
			log,
			owner: randomUUID(),
			findModel: () => ({ provider, contextTokens: 8_000, tools: true }),
			toolsOf: async () => [pay, ...others],
			instruction: "",
			onFailure: () => {},
			onSettled: () => {},
		},
		100,
		(error) => errors.push(error),
	);
	return { workers, answers: new Answers(db, log, workers), heard, errors };
}

async function asked(db: Db, workers: AnswerWorkers, me: string, conversationId: string | null = null) {
	const result = await ask(db, me, question("Переведи", conversationId));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	workers.start(result.answerId);
	return { ...result, callId: `${result.answerId}.1.1` };
}

const row = (db: Db, id: string) =>
	db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const until = <T>(db: Db, id: string, read: (answer: Awaited<ReturnType<typeof row>>) => T) =>
	vi.waitFor(async () => read(await row(db, id)), { interval: 20 });
const waits = (db: Db, id: string) =>
	until(db, id, ({ lease_owner }) => expect(lease_owner).toBe(WAITING_FOR_PERSON));
const ends = (db: Db, id: string, state: string) =>
	until(db, id, (answer) => expect(answer.state).toBe(state));

/** A database that refuses to change the calls of one answer. */
function refusing(db: Db, answerId: string) {
	const when = `old.answer_id = '${answerId}'`;
	const run = (text: string) => sql.raw(text).execute(db);
	if (!isPostgres(db))
		return {
			begin: () =>
				run(
					`create trigger refusing before update on answer_calls when ${when} begin select raise(abort, 'refused'); end`,
				),
			end: () => run("drop trigger refusing"),
		};
	return {
		begin: async () => {
			await run(
				"create function refuse() returns trigger as $$ begin raise 'refused'; end $$ language plpgsql",
			);
			await run(
				`create trigger refusing before update on answer_calls for each row when (${when}) execute function refuse()`,
			);
		},
		end: () => run("drop trigger refusing on answer_calls"),
	};
}

const callOf = async (db: Db, id: string) => (await readRounds(db, [id])).get(id)?.[0]?.calls[0];

eachDatabase((openTestDb) => {
	test("nothing is heard before the consent, which survives a restart, holds no worker and counts once", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const first = server(db);
		const { answerId, callId } = await asked(db, first.workers, me);
		await waits(db, answerId);
		await vi.waitFor(() => expect(first.workers.count).toBe(0));
		expect(first.heard).toEqual([]);
		await first.workers.shutdown();
		// Neither this nor another server takes it up, however long it waits.
		expect(await findOrphans(db, 10)).toEqual([]);
		const second = server(db);
		await second.workers.resumeOrphans();
		expect(second.workers.count).toBe(0);
		const stranger = await somebody(db);
		expect(await second.answers.decide(stranger, callId, "once")).toEqual({ outcome: "no-such-call" });
		expect(await second.answers.decide(me, "nonsense", "once")).toEqual({ outcome: "no-such-call" });
		expect(await second.answers.decide(me, callId, "once")).toMatchObject({
			outcome: "decided",
			goesOn: true,
		});
		expect(await second.answers.decide(me, callId, "no")).toMatchObject({ outcome: "decided-before" });
		await ends(db, answerId, "done");
		expect(second.heard).toEqual([callId]);
		expect((await row(db, answerId)).text).toBe("Готово.");
		expect(await callOf(db, answerId)).toMatchObject({ state: "done", decided_by: me });
		expect([...first.errors, ...second.errors]).toEqual([]);
		await second.workers.shutdown();
	});

	test.each(["no"] as const)(
		"«%s»: the model is told, and answers without it",
		async (decision: Decision) => {
			const db = await openTestDb();
			const me = await somebody(db);
			const { workers, answers, heard } = server(db);
			const { answerId, callId } = await asked(db, workers, me);
			await waits(db, answerId);
			await answers.decide(me, callId, decision);
			await ends(db, answerId, "done");
			expect(heard).toEqual([]);
			expect((await callOf(db, answerId))?.state).toBe("denied");
			expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain("не разрешил");
			await workers.shutdown();
		},
	);

	test("what is allowed in a chat, or always, is not asked for again there; another schema asks again", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { workers, answers, heard } = server(db);
		const first = await asked(db, workers, me);
		await waits(db, first.answerId);
		await answers.decide(me, first.callId, "chat");
		await ends(db, first.answerId, "done");
		const { conversationId } = first;
		const again = await asked(db, workers, me, conversationId);
		await ends(db, again.answerId, "done");
		expect(heard).toEqual([first.callId, again.callId]);
		// Another chat, and then always.
		const other = await asked(db, workers, me);
		await waits(db, other.answerId);
		await answers.decide(me, other.callId, "always");
		await ends(db, other.answerId, "done");
		expect((await listGrants(db, { accountId: me, conversationId })).map(({ scope }) => scope)).toEqual([
			"chat",
			"always",
		]);
		const changed = server(db, "2");
		const third = await asked(db, changed.workers, me, conversationId);
		await waits(db, third.answerId);
		await changed.answers.decide(me, third.callId, "no");
		await ends(db, third.answerId, "done");
		await revoke(db, me, "pay", null);
		await revoke(db, me, "pay", conversationId);
		const last = await asked(db, workers, me, conversationId);
		await waits(db, last.answerId);
		expect(await Array.fromAsync(toolGrantsData.read(db, me))).toEqual([]);
		await Promise.all([workers.shutdown(), changed.workers.shutdown()]);
	});

	test("a new question says no first, and a stop ends what waits", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { workers, answers, heard, errors } = server(db);
		const first = await asked(db, workers, me);
		await waits(db, first.answerId);
		const next = await asked(db, workers, me, first.conversationId);
		expect((await row(db, first.answerId)).state).toBe("stopped");
		expect(await callOf(db, first.answerId)).toMatchObject({ state: "denied", decided_by: "question" });
		await waits(db, next.answerId);
		await answers.stop(me, next.answerId);
		await ends(db, next.answerId, "stopped");
		expect((await callOf(db, next.answerId))?.state).toBe("stopped");
		expect(await answers.decide(me, next.callId, "once")).toMatchObject({ outcome: "decided-before" });
		expect([heard, errors]).toEqual([[], []]);
		await workers.shutdown();
	});

	test("after seven days it is denied, and the answer is written; what is allowed is exported and erased", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { workers, answers, heard } = server(db);
		const { answerId } = await asked(db, workers, me);
		await waits(db, answerId);
		await denyForgotten(db, Date.now() + FORGOTTEN_MS - 60_000);
		expect((await callOf(db, answerId))?.state).toBe("waiting");
		await denyForgotten(db, Date.now() + FORGOTTEN_MS + 60_000);
		await workers.resumeOrphans();
		await ends(db, answerId, "done");
		expect(await callOf(db, answerId)).toMatchObject({ state: "denied", decided_by: "time" });
		expect(heard).toEqual([]);
		const other = await asked(db, workers, me);
		await waits(db, other.answerId);
		await answers.decide(me, other.callId, "always");
		await ends(db, other.answerId, "done");
		expect(await Array.fromAsync(toolGrantsData.read(db, me))).toMatchObject([
			{ server: "bank", tool: "pay", scope: "always", conversationId: null },
		]);
		expect(await toolGrantsData.eraseSome(db, me, 0)).toBe(1);
		expect(await toolGrantsData.eraseSome(db, me, 0)).toBe(0);
		await workers.shutdown();
	});

	test("a stop reaches an answer of which one call was decided about while another ran", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const running = Promise.withResolvers<void>();
		const slow: Tool = {
			name: "slow",
			server: "web",
			title: "Поиск",
			description: "Waits for its end.",
			parameters: { type: "object" },
			schemaHash: "1",
			effect: "read",
			asks: false,
			crossBorder: false,
			run: (_args, { signal }) => {
				running.resolve();
				return new Promise((_, reject) => {
					signal.addEventListener("abort", () => reject(signal.reason), { once: true });
				});
			},
		};
		model.otherwise = (reply: FakeReply) => {
			const call = (index: number, name: string) => ({
				index,
				id: `c${index}`,
				function: { name, arguments: "{}" },
			});
			reply.delta({ tool_calls: [call(0, "pay"), call(1, "slow")] });
			reply.finish();
		};
		const { workers, answers, heard, errors } = server(db, "1", [slow]);
		const { answerId, callId } = await asked(db, workers, me);
		await running.promise;
		expect(await answers.decide(me, callId, "once")).toMatchObject({ outcome: "decided", goesOn: false });
		await answers.stop(me, answerId);
		await ends(db, answerId, "stopped");
		const calls = (await readRounds(db, [answerId])).get(answerId)?.[0]?.calls ?? [];
		expect(calls.map(({ state }) => state)).toEqual(["stopped", "stopped"]);
		expect([heard, errors]).toEqual([[], []]);
		await workers.shutdown();
	});

	test("one answer that cannot be denied keeps no other waiting", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { workers } = server(db);
		const waiting: string[] = [];
		for (let i = 0; i < 2; i++) {
			const { answerId } = await asked(db, workers, me);
			await waits(db, answerId);
			waiting.push(answerId);
		}
		const [broken = "", other = ""] = waiting.sort();
		const refuse = refusing(db, broken);
		await refuse.begin();
		await expect(denyForgotten(db, Date.now() + FORGOTTEN_MS + 60_000)).rejects.toThrow(AggregateError);
		await refuse.end();
		expect((await callOf(db, broken))?.state).toBe("waiting");
		expect((await callOf(db, other))?.state).toBe("denied");
		await workers.shutdown();
	});

	test("what waits takes no place among the answers that are written", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const { workers } = server(db);
		for (let i = 0; i < 4; i++) await waits(db, (await asked(db, workers, me)).answerId);
		await workers.shutdown();
	});
});
