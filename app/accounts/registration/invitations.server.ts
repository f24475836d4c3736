import { sql } from "kysely";
import { deliverSoon, post, withdrawEmailsTo } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { maskedEmail } from "../email.server.ts";
import { INVITATION, invitationEmail } from "../emails/emails.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { type ActedAsStaff, actAsStaff } from "../staff/act-as-staff.server.ts";
import type { Actor } from "../staff/journal.server.ts";
import { issueToken } from "../tokens/one-time-tokens.server.ts";
import { giftOf } from "./invitation-gift.server.ts";
import { throttleInvitation } from "./invite.server.ts";
import { dropInvitation, invitationOf, keptInvitations } from "./kept-invitation.server.ts";
import { isInvitation } from "./pending-registrations.server.ts";
import { takeAway } from "./put-pending.server.ts";

const DAY = 24 * 3_600_000;
export const INVITATIONS_PER_PAGE = 50;

/** An invitation that waits for an answer. */
export type WaitingInvitation = {
	id: string;
	email: string;
	/** In words; null: none. */
	gift: string | null;
	sentAt: number;
	expiresAt: number;
	/** The state of its e-mail. `refused`: the mail server knows no such mailbox; `failed`: given up after a day. */
	emailState: "waiting" | "sent" | "refused" | "failed";
};

/** A place in the list: when it was sent, and which one. */
const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

/**
 * A page of the invitations that wait for an answer, the latest first.
 * @param after `next` of the page before; anything else begins anew
 */
export async function listInvitations(
	db: Db,
	{ after = "" }: { after?: string } = {},
	now = Date.now(),
): Promise<{ invitations: WaitingInvitation[]; next: string | null }> {
	const [, at, id] = CURSOR.exec(after) ?? [];
	const waiting = db
		.selectFrom("pending_registrations as p")
		.select(["p.id", "p.email", "p.gift", "p.created_at as sentAt", "p.expires_at as expiresAt"])
		// In the words of the partial index.
		.where(sql<boolean>`p.offer_version = ''`)
		.where("p.expires_at", ">", now);
	const rows = await db
		.selectFrom(waiting.unionAll(keptInvitations(db, now)).as("p"))
		.select(["p.id", "p.email", "p.gift", "p.sentAt", "p.expiresAt"])
		.select((eb) =>
			eb
				.selectFrom("letters")
				.select("letters.state")
				.whereRef("letters.recipient", "=", "p.email")
				.where("letters.kind", "=", INVITATION)
				.orderBy("letters.created_at", "desc")
				.limit(1)
				.as("emailState"),
		)
		.$if(at !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("p.sentAt", "p.id"), "<", tuple(Number(at), id ?? "")),
			),
		)
		.orderBy("p.sentAt", "desc")
		.orderBy("p.id", "desc")
		.limit(INVITATIONS_PER_PAGE + 1)
		.execute();
	const invitations = rows.slice(0, INVITATIONS_PER_PAGE).map(({ emailState, gift, ...row }) => ({
		...row,
		gift: giftOf(gift)?.words ?? null,
		sentAt: Number(row.sentAt),
		expiresAt: Number(row.expiresAt),
		// An e-mail is forgotten a month after it was sent.
		emailState: emailState === null || emailState === "unaddressed" ? ("sent" as const) : emailState,
	}));
	const last = invitations.at(-1);
	const next = rows.length > INVITATIONS_PER_PAGE && last ? `${last.sentAt}.${last.id}` : null;
	return { invitations, next };
}

/** An invitation that waits for an answer. @returns null: none (any more) */
export async function findInvitation(
	db: Db,
	id: string,
	now = Date.now(),
): Promise<{ id: string; email: string } | null> {
	const row = await db
		.selectFrom("pending_registrations")
		.selectAll()
		.where("id", "=", id)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row && (await invitationOf(db, row, now)) ? { id, email: row.email } : null;
}

/**
 * Sends an invitation once more: with a new link, since only its hash is kept, that is valid as long as the first; the
 * first one ends.
 * @returns «unchanged»: it waits no more
 */
export async function resendInvitation(
	db: Db,
	settings: AccountSettings,
	id: string,
	actor: Actor,
	now = Date.now(),
): Promise<ActedAsStaff<string> | { outcome: "too-many-attempts"; retryAfterSeconds: number }> {
	const found = await findInvitation(db, id, now);
	if (!found) return { outcome: "unchanged" };
	const throttled = await throttleInvitation(db, settings, found.email, actor, now);
	if (throttled) return throttled;
	const resend = async (trx: Db) => {
		const row = await lockRow(trx, "pending_registrations", id);
		const invitation = row && (await invitationOf(trx, row, now));
		if (!invitation) return null;
		const lifetimeMs = invitation.expiresAt - invitation.createdAt;
		const until = now + lifetimeMs;
		await trx
			.updateTable("pending_registrations")
			.set(
				isInvitation(row)
					? { created_at: now, expires_at: until }
					: { expires_at: Math.max(Number(row.expires_at), until) },
			)
			.where("id", "=", id)
			.execute();
		const token = await issueToken(trx, "confirm-email", invitation.subject, lifetimeMs, now);
		const terms = { days: Math.round(lifetimeMs / DAY), gift: giftOf(row.gift)?.words ?? null };
		await withdrawEmailsTo(trx, row.email, INVITATION);
		return post(trx, settings.mailer, invitationEmail(settings, row.email, token, terms), now);
	};
	const acted = await actAsStaff(
		db,
		actor,
		{ act: "invitation-resent", right: "people", after: maskedEmail(found.email) },
		resend,
		now,
	);
	if (acted.outcome === "done") deliverSoon(db, settings.mailer, acted.value);
	return acted;
}

/**
 * Takes an invitation back: its link is dead, and its e-mail is not sent if it has not been. A registration that has taken
 * its row goes on without the gift.
 */
export async function revokeInvitation(
	db: Db,
	id: string,
	actor: Actor,
	now = Date.now(),
): Promise<ActedAsStaff<true>> {
	const revoke = async (trx: Db) => {
		const row = await lockRow(trx, "pending_registrations", id);
		if (!row || !(await invitationOf(trx, row, now))) return null;
		if (isInvitation(row)) await takeAway(trx, id);
		else await dropInvitation(trx, row, now);
		await withdrawEmailsTo(trx, row.email, INVITATION);
		return maskedEmail(row.email);
	};
	const act = { act: "invitation-revoked", right: "people", effect: (after: string) => ({ after }) } as const;
	const acted = await actAsStaff(db, actor, act, revoke, now);
	return acted.outcome === "done" ? { outcome: "done", value: true } : acted;
}
