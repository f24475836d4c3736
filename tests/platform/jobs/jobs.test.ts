import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { claimJobs, freeJobsOfDead } from "../../../app/platform/jobs/claim-jobs.server.ts";
import { enqueueLimited } from "../../../app/platform/jobs/enqueue.server.ts";
import type { ClaimedJob, JobHandler } from "../../../app/platform/jobs/job-handler.server.ts";
import {
	cancelJob,
	countAhead,
	eraseSomeJobs,
	failAbandoned,
	forgetEndedJobs,
	lastJob,
	markShown,
	readJobs,
	unfinishedOf,
} from "../../../app/platform/jobs/job-status.server.ts";
import { performJob } from "../../../app/platform/jobs/perform-job.server.ts";
import { endJob, releaseJob, renewJob } from "../../../app/platform/jobs/settle-job.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

const PLACE = "here";
const LEASE_MS = 15_000;
const MAX_ATTEMPTS = 3;
const DAY = 24 * 3_600_000;

/** A line of jobs with a clock that stands until it is moved. */
function line(db: Db) {
	let now = 1_763_700_000_000;
	const clock = () => now;
	const claim = async (owner: string, place = PLACE) => {
		const [job] = await claimJobs(db, { kind: "k", leaseMs: LEASE_MS, place }, { owner, most: 1 }, clock);
		return job;
	};
	const failing: JobHandler = {
		kind: "k",
		concurrency: 1,
		leaseMs: LEASE_MS,
		maxAttempts: MAX_ATTEMPTS,
		pauseMs: (attempts) => 5_000 * 2 ** (attempts - 1),
		run: () => Promise.reject(new TypeError("with words of a person")),
	};
	const log = { onError: () => {}, onGiveUp: () => {} };
	/** Does a claimed job, which fails. */
	const fail = (job: ClaimedJob) =>
		performJob(db, failing, job, { log, signal: new AbortController().signal, clock });
	return {
		fail,
		clock,
		claim,
		later: (ms: number) => {
			now += ms;
		},
		add: async (key: string, { most = 10, place = PLACE as string | null } = {}) => {
			const id = randomUUID();
			now += 1;
			const job = { id, kind: "k", key, accountId: key, place, payload: { key } };
			return { id, outcome: await enqueueLimited(db, job, most, clock) };
		},
		state: async (id: string) =>
			db
				.selectFrom("jobs")
				.select(["state", "failure", "tries", "last_error"])
				.where("id", "=", id)
				.executeTakeFirst(),
	};
}

