import { describe, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../app/platform/db/connection.server.ts";
import { claimJobs } from "../../../app/platform/jobs/claim-jobs.server.ts";
import { enqueue } from "../../../app/platform/jobs/enqueue.server.ts";
import type { ClaimedJob, JobHandler } from "../../../app/platform/jobs/job-handler.server.ts";
import { JobRunner } from "../../../app/platform/jobs/job-runner.server.ts";
import { performJob } from "../../../app/platform/jobs/perform-job.server.ts";
import { wakeRunner } from "../../../app/platform/jobs/wake.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { failingDatabase, touches } from "../../support/database/failing-database.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";

const NOW = 1_763_700_000_000;
const LEASE_MS = 10_000;

/** Jobs of a kind that note their keys. */
function handlerOf(kind: string, more: Partial<JobHandler> = {}) {
	const done: string[] = [];
	const handler: JobHandler = {
		kind,
		concurrency: 2,
		leaseMs: LEASE_MS,
		maxAttempts: 3,
		pauseMs: (attempts) => attempts * 1_000,
		run: async ({ key }) => {
			done.push(key);
			return { outcome: "done" };
		},
		...more,
	};
	return { handler, done };
}

const jobs = (kind: string, count: number) =>
	Array.from({ length: count }, (_, i) => ({ kind, key: `${kind} ${i}`, dueAt: NOW }));
const rows = (db: Db) =>
	db.selectFrom("jobs").select(["key", "state", "tries", "due_at", "last_error", "failure"]).execute();
const log = { onError: () => {}, onGiveUp: () => {} };

describe("the runner of jobs", () => {
	eachDatabase((openTestDb) => {
		test("two servers do each job once, and what is done is gone", async () => {
			const db = await openTestDb();
			const other = await openDatabase(urlOf(db));
			await enqueue(db, jobs("a", 60));
			const { handler, done } = handlerOf("a");
			await Promise.all([runDueJobs(db, [handler]), runDueJobs(other, [handler])]);
			await other.destroy();
			expect(done.toSorted()).toEqual(
				jobs("a", 60)
					.map(({ key }) => key)
					.toSorted(),
			);
			expect(await rows(db)).toEqual([]);
		});

		test("a crowd of one kind delays no other kind", async () => {
			const db = await openTestDb();
			await enqueue(db, jobs("crowd", 1_000));
			await enqueue(db, jobs("rare", 1));
			const held = Promise.withResolvers<void>();
			const crowd = handlerOf("crowd", {
				run: async () => {
					await held.promise;
					return { outcome: "done" };
				},
			});
			const rare = handlerOf("rare", {
				run: async () => {
					held.resolve();
					return { outcome: "done" };
				},
			});
			// The crowd ends only once the other has begun.
			expect(await runDueJobs(db, [crowd.handler, rare.handler])).toHaveLength(1_001);
		});

		test("a fact that is undone leaves no job", async () => {
			const db = await openTestDb();
			const undone = db.transaction().execute(async (trx) => {
				await enqueue(trx, jobs("a", 1));
				throw new Error("no");
			});
			await expect(undone).rejects.toThrow("no");
			expect(await rows(db)).toEqual([]);
		});

		test("a job of a killed worker is done when its lease has expired, and no sooner", async () => {
			const db = await openTestDb();
			await enqueue(db, jobs("a", 1));
			const { handler, done } = handlerOf("a");
			const [killed] = await claimJobs(db, handler, { owner: "killed", most: 1 }, () => NOW);
			expect(killed).toMatchObject({ key: "a 0", tries: 1 });
			expect(await runDueJobs(db, [handler], () => NOW + LEASE_MS - 1)).toEqual([]);
			expect(await runDueJobs(db, [handler], () => NOW + LEASE_MS)).toMatchObject([{ outcome: "done" }]);
			expect(done).toEqual(["a 0"]);
			// It comes back and finds that it has lost the job: what it would have written is not.
			let written = false;
			const late = handlerOf("a", {
				run: async () => ({
					outcome: "done",
					apply: async () => {
						written = true;
					},
				}),
			});
			const signal = new AbortController().signal;
			expect(await performJob(db, late.handler, killed as ClaimedJob, { log, signal })).toBe("lost");
			expect(written).toBe(false);
		});

		test("what throws is retried with growing pauses, given up loudly, and delays no other", async () => {
			const db = await openTestDb();
			await enqueue(db, [...jobs("sick", 1), ...jobs("well", 1)]);
			const sick = handlerOf("sick", {
				run: () => Promise.reject(Object.assign(new TypeError("Анна, вот слова"), { code: "E1" })),
				onGiveUp: async (trx, { key }) => {
					await enqueue(trx, [{ kind: "well", key: `after ${key}`, dueAt: NOW }]);
				},
			});
			const well = handlerOf("well");
			const given: unknown[] = [];
			const errors: unknown[] = [];
			let now = NOW;
			const dues: number[] = [];
			const handlers = [sick.handler, well.handler];
			for (let i = 0; i < 3; i++) {
				const runner = new JobRunner(db, handlers, {
					owner: "server",
					clock: () => now,
					log: {
						onError: (error) => void errors.push(error),
						onGiveUp: ({ key }, attempts, error) => void given.push([key, attempts, error]),
					},
				});
				runner.kick();
				await runner.idle();
				const [row] = await rows(db);
				dues.push((row?.due_at ?? 0) - now);
				now = row?.due_at ?? 0;
			}
			expect(dues.slice(0, 2)).toEqual([1_000, 2_000]);
			expect(well.done).toEqual(["well 0", "after sick 0"]);
			expect(errors).toHaveLength(3);
			expect(given).toEqual([["sick 0", 3, "TypeError E1"]]);
			expect(await rows(db)).toMatchObject([
				{ key: "sick 0", state: "failed", failure: "given-up", last_error: "TypeError E1", tries: 3 },
			]);
		});

		test("a job that kills every process is given up unseen", async () => {
			const db = await openTestDb();
			await enqueue(db, jobs("a", 1));
			const { handler, done } = handlerOf("a");
			for (let i = 0; i < 3; i++)
				await claimJobs(db, handler, { owner: `killed ${i}`, most: 1 }, () => NOW + i * LEASE_MS);
			expect(await runDueJobs(db, [handler], () => NOW + 3 * LEASE_MS)).toMatchObject([
				{ outcome: "given-up" },
			]);
			expect(done).toEqual([]);
			expect(await rows(db)).toMatchObject([{ failure: "given-up", last_error: "process-died", tries: 3 }]);
		});

		test("what is queued again while it is done is done again", async () => {
			const db = await openTestDb();
			await enqueue(db, jobs("a", 1));
			const runs: string[] = [];
			const { handler } = handlerOf("a", {
				run: async ({ key }) => {
					if (runs.push(key) === 1) await enqueue(db, jobs("a", 1));
					return { outcome: "done" };
				},
			});
			await runDueJobs(db, [handler], () => NOW);
			expect(runs).toEqual(["a 0", "a 0"]);
			expect(await rows(db)).toEqual([]);
		});

		test("a job is due at the earliest time it was queued for, and rescheduled by its handler", async () => {
			const db = await openTestDb();
			const at = (dueAt: number) => enqueue(db, [{ kind: "a", key: "1", dueAt }]);
			await at(NOW + 9_000);
			await at(NOW + 5_000);
			await at(NOW + 7_000);
			const { handler } = handlerOf("a", { run: async () => ({ outcome: "reschedule", at: NOW + 20_000 }) });
			expect(await runDueJobs(db, [handler], () => NOW + 4_999)).toEqual([]);
			expect(await runDueJobs(db, [handler], () => NOW + 5_000)).toMatchObject([{ outcome: "reschedule" }]);
			expect(await rows(db)).toMatchObject([{ state: "waiting", due_at: NOW + 20_000, tries: 0 }]);
		});

		test("a database that fails for a moment costs a round and nothing else", async () => {
			const db = await openTestDb();
			await enqueue(db, jobs("a", 3));
			let asked = 0;
			const breaking = failingDatabase(db, (statement) => touches(statement, "jobs") && ++asked === 1);
			const { handler, done } = handlerOf("a");
			const runner = new JobRunner(breaking, [handler], { owner: "server", log });
			runner.kick();
			await runner.idle();
			runner.kick();
			await runner.idle();
			expect(done).toHaveLength(3);
		});

		test("a kind whose records cannot be looked for keeps those of no other from being queued", async () => {
			const db = await openTestDb();
			const broken = new Error("the index is damaged");
			const sick = handlerOf("sick", { findJobless: () => Promise.reject(broken) });
			const well = handlerOf("well", { findJobless: async () => [{ key: "forgotten", dueAt: NOW }] });
			const runner = new JobRunner(db, [sick.handler, well.handler], { owner: "server", log });
			await expect(runner.reconcile()).rejects.toMatchObject({ errors: [broken] });
			await runner.idle();
			expect(well.done).toEqual(["forgotten"]);
		});

		test("a runner that stops tells its jobs, which go back to the queue uncounted", async () => {
			const db = await openTestDb();
			await enqueue(db, jobs("a", 1));
			const started = Promise.withResolvers<void>();
			const { handler } = handlerOf("a", {
				run: (_, { signal }) => {
					started.resolve();
					return new Promise((resolve) =>
						signal.addEventListener("abort", () => resolve({ outcome: "released" })),
					);
				},
			});
			const runner = new JobRunner(db, [handler], { owner: "server", log });
			runner.start();
			wakeRunner();
			await started.promise;
			await runner.stop();
			expect(await rows(db)).toMatchObject([{ state: "waiting", tries: 0 }]);
			await enqueue(db, jobs("a", 2));
			wakeRunner();
			await runner.idle();
			expect(await rows(db)).toHaveLength(2);
		});
	});
});
