import { startAccounts } from "../accounts/services.server.ts";
import { listenForEndedSessions } from "../accounts/sessions/ended-sessions.server.ts";
import { notSelling, startBilling } from "../billing/services.server.ts";
import { chatServices, hasModel, startChat, stopWriting } from "../chat/services.server.ts";
import { closeEventStreams } from "../chat/stream/event-stream.server.ts";
import { searchHistory } from "../chat/tools/search-history.server.ts";
import { startFiles } from "../files/services.server.ts";
import { startPublishedEditions } from "../legal/editions/published-editions.server.ts";
import { startLocalModel } from "../local-model/services.server.ts";
import { startMailer } from "../mail/service.server.ts";
import { config } from "../platform/config.server.ts";
import { db, startDatabase } from "../platform/db/service.server.ts";
import { forEachItem } from "../platform/for-each-item.server.ts";
import { log } from "../platform/log.server.ts";
import { startStoredSettings, storedSettings } from "../platform/stored-settings/service.server.ts";
import { startTracing } from "../platform/tracing/tracing.server.ts";
import { startTools } from "../tools/services.server.ts";
import { backUpBeforeMigration } from "./backups.server.ts";
import { startJobs } from "./job-runner.server.ts";
import { joinInstallation } from "./join-installation.server.ts";
import { startMetrics } from "./metrics.server.ts";
import { startScheduledJobs } from "./scheduled-jobs.server.ts";

type Stop = () => unknown;

/** The functions that stop the started services, in the order of the start. */
let started: Stop[] = [];
let stopScheduler: (() => Promise<void>) | undefined;
let stopJobs: (() => Promise<void>) | undefined;
let isChatStarted = false;
let starting: Promise<void> | undefined;

/**
 * Starts what this process consists of: opens the database, migrates it and enters among its servers, opens the mailer and the chat, resumes what
 * a dead process left, starts the jobs. Importing a module opens nothing. A second call waits for the first.
 * @throws {ConfigError} with what the operator can put right; what had been started is stopped
 */
export function start(): Promise<void> {
	starting ??= startAll().catch(async (error: unknown) => {
		await stop();
		throw error;
	});
	return starting;
}

async function startAll(): Promise<void> {
	started.push(await startTracing(config.tracing, (problem) => log.warn("Трассы не приняты", { problem })));
	started.push(await startDatabase());
	started.push(await joinInstallation({ db: db(), config, backUp: backUpBeforeMigration }));
	started.push(await startStoredSettings(db(), config.databaseUrl));
	started.push(await startPublishedEditions(db(), storedSettings()));
	started.push(startMailer());
	started.push(startAccounts());
	started.push(startBilling(hasModel));
	started.push(await startLocalModel());
	started.push(startFiles());
	started.push(await startTools([searchHistory(db())]));
	started.push(await listenForEndedSessions(config.databaseUrl));
	started.push(await startChat());
	isChatStarted = true;
	await chatServices().answerWorkers.resumeOrphans();
	started.push(startMetrics());
	stopJobs = startJobs();
	stopScheduler = startScheduledJobs();
	const problem = notSelling();
	if (problem) log.warn(problem);
}

/**
 * Graceful shutdown, in the opposite order: live streams end first (browsers reconnect to another server), then answer
 * workers and imports shut down and release their leases, running jobs, scheduled jobs and e-mail deliveries finish, then
 * the database is closed. A step that fails does not stop the others.
 */
export async function stop(): Promise<void> {
	// Only stops new runs: a job that waits for a slow mail server must not delay releasing the leases.
	const scheduledDone = stopScheduler?.();
	const jobsDone = stopJobs?.();
	const steps = [
		closeEventStreams,
		isChatStarted ? stopWriting : () => {},
		() => scheduledDone,
		() => jobsDone,
		...started.toReversed(),
	];
	stopScheduler = stopJobs = starting = undefined;
	started = [];
	isChatStarted = false;
	await forEachItem(steps, async (step: Stop) => step()).catch(({ errors }: AggregateError) => {
		for (const error of errors) log.error("При остановке не всё удалось", { error });
	});
}
