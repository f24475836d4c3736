import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { type Clock, databaseTime } from "../platform/db/database-clock.server.ts";
import type { LettersTable } from "../platform/db/tables/mail.ts";
import {
	type ClaimedJob,
	type JobHandler,
	type JobOutcome,
	minutesDoubling,
} from "../platform/jobs/job-handler.server.ts";
import { hasNoJob, isHeldFor } from "../platform/jobs/job-status.server.ts";
import type { AddressedEmail } from "./email.ts";
import type { Mailer } from "./mailer.server.ts";
import { unseal } from "./seal.server.ts";
import type { Attempt } from "./transport.ts";

const MINUTE = 60_000;
/** Longer than a transport may take for one e-mail; after that another server may claim it. */
const LEASE_MS = 3 * MINUTE;
/** No transport takes longer for one. */
const SENDING_MS = 1.5 * MINUTE;
const GIVE_UP_AFTER = 24 * 60 * MINUTE;
/** A process that dies over one e-mail so often is not given it again. Failures count by the day, see `attempt`. */
const MAX_ATTEMPTS = 50;
/** How long a server of the previous release, which sends by `letters.due_at`, leaves an e-mail to this one. */
const LEFT_TO_JOBS_MS = 10 * MINUTE;

type EmailRow = Selectable<LettersTable>;

/** The kind of the job that sends an e-mail; its key is the e-mail's id. */
export const EMAIL = "email";

/** Whether an e-mail to many may still be sent: its recipient may have unsubscribed since it was written. */
type StillWanted = (db: Db, email: AddressedEmail, id: string) => Promise<boolean>;

/**
 * Sends e-mails: at least once, and by one server at a time.
 * @param isStillWanted asked before each attempt of one to many; one that is not is taken out of the outbox
 */
export const emailHandler = (
	db: Db,
	mailer: Mailer,
	isStillWanted: StillWanted = async () => true,
): JobHandler => ({
	kind: EMAIL,
	concurrency: 4,
	leaseMs: LEASE_MS,
	maxAttempts: MAX_ATTEMPTS,
	pauseMs: minutesDoubling,
	run: (job, { clock }) =>
		attempt({ db, mailer, isStillWanted }, job, clock).catch((error: unknown) => unsent(job, error, clock)),
	onGiveUp: (trx, { key }) => finish(trx, key, { state: "failed", last_problem: "process-died" }),
	findJobless: findEmailsWithoutJob,
});

/** When a server of the previous release may send an e-mail that this one sends at `dueAt`. */
export const leftToJobs = (dueAt: RawBuilder<number>): RawBuilder<number> =>
	sql<number>`${dueAt} + cast(${LEFT_TO_JOBS_MS} as bigint)`;

/**
 * Tries to send the e-mail of a job. The consequences are written with the job: a sender that has lost the lease
 * changes nothing.
 */
