import type { AccountSettings } from "../../accounts/settings.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { type JobHandler, minutesDoubling, RECURRING } from "../../platform/jobs/job-handler.server.ts";
import { isRecurring } from "../../platform/jobs/job-status.server.ts";
import { lookOutside, type Outside } from "./look-outside.server.ts";
import { readWatched, recordSeen } from "./record-seen.server.ts";

const MINUTE = 60_000;
/** How often one looks, and how soon again where something does not work. */
const EVERY_MS = 5 * MINUTE;
const SOON_MS = MINUTE;

/** The kind of the job that looks outside; one for the installation, so one server does it. */
export const WATCH = "watch-outside";

/** Checks the outside services again and again, and tells the owners what has stopped working and what works again. */
export const watchHandler = (db: Db, outside: Outside, settings: AccountSettings): JobHandler => ({
	kind: WATCH,
	concurrency: 1,
	leaseMs: 3 * MINUTE,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async (_job, { clock }) => {
		const now = await readDatabaseTime(db, clock);
		const seen = await lookOutside(db, outside, await readWatched(db), now);
		const pause = seen.some(({ problem, isAhead }) => problem !== null && !isAhead) ? SOON_MS : EVERY_MS;
		return {
			outcome: "reschedule",
			at: now + pause,
			apply: (trx) => recordSeen(trx, settings, seen, now),
		};
	},
	findJobless: async (found, _limit, clock) =>
		(await isRecurring(found, WATCH, clock))
			? []
			: [{ key: RECURRING, dueAt: (await readDatabaseTime(found, clock)) + EVERY_MS }],
});
