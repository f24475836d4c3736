import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import type { JobHandler, JobOutcome } from "../../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../../platform/jobs/job-status.server.ts";
import { moveCheck } from "./move-check.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import { JOBLESS_AFTER_MS, repeatAt } from "./retry-schedule.server.ts";

const HOUR = 3_600_000;

type CheckedRow = { id: string; state: string; gateway: string; check_at: number | null };

/** Rows whose end the gateway knows: purchases, or refunds. */
type Checked<Row extends CheckedRow> = {
	kind: string;
	table: "purchases" | "refunds";
	read: (db: Db, id: string) => Promise<Row | undefined>;
	/** When the gateway is asked next; null: no more. */
	nextCheck: (row: Row, now: number) => number | null;
	settle: (db: Db, paymentContext: PaymentContext, id: string, now: number) => Promise<unknown>;
	/** The end of the job, once the row has no further check. */
	end: (row: Row | undefined) => JobOutcome;
};

/** The jobs that ask the gateway at `check_at` of a row, whichever trigger has moved it. */
export const gatewayCheckHandler = <Row extends CheckedRow>(
	db: Db,
	paymentContext: PaymentContext,
	checked: Checked<Row>,
): JobHandler => ({
	kind: checked.kind,
	concurrency: 4,
	// Longer than all tries of one call at the gateway.
	leaseMs: 180_000,
	// The retry schedule ends by itself, or never.
	maxAttempts: null,
	pauseMs: () => repeatAt(0),
	run: ({ key }, { clock }) => check(db, paymentContext, checked, key, clock),
	findJobless: (any, limit, clock) => findJobless(any, checked, limit, clock),
});

async function check<Row extends CheckedRow>(
	db: Db,
	paymentContext: PaymentContext,
	{ table, read, nextCheck, settle, end }: Checked<Row>,
	id: string,
	clock: Clock | undefined,
): Promise<JobOutcome> {
	const row = await read(db, id);
	// The process may have ended between the last check and the end of the job, or somebody else has asked.
	if (!row || row.check_at === null) return end(row);
	const now = await readDatabaseTime(db, clock);
	// The row is from before the settings were changed: there is nothing to ask.
	if (row.gateway !== paymentContext.gateway.name) return { outcome: "reschedule", at: now + HOUR };
	if (row.check_at > now) return { outcome: "reschedule", at: row.check_at };
	try {
		// `settle` moves the check of what the gateway does not know yet, whoever triggers it.
		const isDue = row.state === "started" || (await moveCheck(db, table, row, nextCheck(row, now), now));
		if (isDue) await settle(db, paymentContext, id, now);
	} catch (error) {
		const after = await read(db, id);
		return { outcome: "failed", error, at: after?.check_at ?? now + HOUR };
	}
	const after = await read(db, id);
	return after?.check_at ? { outcome: "reschedule", at: after.check_at } : end(after);
}

/** Finds rows that a server of the previous release has written and no longer asks about. */
function findJobless(
	db: Db,
	{ kind, table }: Pick<Checked<CheckedRow>, "kind" | "table">,
	limit: number,
	clock?: Clock,
) {
	return db
		.selectFrom(table)
		.select(["id as key", "check_at as dueAt"])
		.where("check_at", "<", databaseTime(db, clock, -JOBLESS_AFTER_MS))
		.where(hasNoJob(kind, `${table}.id`))
		.orderBy("check_at")
		.limit(limit)
		.$narrowType<{ dueAt: number }>()
		.execute();
}
