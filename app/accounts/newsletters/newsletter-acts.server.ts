import { sql } from "kysely";
import { withdrawEmails } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { type ActedAsStaff, actAsStaff } from "../staff/act-as-staff.server.ts";
import type { Actor } from "../staff/journal.server.ts";
import type { NewsletterDraft } from "./draft.server.ts";
import type { NewsletterSettings } from "./newsletter-settings.server.ts";
import { findNewsletter, type NewsletterRow } from "./newsletters.server.ts";
import { forgetUnsent, SEND_NEWSLETTER } from "./send-newsletter.server.ts";

const right = "newsletters";

/**
 * Keeps a draft: a new one by its id, or the next revision of one.
 * @param revision the one that the actor has seen; 0: there was none
 * @returns «unchanged»: somebody has changed or sent it meanwhile
 */
export async function saveNewsletter(
	db: Db,
	actor: Actor,
	{ id, revision, draft }: { id: string; revision: number; draft: NewsletterDraft },
	now = Date.now(),
): Promise<ActedAsStaff<true>> {
	const save = async (trx: Db) => {
		if (revision === 0) {
			const made = await trx
				.insertInto("newsletters")
				.values({ id, state: "draft", revision: 1, created_at: now, ...draft })
				.onConflict((oc) => oc.column("id").doNothing())
				.executeTakeFirst();
			return made.numInsertedOrUpdatedRows ? true : null;
		}
		const { numUpdatedRows } = await trx
			.updateTable("newsletters")
			.set({ ...draft, revision: revision + 1 })
			.where("id", "=", id)
			.where("state", "=", "draft")
			.where("revision", "=", revision)
			.executeTakeFirst();
		return numUpdatedRows > 0n ? true : null;
	};
	const act = { act: "newsletter-saved", right, effect: () => ({ after: draft.subject }) } as const;
	return actAsStaff<true>(db, actor, act, save, now);
}

/** Deletes a draft. @returns «unchanged»: there is none, or it has been sent */
export async function removeNewsletter(
	db: Db,
	actor: Actor,
	id: string,
	now = Date.now(),
): Promise<ActedAsStaff<string>> {
	const remove = async (trx: Db) => {
		const removed = await trx
			.deleteFrom("newsletters")
			.where("id", "=", id)
			.where("state", "=", "draft")
			.returning("subject")
			.executeTakeFirst();
		return removed?.subject ?? null;
	};
	const act = { act: "newsletter-removed", right, effect: (before: string) => ({ before }) } as const;
	return actAsStaff<string>(db, actor, act, remove, now);
}

export type NewsletterStarted =
	| ActedAsStaff<NewsletterRow>
	/** An advertisement has to say who sends it (38-ФЗ, article 5), and the operator's details do not. */
	| { outcome: "no-sender" };

/**
 * Starts to send a draft, or goes on with one that was stopped: to all who agree to news now and were not written to.
 * @returns «unchanged»: it is being sent, or has been, or somebody has changed it meanwhile
 */
export async function startNewsletter(
	db: Db,
	settings: Pick<NewsletterSettings, "sender">,
	actor: Actor,
	{ id, revision }: { id: string; revision: number },
	now = Date.now(),
): Promise<NewsletterStarted> {
	const found = await findNewsletter(db, id);
	if (found?.is_ad && settings.sender === null) return { outcome: "no-sender" };
	const start = async (trx: Db) => {
		const row = await trx
			.updateTable("newsletters")
			.set({ state: "sending", reached: "", started_at: now, ended_at: null })
			.where("id", "=", id)
			.where("state", "in", ["draft", "stopped"])
			.where("revision", "=", revision)
			.returningAll()
			.executeTakeFirst();
		if (!row) return null;
		await enqueue(trx, [{ kind: SEND_NEWSLETTER, key: id }]);
		return row;
	};
	const effect = ({ subject }: NewsletterRow) => ({ after: subject });
	const act = { act: "newsletter-started", right, effect } as const;
	return actAsStaff<NewsletterRow>(db, actor, act, start, now);
}

/** Stops a newsletter at once, with the e-mails that wait in the outbox. @returns «unchanged»: it is not being sent */
export async function stopNewsletter(
	db: Db,
	actor: Actor,
	id: string,
	now = Date.now(),
): Promise<ActedAsStaff<NewsletterRow>> {
	const stop = async (trx: Db) => {
		const row = await trx
			.updateTable("newsletters")
			.set({ state: "stopped", ended_at: now })
			.where("id", "=", id)
			.where("state", "=", "sending")
			.returningAll()
			.executeTakeFirst();
		if (!row) return null;
		await takeBack(trx, id);
		return row;
	};
	const effect = ({ subject, sent, queued }: NewsletterRow) => ({ after: `${subject}: ${sent} / ${queued}` });
	return actAsStaff<NewsletterRow>(db, actor, { act: "newsletter-stopped", right, effect }, stop, now);
}

/** Withdraws the e-mails that nobody is sending. One whose attempt fails is not sent again either, see `isStillWanted`. */
async function takeBack(trx: Db, id: string): Promise<void> {
	const waiting = await trx
		.selectFrom("newsletter_emails")
		.select("email_id")
		.where("newsletter_id", "=", id)
		.where(sql<boolean>`state = 'waiting'`)
		.execute();
	const taken = await withdrawEmails(
		trx,
		waiting.map(({ email_id }) => email_id),
	);
	await forgetUnsent(trx, id, taken);
}
