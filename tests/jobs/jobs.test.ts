import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Db } from "../../app/platform/db/connection.server.ts";
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
} from "../../app/platform/jobs/job-status.server.ts";
import {
	addJob,
	claimJob,
	endJob,
	freeJobsOfDead,
	LEASE_MS,
	MOST_TRIES,
	renewJob,
	requeueJob,
} from "../../app/platform/jobs/jobs.server.ts";
import { eachDatabase } from "../support/database/databases.ts";

const PLACE = "here";
const DAY = 24 * 3_600_000;

/** A line of jobs with a clock that stands until it is moved. */
function line(db: Db) {
	let now = 1_763_700_000_000;
	const clock = () => now;
	const claim = (owner: string, place = PLACE) => claimJob(db, { kind: "k", place, owner }, clock);
	return {
		clock,
		claim,
		later: (ms: number) => {
			now += ms;
		},
		add: async (key: string, { most = 10, place = PLACE as string | null } = {}) => {
			const id = randomUUID();
			now += 1;
			const job = { id, kind: "k", key, accountId: key, place, payload: { key } };
			return { id, outcome: await addJob(db, job, most, clock) };
		},
		state: async (id: string) =>
			db.selectFrom("jobs").select(["state", "failure", "tries"]).where("id", "=", id).executeTakeFirst(),
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
			const held = { id: job?.id ?? "", owner: job?.lease_owner ?? "" };
			expect(await endJob(db, { ...held, owner: "stranger" }, { state: "done", progress: {} }, clock)).toBe(
				false,
			);
			expect(await endJob(db, held, { state: "done", progress: { n: 1 } }, clock)).toBe(true);
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
			await endJob(db, { id: job?.id ?? "", owner: "x" }, { state: "done", progress: {} }, clock);
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
			await claim("x");
			later(LEASE_MS - 1);
			expect(await renewJob(db, { id, owner: "x" }, { n: 1 }, clock)).toBe("go-on");
			later(LEASE_MS - 1);
			expect(await claim("y")).toBeUndefined();
			later(2);
			expect(await claim("y")).toMatchObject({ id, tries: 2, progress: '{"n":1}' });
			expect(await renewJob(db, { id, owner: "x" }, {}, clock)).toBe("lost");
		});

		test("the jobs of a dead process are free at once", async () => {
			const db = await openTestDb();
			const { add, claim } = line(db);
			const { id } = await add("a");
			await claim("dead");
			await freeJobsOfDead(db, "k", (owner) => owner === "alive");
			expect(await claim("y")).toBeUndefined();
			await freeJobsOfDead(db, "k", (owner) => owner === "dead");
			expect((await claim("y"))?.id).toBe(id);
		});

		test("a job that fails waits longer each time and is given up after three tries; one laid down loses none", async () => {
			const db = await openTestDb();
			const { add, claim, later, state, clock } = line(db);
			const { id } = await add("a");
			await claim("x");
			await requeueJob(db, { id, owner: "x", tries: 1 }, { countsAsAttempt: false }, clock);
			const pauses: number[] = [];
			for (let tries = 1; tries <= MOST_TRIES; tries++) {
				let waited = 0;
				let job = await claim("x");
				while (!job) {
					later(1_000);
					waited += 1_000;
					job = await claim("x");
				}
				expect(job.tries).toBe(tries);
				pauses.push(waited);
				await requeueJob(db, { id, owner: "x", tries }, { countsAsAttempt: true }, clock);
			}
			expect(pauses).toEqual([0, 5_000, 10_000]);
			expect(await claim("x")).toBeUndefined();
			expect(await state(id)).toMatchObject({ state: "failed", failure: "given-up" });
		});

		test("a process that dies over a job three times is not given it a fourth", async () => {
			const db = await openTestDb();
			const { add, claim, later, state } = line(db);
			const { id } = await add("a");
			for (let i = 0; i < MOST_TRIES; i++) {
				expect((await claim("x"))?.id).toBe(id);
				later(LEASE_MS + 1);
			}
			expect(await claim("x")).toBeUndefined();
			expect(await state(id)).toMatchObject({ state: "failed", failure: "given-up" });
		});

		test("what is canceled ends at once while it waits, and with the worker's next word while it runs", async () => {
			const db = await openTestDb();
			const { add, claim, clock, state, later } = line(db);
			const waiting = await add("a");
			await cancelJob(db, "k", "a", clock);
			expect(await state(waiting.id)).toMatchObject({ state: "canceled" });
			const running = await add("a");
			await claim("x");
			await cancelJob(db, "k", "a", clock);
			expect(await renewJob(db, { id: running.id, owner: "x" }, {}, clock)).toBe("cancel");
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
