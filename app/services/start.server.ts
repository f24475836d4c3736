import { listenForEndedSessions } from "../accounts/sessions/ended-sessions.server.ts";
import { notSelling } from "../billing/services.server.ts";
import { answerWorkers, imports } from "../chat/services.server.ts";
import { closeEventStreams } from "../chat/stream/event-stream.server.ts";
import { finishSending } from "../mail/mailer.server.ts";
import { mailer } from "../mail/service.server.ts";
import { config } from "../platform/config.server.ts";
import { migrate } from "../platform/db/migrate.server.ts";
import { db } from "../platform/db/service.server.ts";
import { forEachItem } from "../platform/for-each-item.server.ts";
import { log } from "../platform/log.server.ts";
import { jobRunner } from "./job-runner.server.ts";
import { startScheduledJobs } from "./scheduled-jobs.server.ts";

let stopScheduler: (() => Promise<void>) | undefined;
let stopListening: (() => Promise<void>) | undefined;

/** Once per process: migrates the database, resumes what a dead process left, starts the scheduler. */
export async function start(): Promise<void> {
	if (stopScheduler) return;
	await migrate(db);
	await answerWorkers.resumeOrphans();
	stopListening = await listenForEndedSessions(config.databaseUrl);
	jobRunner.start();
	stopScheduler = startScheduledJobs();
	if (notSelling) log.warn(notSelling);
}

/**
 * Graceful shutdown: live streams end first (browsers reconnect to another server), then answer workers and imports
 * shut down and release their leases, running jobs, scheduled jobs and e-mail deliveries finish, then the database is
 * closed. A step that fails does not stop the others.
 */
export async function stop(): Promise<void> {
	// Only stops new runs: a job that waits for a slow mail server must not delay releasing the leases.
	const scheduledDone = stopScheduler?.();
	const jobsDone = jobRunner.stop();
	const steps = [
		() => closeEventStreams(),
		() => answerWorkers.shutdown(),
		() => imports.stop(),
		() => scheduledDone,
		() => jobsDone,
		() => stopListening?.(),
		() => finishSending(mailer),
		() => db.destroy(),
	];
	await forEachItem(steps, async (step: () => unknown) => step()).catch(({ errors }: AggregateError) => {
		for (const error of errors) log.error("При остановке не всё удалось", { error });
	});
}
