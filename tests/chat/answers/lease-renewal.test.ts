import { randomUUID } from "node:crypto";
import type { KyselyPlugin, QueryId, RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AnswerWorkers } from "../../../app/chat/answers/answer-workers.server.ts";
import { claimLease, findOrphans, LEASE_MS, sendHeartbeat } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../app/chat/answers/log/answer-log.server.ts";
import { readAnswerSoFar } from "../../../app/chat/answers/log/answer-updates.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { openAiProvider } from "../../../app/chat/providers/openai.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { lockRow } from "../../../app/platform/db/lock-row.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase } from "../../support/database/failing-database.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { question, somebody } from "../people.ts";

let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
});
afterAll(() => model.stop());

/** The same database, in which heartbeats have no reply until the test releases them. */
function withSlowHeartbeats(db: Db) {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const slow = new WeakSet<QueryId>();
	const heartbeats = { slow: false, sent: 0 };
	const plugin: KyselyPlugin = {
		transformQuery: ({ node, queryId }) => {
			const text = JSON.stringify(node);
			const isHeartbeat = text.includes("pulse_at") && text.includes("stop_requested_at");
			if (!isHeartbeat || !heartbeats.slow) return node;
			heartbeats.sent++;
			slow.add(queryId);
			return node;
		},
		transformResult: async ({ result, queryId }) => {
			if (slow.has(queryId)) await released;
			return result;
		},
	};
	const endSlowness = () => {
		heartbeats.slow = false;
		release();
	};
	return { db: db.withPlugin(plugin), heartbeats, endSlowness };
}

/** A process that is writing a slow answer, whose heartbeats can be made slow. */
async function writing(own: Db) {
	const { db, ...slowness } = withSlowHeartbeats(own);
	const log = new AnswerLog(db);
	const provider = openAiProvider({ baseUrl: model.url, idleTimeoutMs: 60_000 });
	const dependencies = {
		...{ db, log, owner: randomUUID(), instruction: "" },
		findModel: () => ({ provider, contextTokens: 8_000 }),
		onFailure: () => {},
		onSettled: () => {},
	};
	const errors: unknown[] = [];
	const workers = new AnswerWorkers(dependencies, 100, (error) => errors.push(error));
	const answerId = await asked(own);
	workers.start(answerId);
	await vi.waitFor(async () => expect((await readAnswerSoFar(own, answerId))?.text).toBeTruthy());
	return { ...slowness, log, workers, answerId, errors, owner: dependencies.owner };
}

/** @param text by default one whose answer does not end during a test, whatever stands still */
async function asked(db: Db, text = "сценарий:slow:100:6000"): Promise<string> {
	const result = await ask(db, await somebody(db), question(text));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	return result.answerId;
}

const setPulse = (db: Db, answerId: string, at: number) =>
	db.updateTable("answers").set({ pulse_at: at }).where("id", "=", answerId).execute();

const rowOf = (db: Db, answerId: string) =>
	db.selectFrom("answers").selectAll().where("id", "=", answerId).executeTakeFirstOrThrow();

