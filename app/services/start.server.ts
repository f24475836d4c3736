import { hearOfEndedSessions } from "../accounts/sessions/ended-sessions.server.ts";
import { notSelling } from "../billing/services.server.ts";
import { answerWorkers, imports } from "../chat/services.server.ts";
import { closeEventStreams } from "../chat/stream/event-stream.server.ts";
import { finishSending } from "../mail/mailer.server.ts";
import { mailer } from "../mail/service.server.ts";
import { config } from "../platform/config.server.ts";
import { migrate } from "../platform/db/migrate.server.ts";
import { db } from "../platform/db/service.server.ts";
import { forEachItem } from "../platform/for-each-item.ts";
import { log } from "../platform/log.server.ts";
import { startScheduledJobs } from "./scheduled-jobs.server.ts";

let stopClock: (() => Promise<void>) | undefined;
let stopHearing: (() => Promise<void>) | undefined;

/** Once per process: brings the tables up to date, takes up what a dead process left, starts the clock. */
export async function start(): Promise<void> {
	if (stopClock) return;
	await migrate(db);
	await answerWorkers.resumeOrphans();
	stopHearing = await hearOfEndedSessions(config.databaseUrl);
	stopClock = startScheduledJobs();
	if (notSelling) log.warn(notSelling);
}

/**
 * Tidy end: readers are let go first (they reconnect elsewhere), then the pens and imports are laid down and
 * their leases given up, chores and letters that are under way are finished, then the database is closed. A step
 * that fails leaves the others to be done.
 */
export async function stop(): Promise<void> {
	// Only no new ones: a chore that waits for a slow mail server must not keep the leases.
	const choresDone = stopClock?.();
	const steps = [
		() => closeEventStreams(),
		() => answerWorkers.shutdown(),
		() => imports.stop(),
		() => choresDone,
		// One that a chore was about to begin.
		() => imports.stop(),
		() => stopHearing?.(),
		() => finishSending(mailer),
		() => db.destroy(),
	];
	await forEachItem(steps, async (step: () => unknown) => step()).catch(({ errors }: AggregateError) => {
		for (const error of errors) log.error("При остановке не всё удалось", { error });
	});
}
