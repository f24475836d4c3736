import { forgetOldEvents } from "../accounts/audit/account-events.server.ts";
import { forgetExpired } from "../accounts/forget-expired.server.ts";
import { restoreInvitations } from "../accounts/registration/kept-invitation.server.ts";
import { accountSettings } from "../accounts/services.server.ts";
import { forgetOldPayments } from "../billing/forget-old-payments.server.ts";
import { sendExpiryNotices } from "../billing/plans/expiry-notices.server.ts";
import { forgetFreeUse } from "../billing/quota/free-use.server.ts";
import { isUpToStaff } from "../billing/refunds/refunds-for-staff.server.ts";
import { runRenewals, tellOfExpiringCards } from "../billing/renewals/run-renewals.server.ts";
import { paymentContext } from "../billing/services.server.ts";
import { denyForgotten } from "../chat/consent/deny-waiting.server.ts";
import { chatServices } from "../chat/services.server.ts";
import { openBlobs } from "../files/blobs/open-blobs.server.ts";
import { sweepFiles } from "../files/erase-files.server.ts";
import { forgetOldEmails } from "../mail/outbox.server.ts";
import { config } from "../platform/config.server.ts";
import { db } from "../platform/db/service.server.ts";
import { forgetEndedJobs } from "../platform/jobs/job-status.server.ts";
import { log } from "../platform/log.server.ts";
import { type ScheduledJob, startScheduler } from "../platform/scheduler.server.ts";
import { SIGN_OF_LIFE_MS } from "../platform/servers/servers.server.ts";
import { storedSettings } from "../platform/stored-settings/service.server.ts";
import { makeDailyBackup } from "./backups.server.ts";
import { erasingTime } from "./erasing-time.server.ts";
import { jobRunner } from "./job-runner.server.ts";
import { showThatAlive } from "./join-installation.server.ts";
import { sendDailyBackup } from "./send-backups.server.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** A job that erases what is too old, by the time that is believed. */
const byAge =
	(run: (now: number, signal: AbortSignal) => unknown): ScheduledJob["run"] =>
	async (signal) =>
		run(await erasingTime(db()), signal);

/** All scheduled jobs, one line each. Each calls one domain function and is harmless when run twice. */
const SCHEDULED_JOBS: ScheduledJob[] = [
	// Finds changes that a lost connection did not announce, and those of another process in the file of SQLite.
	{ name: "settings changed elsewhere", everyMs: SECOND, run: () => storedSettings().refresh() },
	{ name: "sign of life", everyMs: SIGN_OF_LIFE_MS, run: () => showThatAlive(db(), config) },
	{
		name: "answers without a worker",
		everyMs: 2 * SECOND,
		run: () => chatServices().answerWorkers.resumeOrphans(),
	},
	{
		name: "files of imports",
		everyMs: MINUTE,
		run: byAge((now) => chatServices().imports.sweep(now)),
	},
	{
		name: "files without a question",
		everyMs: 10 * MINUTE,
		run: byAge((now) => sweepFiles({ db: db(), blobs: openBlobs(db()) }, now)),
	},
	{ name: "objects of deleted files", everyMs: 20 * SECOND, run: () => openBlobs(db()).removeDeleted?.() },
	// After a restore the search and the documents wait for it.
	{ name: "records without a job", everyMs: MINUTE, atStart: true, run: () => jobRunner().reconcile() },
	{
		name: "calls that nobody has decided about",
		everyMs: HOUR,
		run: byAge((now) => denyForgotten(db(), now)),
	},
	{
		name: "old jobs",
		everyMs: HOUR,
		run: byAge((now) => forgetEndedJobs(db(), () => now, isUpToStaff)),
	},
	{
		name: "old e-mails",
		everyMs: HOUR,
		run: byAge((now) => forgetOldEmails(db(), now)),
	},
	{
		name: "expired sessions, tokens, registrations",
		everyMs: HOUR,
		run: byAge((now) => forgetExpired(db(), now)),
	},
	{ name: "invitations behind expired registrations", everyMs: HOUR, run: () => restoreInvitations(db()) },
	{
		name: "plans that end",
		everyMs: 10 * MINUTE,
		run: () => sendExpiryNotices(db(), accountSettings(), { renewal: paymentContext()?.renewal ?? null }),
	},
	{
		name: "plans that renew themselves",
		everyMs: MINUTE,
		run: (signal) => runRenewals(db(), paymentContext(), { signal }),
	},
	{
		name: "saved cards that end",
		everyMs: HOUR,
		run: () => tellOfExpiringCards(db(), paymentContext()),
	},
	{
		name: "old account events",
		everyMs: HOUR,
		run: byAge((now) => forgetOldEvents(db(), now)),
	},
	{
		name: "payers of payments that are kept no longer",
		everyMs: HOUR,
		run: byAge((now, signal) => forgetOldPayments(db(), config.timeZone, { now, signal })),
	},
	// Each try reads all data: what is in its way, like a full disk, is seldom gone within minutes.
	{ name: "copy of the day", everyMs: 10 * MINUTE, pauseAfterFailureMs: HOUR, run: makeDailyBackup },
	{
		name: "copy of the day, into a bucket",
		everyMs: 10 * MINUTE,
		pauseAfterFailureMs: HOUR,
		run: sendDailyBackup,
	},
	{
		name: "free messages used by deleted accounts",
		everyMs: HOUR,
		run: byAge((now) => forgetFreeUse(db(), now)),
	},
];

/** Starts them. @returns a function that stops them and waits for the running ones */
export const startScheduledJobs = () =>
	startScheduler(SCHEDULED_JOBS, (job, error) =>
		log.error("Задание по расписанию не выполнено", { job, error }),
	);
