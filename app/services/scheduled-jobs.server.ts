import { forgetOldEvents } from "../accounts/audit/account-events.server.ts";
import { forgetExpired } from "../accounts/forget-expired.server.ts";
import { checkPayments, checkRefunds } from "../billing/payments/check-payments.server.ts";
import { sendExpiryNotices } from "../billing/plans/expiry-notices.server.ts";
import { forgetFreeUse } from "../billing/quota/free-use.server.ts";
import { billingSender, paymentContext } from "../billing/services.server.ts";
import { indexOldMessages, type OnUnreadable } from "../chat/search/index-old.server.ts";
import { answerWorkers, imports } from "../chat/services.server.ts";
import { deliverDue, forgetOldEmails } from "../mail/mailer.server.ts";
import { mailer } from "../mail/service.server.ts";
import { db } from "../platform/db/service.server.ts";
import { forgetEndedJobs } from "../platform/jobs/job-status.server.ts";
import { log } from "../platform/log.server.ts";
import { type ScheduledJob, startScheduler } from "../platform/scheduler.server.ts";
import { finishErasing } from "../privacy/erase-data.server.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

const onUnreadable: OnUnreadable = (conversationId, error, leftAlone) =>
	log[leftAlone ? "error" : "warn"]("Переписка не прочитана в поиск", { conversationId, leftAlone, error });

/** All scheduled jobs, one line each. Each calls one domain function and is harmless when run twice. */
const SCHEDULED_JOBS: ScheduledJob[] = [
	{ name: "answers without a worker", everyMs: 2 * SECOND, run: () => answerWorkers.resumeOrphans() },
	{ name: "old messages into the search", everyMs: SECOND, run: () => indexOldMessages(db, onUnreadable) },
	{ name: "imports that wait", everyMs: SECOND, run: () => imports.takeUp() },
	{ name: "files of imports", everyMs: MINUTE, run: () => imports.sweep() },
	{ name: "old jobs", everyMs: HOUR, run: () => forgetEndedJobs(db) },
	{ name: "e-mails that are due", everyMs: 15 * SECOND, run: () => deliverDue(db, mailer) },
	{ name: "old e-mails", everyMs: HOUR, run: () => forgetOldEmails(db) },
	{ name: "expired sessions, tokens, registrations", everyMs: HOUR, run: () => forgetExpired(db) },
	{
		name: "payments to ask about",
		everyMs: 10 * SECOND,
		run: async () => paymentContext && checkPayments(db, paymentContext),
	},
	{
		name: "refunds to ask about",
		everyMs: 10 * SECOND,
		run: async () => paymentContext && checkRefunds(db, paymentContext),
	},
	{ name: "plans that end", everyMs: 10 * MINUTE, run: () => sendExpiryNotices(db, billingSender) },
	{ name: "old account events", everyMs: HOUR, run: () => forgetOldEvents(db) },
	{ name: "free messages used by deleted accounts", everyMs: HOUR, run: () => forgetFreeUse(db) },
	{ name: "what deleted accounts have left", everyMs: MINUTE, run: () => finishErasing(db) },
];

/** Starts them. @returns a function that stops them and waits for the running ones */
export const startScheduledJobs = () =>
	startScheduler(SCHEDULED_JOBS, (job, error) => log.error("Дело по часам не выполнено", { job, error }));