async function attempt(
	{ db, mailer, isStillWanted }: { db: Db; mailer: Mailer; isStillWanted: StillWanted },
	job: ClaimedJob,
	clock: Clock | undefined,
): Promise<JobOutcome> {
	const { key, tries, lease_until } = job;
	const row = await db.selectFrom("letters").selectAll().where("id", "=", key).executeTakeFirst();
	if (row?.state !== "waiting") return { outcome: "done" };
	const claimedAt = lease_until - LEASE_MS;
	const email = open(row, mailer.sealKey);
	// Each attempt that has come to an end is counted in both rows.
	const isUnknown = email?.bulk !== undefined && tries > row.tries + 1;
	if (isUnknown) {
		mailer.log.warn("Почта: письмо многим, процесс завершился во время отправки", { emailId: key });
		const died = { state: "failed", last_problem: "process-died", tries } as const;
		return { outcome: "done", apply: (trx) => finish(trx, key, died, clock) };
	}
	if (email?.bulk && !(await isStillWanted(db, email, key)))
		return { outcome: "done", apply: (trx) => remove(trx, key) };
	if (!(await isHeldFor(db, job, SENDING_MS, clock))) return { outcome: "released" };
	const sent = email ? await send(mailer, key, email) : UNREADABLE;
	const about = { emailId: key, kind: row.kind, tries };
	const end = (state: EmailRow["state"], last_problem: string | null) => (trx: Db) =>
		finish(trx, key, { state, last_problem, tries }, clock);
	switch (sent.result) {
		case "sent":
			return { outcome: "done", apply: end("sent", null) };
		case "refused":
			mailer.log.warn("Почта: письмо не принято", { ...about, problem: sent.problem });
			return { outcome: "done", apply: end("refused", sent.problem) };
		case "later":
			if (email && claimedAt - row.created_at < GIVE_UP_AFTER)
				return {
					outcome: "failed",
					error: sent.problem,
					apply: (trx) => putOff(trx, key, { tries, last_problem: sent.problem }, clock),
				};
			mailer.log.error("Почта: письмо так и не отправлено", { ...about, problem: sent.problem });
			return { outcome: "given-up", error: sent.problem, apply: end("failed", sent.problem) };
	}
}

/**
 * The outcome of an attempt that has thrown: nothing was sent, since what a transport throws is its answer (`send`). It
 * is counted as any other, or an e-mail to many would be one whose process ended while it was sent.
 */
function unsent({ key, tries }: ClaimedJob, error: unknown, clock: Clock | undefined): JobOutcome {
	const last_problem = error instanceof Error ? error.name : "unknown";
	return { outcome: "failed", error, apply: (trx) => putOff(trx, key, { tries, last_problem }, clock) };
}

const UNREADABLE: Attempt = {
	result: "later",
	problem: "SESSION_SECRET changed since the e-mail was written",
};

/** An e-mail with `keepsNoAddress` has the address inside, instead of the row's. */
function open(row: EmailRow, key: Buffer): AddressedEmail | null {
	try {
		return { to: row.recipient, kind: row.kind, ...JSON.parse(unseal(row.sealed ?? "", row.id, key)) };
	} catch {
		return null;
	}
}

async function send(mailer: Mailer, id: string, email: AddressedEmail): Promise<Attempt> {
	try {
		return await mailer.transport.send(id, email);
	} catch (error) {
		return { result: "later", problem: error instanceof Error ? error.name : "unknown" };
	}
}

async function remove(trx: Db, id: string): Promise<void> {
	await trx.deleteFrom("letters").where("id", "=", id).where("state", "=", "waiting").execute();
}

/** The sealed content is deleted with the last try. */
async function finish(
	trx: Db,
	id: string,
	end: Pick<EmailRow, "state" | "last_problem"> & Partial<Pick<EmailRow, "tries">>,
	clock?: Clock,
): Promise<void> {
	await trx
		.updateTable("letters")
		.set({ ...end, sealed: null, claim: null, finished_at: databaseTime(trx, clock) })
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.execute();
}

async function putOff(
	trx: Db,
	id: string,
	failed: Pick<EmailRow, "tries" | "last_problem">,
	clock: Clock | undefined,
): Promise<void> {
	const pause = minutesDoubling(failed.tries);
	await trx
		.updateTable("letters")
		.set({ ...failed, due_at: leftToJobs(databaseTime(trx, clock, pause)) })
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.execute();
}

/** E-mails that a server of the previous release has written and no longer sends. */
function findEmailsWithoutJob(db: Db, limit: number, clock?: Clock) {
	return (
		db
			.selectFrom("letters")
			.select(["id as key", "due_at as dueAt"])
			// A literal lets the partial index match.
			.where(sql<boolean>`state = 'waiting'`)
			.where("due_at", "<", databaseTime(db, clock, -LEFT_TO_JOBS_MS))
			.where(hasNoJob(EMAIL, "letters.id"))
			.orderBy("due_at")
			.limit(limit)
			.execute()
	);
}
