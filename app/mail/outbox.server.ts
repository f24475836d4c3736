import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { type Clock, dueAtOnce } from "../platform/db/database-clock.server.ts";
import { claimJobs } from "../platform/jobs/claim-jobs.server.ts";
import { enqueue } from "../platform/jobs/enqueue.server.ts";
import { jobLogOf } from "../platform/jobs/job-log.server.ts";
import { performJob } from "../platform/jobs/perform-job.server.ts";
import { workerId } from "../platform/jobs/worker-id.server.ts";
import type { Email } from "./email.ts";
import { EMAIL, emailHandler, leftToJobs } from "./email-handler.server.ts";
import type { Mailer } from "./mailer.server.ts";
import { seal } from "./seal.server.ts";

const RETENTION = 30 * 24 * 3_600_000;
/** How long a request waits for what becomes of its e-mail. */
const WAIT_MS = 5_000;
/** The interval at which a request asks what became of an e-mail that the runner was quicker to claim. */
const ASK_AGAIN_MS = 50;

/**
 * Queues an e-mail in the outbox, in the caller's transaction: no e-mail without the fact it reports, no fact without
 * the e-mail. It is sent by `deliverNow`, `deliverSoon` or, at the latest, by the `JobRunner`. One to nobody has a job
 * too, so that writing it takes as long.
 * @returns the e-mail's id
 */
export async function post(trx: Db, mailer: Mailer, email: Email, now = Date.now()): Promise<string> {
	const id = randomUUID();
	const { subject, text, html, link, keepsNoAddress, bulk } = email;
	const to = keepsNoAddress ? email.to : undefined;
	const sealed = seal(JSON.stringify({ to, subject, text, html, link, bulk }), id, mailer.sealKey);
	await trx
		.insertInto("letters")
		.values({
			id,
			kind: email.kind,
			recipient: keepsNoAddress ? "" : (email.to ?? ""),
			sealed,
			state: email.to === null ? "unaddressed" : "waiting",
			tries: 0,
			due_at: leftToJobs(dueAtOnce(trx, now)),
			created_at: now,
			finished_at: email.to === null ? now : null,
		})
		.execute();
	await enqueue(trx, [{ kind: EMAIL, key: id, dueAt: dueAtOnce(trx, now) }]);
	return id;
}

/**
 * Tries to send one e-mail while a request waits for the result.
 * @returns `late` when the time was up or the try failed temporarily: its job continues
 */
export async function deliverNow(
	db: Db,
	mailer: Mailer,
	emailId: string,
	{ timeoutMs = mailer.waitMs ?? WAIT_MS } = {},
	clock?: Clock,
): Promise<"sent" | "late" | "refused"> {
	const trying = inBackground(mailer, tryOne(db, mailer, emailId, clock));
	const waiting = new AbortController();
	const timeUp = sleep(timeoutMs, "late" as const, { signal: waiting.signal }).catch(() => "late" as const);
	try {
		const result = await Promise.race([trying, timeUp]);
		if (result !== "claimed") return result;
		return await Promise.race([resultOfClaim(db, emailId, waiting.signal), timeUp]);
	} finally {
		waiting.abort();
	}
}

/** The result of an e-mail that another claim is sending. */
async function resultOfClaim(
	db: Db,
	emailId: string,
	signal: AbortSignal,
): Promise<"sent" | "late" | "refused"> {
	while (!signal.aborted) {
		const row = await db
			.selectFrom("letters")
			.leftJoin("jobs", (join) =>
				join
					.onRef("jobs.key", "=", "letters.id")
					.on("jobs.kind", "=", EMAIL)
					.on("jobs.state", "=", "running"),
			)
			.select(["letters.state", "jobs.id as jobId"])
			.where("letters.id", "=", emailId)
			.executeTakeFirst();
		if (row?.state === "sent" || row?.state === "refused") return row.state;
		if (!row?.jobId) return "late";
		await sleep(ASK_AGAIN_MS);
	}
	return "late";
}

/**
 * Tries to send one e-mail without letting the request wait, so that a response takes the same time with and without
 * it.
 */
export function deliverSoon(db: Db, mailer: Mailer, emailId: string, clock?: Clock): void {
	inBackground(mailer, tryOne(db, mailer, emailId, clock));
}

/** Waits for the running attempts, before the process ends. */
export async function finishSending(mailer: Mailer): Promise<void> {
	await Promise.all(mailer.underWay);
}

/** Deletes the rows of e-mails finished long ago, with their recipients. */
export async function forgetOldEmails(db: Db, now = Date.now()): Promise<void> {
	await db
		.deleteFrom("letters")
		.where("finished_at", "<", now - RETENTION)
		.execute();
}

/** Takes an e-mail out of the outbox. One that has been sent, or is being sent, stays. */
export async function withdrawEmail(trx: Db, id: string): Promise<void> {
	await trx.deleteFrom("letters").where("id", "=", id).where("state", "=", "waiting").execute();
}