eachDatabase((openTestDb, name) => {
	test("a heartbeat renews no lease of its owner that has no worker", async () => {
		const db = await openTestDb();
		const { log, workers, answerId, owner } = await writing(db);
		const left = await asked(db);
		await claimLease(db, left, owner, () => 1_000);
		await setPulse(db, answerId, 1_000);
		log.changedElsewhere(answerId);
		await vi.waitFor(async () => expect((await rowOf(db, answerId)).pulse_at).toBeGreaterThan(1_000));
		expect((await rowOf(db, left)).pulse_at).toBe(1_000);
		expect(await findOrphans(db, 10, () => 1_000 + LEASE_MS + 1)).toEqual([left]);
		await workers.shutdown();
	});

	test("an answer whose lease could not be released is taken up while another one is written here", async () => {
		const db = await openTestDb();
		let isAway = true;
		const givesLeaseUp = (node: RootOperationNode) =>
			isAway &&
			node.kind === "UpdateQueryNode" &&
			/"lease_owner".+"value":null/.test(JSON.stringify(node.updates));
		const { log, workers, answerId, errors } = await writing(failingDatabase(db, givesLeaseUp));
		const failed = await asked(db, "Вопрос");
		workers.start(failed);
		await vi.waitFor(() => expect([workers.count, errors.length]).toEqual([1, 1]));
		isAway = false;
		for (const id of [failed, answerId]) await setPulse(db, id, 1_000);
		log.changedElsewhere(answerId);
		await vi.waitFor(async () => expect((await rowOf(db, answerId)).pulse_at).toBeGreaterThan(1_000));
		// As the scheduler does: a process that stood still a moment ago takes nothing up.
		await vi.waitFor(async () => {
			await workers.resumeOrphans();
			expect((await rowOf(db, failed)).state).toBe("done");
		});
		await workers.shutdown();
	});

	test("heartbeats of a slow database do not overlap, and the next one reads what was requested meanwhile", async () => {
		const db = await openTestDb();
		const { heartbeats, endSlowness, log, workers, answerId, errors } = await writing(db);
		heartbeats.slow = true;
		log.changedElsewhere(answerId);
		await vi.waitFor(() => expect(heartbeats.sent).toBe(1));
		await db
			.updateTable("answers")
			.set({ stop_requested_at: Date.now() })
			.where("id", "=", answerId)
			.execute();
		for (let i = 0; i < 5; i++) log.changedElsewhere(answerId);
		await readAnswerSoFar(db, answerId);
		const { sent } = heartbeats;
		endSlowness();
		await vi.waitFor(() => expect(workers.count).toBe(0));
		const answer = await db
			.selectFrom("answers")
			.select("state")
			.where("id", "=", answerId)
			.executeTakeFirstOrThrow();
		expect([sent, answer.state, errors]).toEqual([1, "stopped", []]);
	});

	test("whoever cannot renew its own leases takes no other's answer for dead", async () => {
		const db = await openTestDb();
		const { heartbeats, endSlowness, log, workers, answerId } = await writing(db);
		const orphan = await asked(db);
		expect(await findOrphans(db, 10)).toEqual([orphan]);
		heartbeats.slow = true;
		log.changedElsewhere(answerId);
		await vi.waitFor(() => expect(heartbeats.sent).toBe(1));
		const later = performance.now() + LEASE_MS;
		const clock = vi.spyOn(performance, "now").mockImplementation(() => later);
		await workers.resumeOrphans();
		const meanwhile = workers.count;
		endSlowness();
		await vi.waitFor(async () => {
			await workers.resumeOrphans();
			expect(workers.count).toBe(2);
		});
		clock.mockRestore();
		await workers.shutdown();
		expect(meanwhile).toBe(1);
	});

	// SQLite has one writer at a time, and no row to wait for.
	test.runIf(name === "PostgreSQL")("a heartbeat waits for no answer that is just being ended", async () => {
		const db = await openTestDb();
		const [ending, other] = [await asked(db), await asked(db)];
		for (const id of [ending, other]) await claimLease(db, id, "me", () => 1_000);
		const pulses = async () =>
			(await db.selectFrom("answers").select(["id", "pulse_at"]).execute()).map(
				({ id, pulse_at }) => [id, Number(pulse_at)] as const,
			);
		await transact(db, async (trx) => {
			await lockRow(trx, "answers", ending);
			const held = await sendHeartbeat(db, "me", [ending, other], () => 2_000);
			expect(new Set(held.keys())).toEqual(new Set([ending, other]));
			expect(new Map(await pulses())).toEqual(
				new Map([
					[ending, 1_000],
					[other, 2_000],
				]),
			);
		});
		await sendHeartbeat(db, "me", [ending, other], () => 3_000);
		expect((await pulses()).map(([, at]) => at)).toEqual([3_000, 3_000]);
	});
});
