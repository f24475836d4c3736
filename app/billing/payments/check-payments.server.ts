import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import type { JobHandler, JobOutcome } from "../../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../../platform/jobs/job-status.server.ts";
import { moveCheck } from "./move-check.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "./payment-context.server.ts";
import { JOBLESS_AFTER, nextCheck, repeatAt } from "./retry-schedule.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Asks the gateway about every payment that is due: the person did not return, the webhook did not arrive, the process
 * crashed. The time of the next question is `purchases.check_at`, whichever trigger has moved it; the job follows.
 */
export const checkPaymentHandler = (db: Db, paymentContext: PaymentContext): JobHandler => ({
	kind: CHECK_PAYMENT,
	concurrency: 4,
	// Longer than all tries of one call at the gateway.
	leaseMs: 180_000,
	// The retry schedule ends by itself.
	maxAttempts: null,
	pauseMs: () => repeatAt(0),
	run: ({ key }, { clock }) => checkPayment(db, paymentContext, key, clock),
	findJobless: findPaymentsWithoutJob,
});

async function checkPayment(
	db: Db,
	paymentContext: PaymentContext,
	id: string,
	clock: Clock | undefined,
): Promise<JobOutcome> {
	const row = await readCheck(db, id);
	if (!row || row.check_at === null) return { outcome: "done" };
	const now = await readDatabaseTime(db, clock);
	// The payment is from before the settings were changed: there is nothing to ask.
	if (row.gateway !== paymentContext.gateway.name) return { outcome: "reschedule", at: now + HOUR };
	if (row.check_at > now) return { outcome: "reschedule", at: row.check_at };
	const next = nextCheckOf(row, now);
	try {
		// `settlePayment` moves the check of a repeated creation itself, whoever triggers it.
		const isDue = row.state === "started" || (await moveCheck(db, "purchases", row, next, now));
		if (isDue) await settlePayment(db, paymentContext, id, now);
	} catch (error) {
		const after = await readCheck(db, id);
		return { outcome: "failed", error, at: after?.check_at ?? now + HOUR };
	}
	const after = await readCheck(db, id);
	if (after?.check_at) return { outcome: "reschedule", at: after.check_at };
	if (after?.state !== "started" && after?.state !== "waiting") return { outcome: "done" };
	// Three days have passed, and the gateway has not told the end.
	paymentContext.log.error(
		"Платёж не прояснился за трое суток, больше не спрашиваем. Разберитесь в кабинете",
		{
			purchase: id,
		},
	);
	return { outcome: "given-up", error: "unsettled" };
}

/** When the gateway is asked next. A charge is never given up: no return page asks for it, and its money goes back. */
function nextCheckOf(row: NonNullable<Awaited<ReturnType<typeof readCheck>>>, now: number): number | null {
	if (row.state === "paid") return nextCheck(row.ended_at ?? now, now);
	return nextCheck(row.created_at, now) ?? (row.kind === "renewal" ? now + DAY : null);
}

const readCheck = (db: Db, id: string) =>
	db
		.selectFrom("purchases")
		.select(["id", "kind", "state", "gateway", "check_at", "created_at", "ended_at"])
		.where("id", "=", id)
		.executeTakeFirst();

/** Payments that a server of the previous release has begun and no longer asks about. */
function findPaymentsWithoutJob(db: Db, limit: number, clock?: Clock) {
	return db
		.selectFrom("purchases")
		.select(["id as key", "check_at as dueAt"])
		.where("check_at", "<", databaseTime(db, clock, -JOBLESS_AFTER))
		.where(hasNoJob(CHECK_PAYMENT, "purchases.id"))
		.orderBy("check_at")
		.limit(limit)
		.$narrowType<{ dueAt: number }>()
		.execute();
}
