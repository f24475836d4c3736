import { randomUUID } from "node:crypto";
import type { Db } from "../platform/db/connection.server.ts";
import { type Clock, databaseTime, dueAtOnce } from "../platform/db/database-clock.server.ts";
import type { Log } from "../platform/log.server.ts";
import { attempt, claim } from "./attempt.server.ts";
import type { Email } from "./email.ts";
import { seal } from "./seal.server.ts";
import type { Transport } from "./transport.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AT_ONCE = 4;
const PER_ROUND = 100;
const RETENTION = 30 * DAY;

/** Everything that sending e-mail needs besides the database. */
export type Mailer = {
	transport: Transport;
	/** Encrypts queued e-mails, see `seal`. */
	sealKey: Buffer;
	log: Pick<Log, "warn" | "error">;
	/** Unawaited attempts of this process. Graceful shutdown waits for them: `finishSending`. */
	underWay: Set<Promise<unknown>>;
};

export function openMailer(mailer: Omit<Mailer, "underWay">): Mailer {
	return { ...mailer, underWay: new Set() };
}

/**
 * Queues an e-mail in the outbox, in the caller's transaction: no e-mail without the fact it reports, no fact without
 * the e-mail. It is sent by `deliverNow`, `deliverSoon` or, at the latest, `deliverDue`.
 * @returns the e-mail's id
 */
export async function post(trx: Db, mailer: Mailer, email: Email, now = Date.now()): Promise<string> {
	const id = randomUUID();
	const { subject, text, html, link, keepsNoAddress } = email;
	const to = keepsNoAddress ? email.to : undefined;
	const sealed = seal(JSON.stringify({ to, subject, text, html, link }), id, mailer.sealKey);
	await trx
		.insertInto("letters")
		.values({
			id,
			kind: email.kind,
			recipient: keepsNoAddress ? "" : (email.to ?? ""),
			sealed,
			state: email.to === null ? "unaddressed" : "waiting",
			tries: 0,
			due_at: dueAtOnce(trx, now),
			created_at: now,
			finished_at: email.to === null ? now : null,
		})
		.execute();
	return id;
}

/**
 * Tries to send one e-mail while a request waits for the result.
 * @returns `late` when the time was up or the try failed temporarily: the outbox continues
 */
export async function deliverNow(
	db: Db,
	mailer: Mailer,
	emailId: string,
	{ timeoutMs = 5_000 } = {},
	clock?: Clock,
): Promise<"sent" | "late" | "refused"> {
	const trying = inBackground(mailer, tryOne(db, mailer, emailId, clock));
	let timer: NodeJS.Timeout | undefined;
	const timeUp = new Promise<"late">((resolve) => {
		timer = setTimeout(resolve, timeoutMs, "late");
	});
	const result = await Promise.race([trying, timeUp]);
	clearTimeout(timer);
	return result === "sent" || result === "refused" ? result : "late";
}

/**
 * Tries to send one e-mail without letting the request wait, so that a response takes the same time with and without
 * it.
 */
export function deliverSoon(db: Db, mailer: Mailer, emailId: string, clock?: Clock): void {
	inBackground(mailer, tryOne(db, mailer, emailId, clock));
}

/**
 * Sends the e-mails that are due; safe with other servers doing the same. `late` will be tried again, `failed` will
 * not.
 */
export async function deliverDue(db: Db, mailer: Mailer, clock?: Clock) {
	const count = { sent: 0, late: 0, refused: 0, failed: 0 };
	const due = await db
		.selectFrom("letters")
		.select("id")
		.where("state", "=", "waiting")
		.where("due_at", "<=", databaseTime(db, clock))
		.orderBy("due_at")
		.limit(PER_ROUND)
		.execute();
	const queue = due.values();
	const worker = async () => {
		for (const { id } of queue) {
			// Affects one e-mail only: the database may fail for a moment, and the others are due as well.
			const result = await inBackground(mailer, tryOne(db, mailer, id, clock));
			if (result !== "taken") count[result]++;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return count;
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

/** Recent e-mails to an address: without texts, which are deleted once an e-mail is sent. */
export async function emailsTo(db: Db, recipient: string) {
	return db
		.selectFrom("letters")
		.select(["kind", "state", "created_at as createdAt", "finished_at as finishedAt"])
		.where("recipient", "=", recipient)
		.orderBy("created_at")
		.execute();
}

/** Deletes all e-mails to an address, queued ones too. */
export async function forgetEmailsTo(trx: Db, recipient: string): Promise<void> {
	await trx.deleteFrom("letters").where("recipient", "=", recipient).execute();
}

async function tryOne(db: Db, mailer: Mailer, emailId: string, clock?: Clock) {
	const claimed = await claim(db, emailId, clock);
	return claimed ? attempt(db, mailer, claimed, clock) : ("taken" as const);
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