/** Takes those of a kind to an address out of the outbox. One that has been sent, or is being sent, stays. */
export async function withdrawEmailsTo(trx: Db, recipient: string, kind: string): Promise<void> {
	await trx
		.deleteFrom("letters")
		.where("recipient", "=", recipient)
		.where("kind", "=", kind)
		.where("state", "=", "waiting")
		.execute();
}

/**
 * Takes e-mails out of the outbox that nobody is sending at the moment.
 * @returns the ids of those that will not be sent
 */
export async function withdrawEmails(trx: Db, ids: readonly string[]): Promise<string[]> {
	if (ids.length === 0) return [];
	const withdrawn = await trx
		.deleteFrom("jobs")
		// The literals let the partial index match.
		.where(sql<boolean>`state in ('waiting', 'running') and state = 'waiting'`)
		.where("kind", "=", EMAIL)
		.where("key", "in", ids)
		.returning("key")
		.execute();
	const keys = withdrawn.map(({ key }) => key);
	if (keys.length > 0)
		await trx.deleteFrom("letters").where("id", "in", keys).where("state", "=", "waiting").execute();
	return keys;
}

/** When an e-mail was sent; null: it was not. */
export async function sentAt(db: Db, id: string): Promise<number | null> {
	const email = await db
		.selectFrom("letters")
		.select(["state", "finished_at"])
		.where("id", "=", id)
		.executeTakeFirst();
	return email?.state === "sent" ? email.finished_at : null;
}

/** How many e-mails wait, since when the oldest does (null: none), and what became of those of a day. */
export async function countEmails(db: Db, now: number) {
	const [waiting, ended] = await Promise.all([
		db
			.selectFrom("letters")
			.select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("created_at").as("oldest")])
			.where(sql<boolean>`state = 'waiting'`)
			.executeTakeFirstOrThrow(),
		db
			.selectFrom("letters")
			.select(({ fn }) => ["state", fn.countAll<number>().as("count")])
			.where("finished_at", ">", now - 24 * 3_600_000)
			.groupBy("state")
			.execute(),
	]);
	const of = (state: "sent" | "refused" | "failed") =>
		Number(ended.find((row) => row.state === state)?.count ?? 0);
	return {
		waiting: Number(waiting.count),
		oldest: waiting.oldest === null ? null : Number(waiting.oldest),
		sent: of("sent"),
		refused: of("refused"),
		failed: of("failed"),
	};
}

/** Recent e-mails to an address: without texts, which are deleted once an e-mail is sent. */
export async function emailsTo(db: Db, recipient: string) {
	return db
		.selectFrom("letters")
		.select(["kind", "state", "created_at as createdAt", "finished_at as finishedAt"])
		.where("recipient", "=", recipient)
		.orderBy("created_at")
		.execute();
}

/**
 * Moves the rows of sent e-mails to the address that their recipient has now, by which the export and the deletion find
 * them; those that were not taken lose theirs. So nothing keeps the former one. What waits goes to where it was written
 * to, or a warning would be sent to whom it warns of.
 */
export async function moveEndedEmails(trx: Db, from: string, to: string): Promise<void> {
	await trx
		.updateTable("letters")
		.set((eb) => ({ recipient: eb.case().when("state", "=", "sent").then(to).else("").end() }))
		.where("recipient", "=", from)
		.where("state", "<>", "waiting")
		.execute();
}

/** Deletes all e-mails to an address, queued ones too. */
export async function forgetEmailsTo(trx: Db, recipient: string): Promise<void> {
	await trx.deleteFrom("letters").where("recipient", "=", recipient).execute();
}

/** Does the e-mail's job. @returns `claimed` when the runner, or another server, has it */
async function tryOne(
	db: Db,
	mailer: Mailer,
	emailId: string,
	clock?: Clock,
): Promise<"sent" | "late" | "refused" | "claimed"> {
	const handler = emailHandler(db, mailer);
	const [job] = await claimJobs(db, handler, { owner: workerId(), most: 1, key: emailId }, clock);
	if (!job) return "claimed";
	const { signal } = new AbortController();
	const performed = await performJob(db, handler, job, { log: jobLogOf(mailer.log), signal, clock });
	if (performed !== "done") return "late";
	const row = await db.selectFrom("letters").select("state").where("id", "=", emailId).executeTakeFirst();
	return row?.state === "sent" || row?.state === "refused" ? row.state : "late";
}

/** The e-mail is in the outbox in any case, so a failure here is only logged. */
function inBackground<T>(mailer: Mailer, trying: Promise<T>): Promise<T | "late"> {
	const watched = trying
		.catch((error: unknown) => {
			mailer.log.error("Почта: попытка отправки прервалась", { error });
			return "late" as const;
		})
		.finally(() => mailer.underWay.delete(watched));
	mailer.underWay.add(watched);
	return watched;
}
