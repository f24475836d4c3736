import { sql } from "kysely";
import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { type JobHandler, minutesDoubling } from "../../platform/jobs/job-handler.server.ts";
import { newsletterEmail } from "./newsletter-email.server.ts";
import type { NewsletterSettings } from "./newsletter-settings.server.ts";
import type { NewsletterRow } from "./newsletters.server.ts";
import { nextRecipients } from "./recipients.server.ts";

const MINUTE = 60_000;
/** E-mails are written in portions of about so much time. */
const PORTION_MS = 10_000;

/** The kind of the job that sends a newsletter; its key is the newsletter's id. One server does it at a time. */
export const SEND_NEWSLETTER = "newsletter";

/**
 * Sends newsletters: with each run a portion is put into the outbox, and what has become of those before is counted. So
 * a newsletter goes on at any server, after any crash, from the row where it was.
 */
export const newsletterHandler = (db: Db, settings: NewsletterSettings): JobHandler => ({
	kind: SEND_NEWSLETTER,
	concurrency: 1,
	leaseMs: 5 * MINUTE,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	run: async ({ key }, { clock }) => {
		const now = await readDatabaseTime(db, clock);
		const isOver = await transact(db, (trx) => sendPortion(trx, settings, key, now));
		return isOver ? { outcome: "done" } : { outcome: "reschedule", at: now + paceOf(settings).pauseMs };
	},
});

/** How many e-mails a portion has, and the pause after it. */
function paceOf({ perMinute }: NewsletterSettings): { most: number; pauseMs: number } {
	const most = Math.max(1, Math.round((perMinute * PORTION_MS) / MINUTE));
	return { most, pauseMs: Math.ceil((most * MINUTE) / perMinute) };
}

/** @returns whether nothing is left to do */
async function sendPortion(trx: Db, settings: NewsletterSettings, id: string, now: number): Promise<boolean> {
	const row = await lockRow(trx, "newsletters", id);
	if (!row) return true;
	const waiting = await countEnded(trx, row);
	if (row.state !== "sending") return waiting === 0;
	// The details were taken away after the start: the rest waits until an advertisement can say who sends it.
	if (row.is_ad && settings.sender === null) return false;
	const { most } = paceOf(settings);
	// While the mail server is down, no more than a minute's e-mails wait in the outbox.
	if (waiting >= Math.max(most, settings.perMinute)) return false;
	if ((await writeSome(trx, settings, row, most, now)) > 0 || waiting > 0) return false;
	await trx.updateTable("newsletters").set({ state: "sent", ended_at: now }).where("id", "=", id).execute();
	return true;
}

/** Writes to the next few. @returns to how many */
async function writeSome(
	trx: Db,
	settings: NewsletterSettings,
	row: NewsletterRow,
	most: number,
	now: number,
): Promise<number> {
	const from = { id: row.id, reached: row.reached, agreedBy: Number(row.started_at) };
	const people = await nextRecipients(trx, from, most);
	for (const person of people) {
		const email = newsletterEmail(settings, row, person, row.id);
		const email_id = await post(trx, settings.account.mailer, email, now);
		await trx
			.insertInto("newsletter_emails")
			.values({ newsletter_id: row.id, account_id: person.accountId, email_id, state: "waiting", at: now })
			.execute();
	}
	const last = people.at(-1);
	if (!last) return 0;
	await trx
		.updateTable("newsletters")
		.set((eb) => ({ reached: last.accountId, queued: eb("queued", "+", people.length) }))
		.where("id", "=", row.id)
		.execute();
	return people.length;
}

const ENDS = ["sent", "refused", "failed"] as const;

/** Counts what has become of the e-mails that waited. They are a few portions. @returns how many still wait */
async function countEnded(trx: Db, { id, state }: Pick<NewsletterRow, "id" | "state">): Promise<number> {
	const rows = await trx
		.selectFrom("newsletter_emails")
		.leftJoin("letters", "letters.id", "newsletter_emails.email_id")
		.select(["newsletter_emails.email_id as emailId", "letters.state"])
		.where("newsletter_emails.newsletter_id", "=", id)
		// A literal lets the partial index match.
		.where(sql<boolean>`newsletter_emails.state = 'waiting'`)
		.execute();
	const idsOf = (end: (typeof rows)[number]["state"]) =>
		rows.filter((row) => row.state === end).map(({ emailId }) => emailId);
	for (const end of ENDS) await countAs(trx, id, end, idsOf(end));
	// Taken out of the outbox: the newsletter was stopped, or the person has unsubscribed.
	if (state === "stopped") await forgetUnsent(trx, id, idsOf(null));
	else await countAs(trx, id, "withdrawn", idsOf(null));
	return idsOf("waiting").length;
}

async function countAs(
	trx: Db,
	id: string,
	end: (typeof ENDS)[number] | "withdrawn",
	emailIds: readonly string[],
): Promise<void> {
	if (emailIds.length === 0) return;
	await trx
		.updateTable("newsletter_emails")
		.set({ state: end })
		.where("newsletter_id", "=", id)
		.where("email_id", "in", emailIds)
		.execute();
	await trx
		.updateTable("newsletters")
		.set((eb) => ({ [end]: eb(end, "+", emailIds.length) }))
		.where("id", "=", id)
		.execute();
}

/** Forgets e-mails that were not sent: a newsletter that goes on is written to their recipients again. */
export async function forgetUnsent(trx: Db, id: string, emailIds: readonly string[]): Promise<void> {
	if (emailIds.length === 0) return;
	await trx
		.deleteFrom("newsletter_emails")
		.where("newsletter_id", "=", id)
		.where("email_id", "in", emailIds)
		.execute();
	await trx
		.updateTable("newsletters")
		.set((eb) => ({ queued: eb("queued", "-", emailIds.length) }))
		.where("id", "=", id)
		.execute();
}
