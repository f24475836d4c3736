import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import type { JobHandler, JobOutcome } from "../../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../../platform/jobs/job-status.server.ts";
import { moveCheck } from "../payments/move-check.server.ts";
import { CHECK_REFUND, type PaymentContext } from "../payments/payment-context.server.ts";
import { JOBLESS_AFTER, nextCheck, repeatAt } from "../payments/retry-schedule.server.ts";
import { settleRefund } from "./settle-refund.server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Sends refunds to the gateway and asks about them, at `refunds.check_at`. No webhook reports a refused one; they are
 * never given up.
 */
export const checkRefundHandler = (db: Db, paymentContext: PaymentContext): JobHandler => ({
	kind: CHECK_REFUND,
	concurrency: 4,
	// Longer than all tries of one call at the gateway.
	leaseMs: 180_000,
	maxAttempts: null,
	pauseMs: () => repeatAt(0),
	run: ({ key }, { clock }) => checkRefund(db, paymentContext, key, clock),
	findJobless: findRefundsWithoutJob,
});

async function checkRefund(
	db: Db,
	paymentContext: PaymentContext,
	id: string,
	clock: Clock | undefined,
): Promise<JobOutcome> {
	const row = await readCheck(db, id);
	if (!row || row.check_at === null) return { outcome: "done" };
	const now = await readDatabaseTime(db, clock);
	if (row.gateway !== paymentContext.gateway.name) return { outcome: "reschedule", at: now + HOUR };
	if (row.check_at > now) return { outcome: "reschedule", at: row.check_at };
	const next = nextCheck(row.created_at, now) ?? now + DAY;
	try {
		// `settleRefund` moves the check of a refund that the gateway does not know yet, whoever triggers it.
		if (row.state === "started" || (await moveCheck(db, "refunds", row, next, now)))
			await settleRefund(db, paymentContext, id, now);
	} catch (error) {
		const after = await readCheck(db, id);
		return { outcome: "failed", error, at: after?.check_at ?? now + HOUR };
	}
	const after = await readCheck(db, id);
	return after?.check_at ? { outcome: "reschedule", at: after.check_at } : { outcome: "done" };
}

const readCheck = (db: Db, id: string) =>
	db
		.selectFrom("refunds")
		.innerJoin("purchases", "purchases.id", "refunds.purchase_id")
		.select(["refunds.id", "refunds.state", "refunds.check_at", "refunds.created_at", "purchases.gateway"])
		.where("refunds.id", "=", id)
		.executeTakeFirst();

/** Refunds that a server of the previous release has recorded and no longer asks about. */
function findRefundsWithoutJob(db: Db, limit: number, clock?: Clock) {
	return db
		.selectFrom("refunds")
		.select(["id as key", "check_at as dueAt"])
		.where("check_at", "<", databaseTime(db, clock, -JOBLESS_AFTER))
		.where(hasNoJob(CHECK_REFUND, "refunds.id"))
		.orderBy("check_at")
		.limit(limit)
		.$narrowType<{ dueAt: number }>()
		.execute();
}
