import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/connection.server.ts";
import { type Clock, databaseTime } from "../db/database-clock.server.ts";
import { isPostgres } from "../db/dialect.server.ts";
import type { ClaimedJob, JobOutcome } from "./job-handler.server.ts";

/** The identity of a claim; every statement here changes nothing once the lease is another's. */
type Claim = Pick<ClaimedJob, "id" | "lease_owner" | "lease_until">;

const FREE = { state: "waiting", lease_owner: null, lease_until: null } as const;

const claimed = (db: Db, { id, lease_owner }: Pick<Claim, "id" | "lease_owner">) =>
	db
		.updateTable("jobs")
		.where("id", "=", id)
		.where("state", "=", "running")
		.where("lease_owner", "=", lease_owner);

/**
 * Deletes a job that is done; if it was queued again meanwhile, it stays in the queue.
 * @returns whether the lease still held
 */
export async function deleteJob(trx: Db, job: Claim): Promise<boolean> {
	const deleted = await trx
		.deleteFrom("jobs")
		.where("id", "=", job.id)
		.where("state", "=", "running")
		.where("lease_owner", "=", job.lease_owner)
		.where("due_at", ">=", sql<number>`lease_until`)
		.executeTakeFirst();
	if (deleted.numDeletedRows > 0n) return true;
	const { numUpdatedRows } = await claimed(trx, job)
		.set({ ...FREE, tries: 0 })
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Returns a job to the queue; one that was queued again meanwhile is due at the earlier time.
 * @param tries the attempts so far
 */
export async function requeueJob(
	trx: Db,
	job: Claim,
	{ at, tries, error }: { at: RawBuilder<number>; tries: number; error: string | null },
): Promise<boolean> {
	const earlier = isPostgres(trx) ? sql`least` : sql`min`;
	const { numUpdatedRows } = await claimed(trx, job)
		.set({
			...FREE,
			tries,
			last_error: error,
			due_at: sql<number>`case when due_at < lease_until then ${earlier}(due_at, ${at}) else ${at} end`,
		})
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Returns a job to the front of the queue; the attempt does not count. */
export async function releaseJob(trx: Db, job: Claim): Promise<boolean> {
	const { numUpdatedRows } = await claimed(trx, job)
		.set((eb) => ({ ...FREE, tries: eb("tries", "-", 1), due_at: eb.ref("created_at") }))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Ends a job whose row stays. */
export async function endJob(
	trx: Db,
	job: Pick<Claim, "id" | "lease_owner">,
	end: Omit<Extract<JobOutcome, { outcome: "ended" }>, "outcome">,
	clock?: Clock,
): Promise<boolean> {
	const { numUpdatedRows } = await claimed(trx, job)
		.set({
			state: end.state,
			failure: end.failure ?? null,
			progress: JSON.stringify(end.progress),
			lease_owner: null,
			lease_until: null,
			ended_at: databaseTime(trx, clock),
		})
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Gives a job up: its row stays for the operator (`npm run doctor`). */
export async function giveUpJob(
	trx: Db,
	job: Claim & Pick<ClaimedJob, "tries">,
	error: string,
	clock?: Clock,
): Promise<boolean> {
	const { numUpdatedRows } = await claimed(trx, job)
		.set({
			state: "failed",
			failure: "given-up",
			tries: job.tries,
			last_error: error,
			lease_owner: null,
			lease_until: null,
			ended_at: databaseTime(trx, clock),
		})
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Renews the lease and records the progress.
 * @returns whether to go on; "lost": another process has the job now, or it no longer exists
 */
export async function renewJob(
	trx: Db,
	job: Pick<Claim, "id" | "lease_owner">,
	{ leaseMs, progress }: { leaseMs: number; progress: object },
	clock?: Clock,
): Promise<"go-on" | "cancel" | "lost"> {
	const leaseEnd = databaseTime(trx, clock, leaseMs);
	const renewed = await claimed(trx, job)
		.set({ lease_until: leaseEnd, due_at: leaseEnd, progress: JSON.stringify(progress) })
		.returning("cancel_requested_at")
		.executeTakeFirst();
	if (!renewed) return "lost";
	return renewed.cancel_requested_at === null ? "go-on" : "cancel";
}
