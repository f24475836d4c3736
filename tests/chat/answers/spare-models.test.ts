import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AnswerWorkers } from "../../../app/chat/answers/answer-workers.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readUpdates } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { SpareModels } from "../../../app/chat/answers/spare-models.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import { AnswerStreams } from "../../../app/chat/stream/answer-streams.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { question, somebody } from "../people.ts";
import { LocalReader } from "../stream/local-reader.ts";

let first: FakeModel;
let second: FakeModel;
beforeAll(async () => {
	first = await startFakeModel();
	second = await startFakeModel();
});
afterAll(async () => {
	await first?.stop();
	await second?.stop();
});

/** A process with a model that has a spare. */
function server(db: Db) {
	const providerOf = ({ url }: FakeModel) => openAiProvider({ baseUrl: url, idleTimeoutMs: 60_000 });
	const models: Record<
		string,
		{ provider: ReturnType<typeof openAiProvider>; contextTokens: number; spare?: string }
	> = {
		first: { provider: providerOf(first), contextTokens: 8_000, spare: "second" },
		second: { provider: providerOf(second), contextTokens: 8_000 },
	};
	const findModel = (id: string) => models[id];
	const log = new AnswerLog(db);
	const spares = new SpareModels(findModel);
	const failures: string[] = [];
	const settled: string[] = [];
	const dependencies = {
		...{ db, log, findModel, spares, owner: randomUUID(), instruction: "" },
		onFailure: (_id: string, code: string) => void failures.push(code),
		onSettled: (_id: string, _end: unknown, model: string) => void settled.push(model),
	};
	const onError = (error: unknown) => {
		throw error;
	};
	return { log, workers: new AnswerWorkers(dependencies, 100, onError), failures, settled };
}

async function asked(db: Db, text = "Вопрос") {
	const result = await ask(db, await somebody(db), { ...question(text), model: "first" });
	if (result.outcome !== "asked") throw new Error(result.outcome);
	return result.answerId;
}

const ended = (db: Db, id: string) =>
	vi.waitFor(
		async () => {
			const row = await db.selectFrom("answers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
			expect(row.state).not.toBe("writing");
			return row;
		},
		{ interval: 20 },
	);

eachDatabase((openTestDb) => {
	test("while a model is down its spare answers; the answer and its live readers say who did", async () => {
		const db = await openTestDb();
		const { log, workers, failures, settled } = server(db);
		const streams = new AnswerStreams(db, log, () => {});
		first.script("error-500");
		const before = first.requests.length;
		const id = await asked(db);
		const reader = new LocalReader().join(streams, id);
		workers.start(id);
		expect(await ended(db, id)).toMatchObject({ state: "done", model: "second", spare_for: "first" });
		expect(failures).toEqual(["unreachable"]);
		await vi.waitFor(() => expect(settled).toEqual(["second"]));
		await vi.waitFor(() => expect(reader.state).toBe("done"));
		expect(reader.notice).toEqual({ contextCut: 0, model: "second", spareFor: "first" });
		const update = (await readUpdates(db, [{ answerId: id, after: 0 }])).get(id);
		expect(update).toMatchObject({ model: "second", spareFor: "first" });
		// For a while the model is not even asked: one that hangs would cost each question its time-out.
		const next = await asked(db);
		workers.start(next);
		expect(await ended(db, next)).toMatchObject({ state: "done", model: "second", spare_for: "first" });
		expect(first.requests.length - before).toBe(1);
		await workers.shutdown();
	});

	test("a failure of both is told as it is, and what is wrong with one question goes to no other model", async () => {
		const db = await openTestDb();
		const { workers } = server(db);
		const before = second.requests.length;
		first.script("empty");
		const empty = await asked(db);
		workers.start(empty);
		expect(await ended(db, empty)).toMatchObject({
			state: "failed",
			failure: "empty",
			model: "first",
			spare_for: null,
		});
		expect(second.requests.length).toBe(before);
		first.script("rate-limited");
		second.script("refused");
		const both = await asked(db);
		workers.start(both);
		expect(await ended(db, both)).toMatchObject({ state: "failed", failure: "refused", model: "second" });
		await workers.shutdown();
	});
});

test("after a minute the model is asked again; a spare that has been removed answers nothing", () => {
	const models = new Map<string, { spare?: string }>([
		["a", { spare: "b" }],
		["b", {}],
	]);
	const spares = new SpareModels((id) => models.get(id));
	const failed = { state: "failed", failure: "timeout" } as const;
	expect(spares.instead("a", 0)).toBeUndefined();
	expect(spares.after("a", failed, 1_000)).toBe("b");
	expect(spares.instead("a", 60_999)).toBe("b");
	expect(spares.instead("a", 61_001)).toBeUndefined();
	// What was said stays: it is continued by the model that said it.
	expect(spares.after("a", { state: "interrupted", failure: "timeout" }, 0)).toBeUndefined();
	expect(spares.after("b", failed, 0)).toBeUndefined();
	models.delete("b");
	expect(spares.after("a", failed, 0)).toBeUndefined();
});
