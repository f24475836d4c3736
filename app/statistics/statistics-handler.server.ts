import { dayStart, dayStartAfter, isoDayIn } from "../platform/dates/day-boundaries.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { readDatabaseTime } from "../platform/db/database-clock.server.ts";
import { type JobHandler, minutesDoubling, RECURRING } from "../platform/jobs/job-handler.server.ts";
import { isRecurring } from "../platform/jobs/job-status.server.ts";
import { type Counting, countDay } from "./count-day.server.ts";
import type { Span } from "./span.server.ts";

const MINUTE = 60_000;
/** How often the day that lasts is counted anew. */
const EVERY_MS = 10 * MINUTE;
/** Days before today that are counted where they were not: at the first start, and after a server was off. */
const BACK_DAYS = 30;

/** The kind of the job that counts days; one for the installation, so one server does it. */
export const COUNT_DAYS = "count-days";

/**
 * Counts the days, one in each run: one that is over and was not counted to its end, the oldest first, or else the one
 * that lasts.
 */
export const countDaysHandler = (db: Db, counting: Counting): JobHandler => ({
	kind: COUNT_DAYS,
	concurrency: 1,
	leaseMs: 30 * MINUTE,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async (_job, { clock, signal }) => {
		const now = await readDatabaseTime(db, clock);
		const missed = await findUncounted(db, now, counting.timeZone);
		const span = missed ?? spanOf(now, counting.timeZone);
		if (!(await countDay(db, span, counting, now, signal))) return { outcome: "released" };
		return { outcome: "reschedule", at: missed ? "now" : now + EVERY_MS };
	},
	findJobless: async (found, _limit, clock) => {
		return (await isRecurring(found, COUNT_DAYS, clock))
			? []
			: [{ key: RECURRING, dueAt: await readDatabaseTime(found, clock) }];
	},
});

/** The day that contains a moment. */
export function spanOf(at: number, timeZone: string): Span {
	const from = dayStart(at, timeZone);
	return { day: isoDayIn(from, timeZone), from, to: dayStartAfter(from, 1, timeZone) };
}

/** The oldest day before today that nobody has counted since it was over. */
export async function findUncounted(db: Db, now: number, timeZone: string): Promise<Span | null> {
	const first = await db
		.selectFrom("accounts")
		.select("created_at")
		.where("email", "is not", null)
		.orderBy("created_at")
		.limit(1)
		.executeTakeFirst();
	const oldest = Math.max(
		dayStartAfter(now, -BACK_DAYS, timeZone),
		dayStart(Number(first?.created_at ?? now), timeZone),
	);
	const counted = await db
		.selectFrom("stat_days")
		.select(["day", "sum"])
		.where("metric", "=", "counted")
		.where("day", ">=", isoDayIn(oldest, timeZone))
		.limit(BACK_DAYS + 2)
		.execute();
	const at = new Map(counted.map(({ day, sum }) => [day, Number(sum)]));
	for (let back = BACK_DAYS; back > 0; back--) {
		const span = spanOf(dayStartAfter(now, -back, timeZone), timeZone);
		if (span.from >= oldest && (at.get(span.day) ?? 0) < span.to) return span;
	}
	return null;
}