describe("jobs", () => {
	eachDatabase((openTestDb) => {
		test("they are done in the order they came, each by one of several workers", async () => {
			const db = await openTestDb();
			const { add, claim, clock } = line(db);
			const [one, two] = [await add("a"), await add("b")];
			expect([one.outcome, two.outcome]).toEqual(["added", "added"]);
			const taken = await Promise.all(["x", "y", "z"].map((owner) => claim(owner)));
			const ids = taken.flatMap((job) => job?.id ?? []);
			expect(new Set(ids).size).toBe(ids.length);
			while (ids.length < 2) ids.push((await claim("x"))?.id ?? "none");
			expect(ids.toSorted()).toEqual([one.id, two.id].toSorted());
			expect(await claim("x")).toBeUndefined();
			const [job] = taken.filter((job) => job !== undefined);
			const held = { id: job?.id ?? "", lease_owner: job?.lease_owner ?? "" };
			const end = { state: "done" as const, progress: { n: 1 } };
			expect(await endJob(db, { ...held, lease_owner: "stranger" }, end, clock)).toBe(false);
			expect(await endJob(db, held, end, clock)).toBe(true);
		});

		test("of one kind and key only one is unended, and the line has an end", async () => {
			const db = await openTestDb();
			const { add, claim, clock } = line(db);
			expect((await add("a")).outcome).toBe("added");
			expect((await add("a")).outcome).toBe("exists");
			expect((await add("b", { most: 2 })).outcome).toBe("added");
			expect((await add("c", { most: 2 })).outcome).toBe("full");
			expect((await add("c", { most: 2, place: "elsewhere" })).outcome).toBe("added");
			const job = await claim("x");
			await endJob(db, job as ClaimedJob, { state: "done", progress: {} }, clock);
			expect((await add("a")).outcome).toBe("added");
		});

		test("a job is done where its files are, and one without files anywhere", async () => {
			const db = await openTestDb();
			const { add, claim } = line(db);
			const there = await add("a", { place: "there" });
			const anywhere = await add("b", { place: null });
			expect((await claim("x"))?.id).toBe(anywhere.id);
			expect(await claim("x")).toBeUndefined();
			expect((await claim("y", "there"))?.id).toBe(there.id);
		});

		test("a worker without heartbeats loses the job, and learns it with its next one", async () => {
			const db = await openTestDb();
			const { add, claim, later, clock } = line(db);
			const { id } = await add("a");
			const job = (await claim("x")) as ClaimedJob;
			later(LEASE_MS - 1);
			const progress = { leaseMs: LEASE_MS, progress: { n: 1 } };
			expect(await renewJob(db, job, progress, clock)).toBe("go-on");
			later(LEASE_MS - 1);
			expect(await claim("y")).toBeUndefined();
			later(2);
			expect(await claim("y")).toMatchObject({ id, tries: 2, progress: '{"n":1}' });
			expect(await renewJob(db, job, progress, clock)).toBe("lost");
		});

		test("the jobs of a dead process are free at once", async () => {
			const db = await openTestDb();
			const { add, claim } = line(db);
			const { id } = await add("a");
			await claim("dead");
			await freeJobsOfDead(db, (owner) => owner === "alive");
			expect(await claim("y")).toBeUndefined();
			await freeJobsOfDead(db, (owner) => owner === "dead");
			expect((await claim("y"))?.id).toBe(id);
		});

		test("a job that fails waits longer each time and is given up after three tries; one released loses none", async () => {
			const db = await openTestDb();
			const { add, claim, later, state, fail } = line(db);
			const { id } = await add("a");
			expect(await releaseJob(db, (await claim("x")) as ClaimedJob)).toBe(true);
			await db.updateTable("jobs").set({ due_at: 0 }).execute();
			const pauses: number[] = [];
			for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
				let waited = 0;
				let job = await claim("x");
				while (!job) {
					later(1_000);
					waited += 1_000;
					job = await claim("x");
				}
				expect(job.tries).toBe(tries);
				pauses.push(waited);
				expect(await fail(job)).toBe(tries < MAX_ATTEMPTS ? "failed" : "given-up");
			}
			expect(pauses).toEqual([0, 5_000, 10_000]);
			expect(await claim("x")).toBeUndefined();
			expect(await state(id)).toMatchObject({
				state: "failed",
				failure: "given-up",
				last_error: "TypeError",
			});
		});

		test("a process that dies over a job three times is not given it a fourth", async () => {
			const db = await openTestDb();
			const { add, claim, later, state, fail } = line(db);
			const { id } = await add("a");
			for (let i = 0; i < MAX_ATTEMPTS; i++) {
				expect((await claim("x"))?.id).toBe(id);
				later(LEASE_MS + 1);
			}
			expect(await fail((await claim("x")) as ClaimedJob)).toBe("given-up");
			expect(await state(id)).toMatchObject({
				state: "failed",
				failure: "given-up",
				last_error: "process-died",
			});
		});

		test("what is canceled ends at once while it waits, and with the worker's next word while it runs", async () => {
			const db = await openTestDb();
			const { add, claim, clock, state, later } = line(db);
			const waiting = await add("a");
			await cancelJob(db, "k", "a", clock);
			expect(await state(waiting.id)).toMatchObject({ state: "canceled" });
			const running = await add("a");
			const job = (await claim("x")) as ClaimedJob;
			await cancelJob(db, "k", "a", clock);
			expect(await renewJob(db, job, { leaseMs: LEASE_MS, progress: {} }, clock)).toBe("cancel");
			later(LEASE_MS + 1);
			await cancelJob(db, "k", "a", clock);
			expect(await state(running.id)).toMatchObject({ state: "canceled" });
		});

		test("the person's last one is shown with its place in the queue, and its end once", async () => {
			const db = await openTestDb();
			const { add, claim, clock, later } = line(db);
			const first = await add("a");
			const second = await add("b");
			const look = async (key: string) => {
				const job = await lastJob(db, "k", key, clock);
				return job && { state: job.state, silent: job.silent, ahead: await countAhead(db, job) };
			};
			expect(await look("b")).toEqual({ state: "waiting", silent: false, ahead: 1 });
			await claim("x");
			later(LEASE_MS + 1);
			expect(await look("a")).toEqual({ state: "running", silent: true, ahead: 0 });
			expect([await markShown(db, first.id, clock), await markShown(db, first.id, clock)]).toEqual([
				true,
				false,
			]);
			expect(await unfinishedOf(db, [first.id, second.id, "none"])).toEqual(new Set([first.id, second.id]));
		});

		test("what nobody works at for a day is ended, what ended a month ago forgotten, what is erased gone", async () => {
			const db = await openTestDb();
			const { add, later, clock, state } = line(db);
			const { id } = await add("a", { place: "gone" });
			await failAbandoned(db, "k", DAY, clock);
			expect(await state(id)).toMatchObject({ state: "waiting" });
			later(DAY + 1);
			await failAbandoned(db, "k", DAY, clock);
			expect(await state(id)).toMatchObject({ state: "failed", failure: "lost" });
			expect(await Array.fromAsync(readJobs(db, "a"))).toEqual([
				expect.objectContaining({ kind: "k", state: "failed", progress: null }),
			]);
			later(31 * DAY);
			await forgetEndedJobs(db, clock);
			expect(await state(id)).toBeUndefined();
			await add("a");
			expect([await eraseSomeJobs(db, "a"), await eraseSomeJobs(db, "a")]).toEqual([1, 0]);
		});
	});
});
