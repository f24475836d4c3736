import { expect, test, vi } from "vitest";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { claimJobs } from "../../../app/platform/jobs/claim-jobs.server.ts";
import { enqueue } from "../../../app/platform/jobs/enqueue.server.ts";
import { whileHoldingLease } from "../../../app/platform/jobs/heartbeat.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";

const KIND = { kind: "long", leaseMs: 60 };

eachDatabase((openTestDb) => {
	const claimed = async () => {
		const db = await openTestDb();
		await enqueue(db, [{ kind: KIND.kind, key: "a" }]);
		const [job] = await claimJobs(db, KIND, { owner: "server", most: 1 });
		if (!job) throw new Error("There is no job.");
		return { db, job };
	};
	const leaseOf = async (db: Db) =>
		Number((await db.selectFrom("jobs").select("lease_until").executeTakeFirstOrThrow()).lease_until);

	test("a job that takes longer than its lease keeps it", async () => {
		const { db, job } = await claimed();
		const { signal } = new AbortController();
		await whileHoldingLease(db, job, { ...KIND, signal, clock: undefined }, async (own) => {
			const first = await leaseOf(db);
			await vi.waitFor(async () => expect(await leaseOf(db)).toBeGreaterThan(first + 5 * KIND.leaseMs));
			expect(own.aborted).toBe(false);
		});
	});

	test("whoever has lost the job is told to stop; so is everybody when the process stops", async () => {
		const { db, job } = await claimed();
		const process = new AbortController();
		await db.updateTable("jobs").set({ lease_owner: "another" }).execute();
		await whileHoldingLease(db, job, { ...KIND, signal: process.signal, clock: undefined }, async (own) => {
			await vi.waitFor(() => expect(own.aborted).toBe(true));
		});
		await whileHoldingLease(
			db,
			job,
			{ leaseMs: 60_000, signal: process.signal, clock: undefined },
			async (own) => {
				process.abort();
				expect(own.aborted).toBe(true);
			},
		);
	});
});
