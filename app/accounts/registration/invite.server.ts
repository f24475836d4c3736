import { deliverNow, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
import { OPERATOR } from "../audit/account-events.server.ts";
import { type EmailAddress, maskedEmail } from "../email.server.ts";
import { invitationEmail } from "../emails/emails.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { refusalOf } from "../staff/act-on-person.server.ts";
import { type Actor, appendToJournal, lockJournal } from "../staff/journal.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { issueToken } from "../tokens/one-time-tokens.server.ts";
import { newToken } from "../tokens/secrets.server.ts";
import type { InvitationGift } from "./invitation-gift.server.ts";
import { invitationOf } from "./kept-invitation.server.ts";
import { INVITED_MS, NOTHING_ACCEPTED } from "./pending-registrations.server.ts";
import { putPending, withdraw } from "./put-pending.server.ts";

const DAY = 24 * 3_600_000;
/** So many are invited at once at most. */
export const MOST_INVITED = 100;

export type Invited =
	/** `trialLink` is set in trial mode only. */
	{ outcome: "invited"; delivery: "sent" | "late"; trialLink?: string } | NotInvited;

type NotInvited =
	| { outcome: "already-exists" }
	/** An invitation waits for an answer, and is not to be replaced. */
	| { outcome: "already-invited" }
	/** The mail server knows no such mailbox: the registration is withdrawn, and only the journal keeps the invitation. */
	| { outcome: "refused-by-post" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	| { outcome: "forbidden" };

export type Invitation = {
	email: EmailAddress;
	lifetimeMs?: number;
	gift?: InvitationGift | null;
	/** Whether it replaces one that waits; otherwise a form that is sent twice invites once. */
	replaces?: boolean;
};

/**
 * Staff invites a person, also where registration is closed. This creates a pending registration that no
 * browser has started: the person who opens the link sets a password and accepts the legal documents, and only then
 * there is an account. So nobody consents for another person, and a misspelt e-mail leaves only an entry in the journal.
 */
export async function invite(
	db: Db,
	settings: AccountSettings,
	email: EmailAddress,
	actor: Actor,
	now = Date.now(),
): Promise<Invited> {
	return inviteAndWait(db, settings, { email, replaces: true }, actor, now);
}

/** The same for several people. Each is invited or not, whatever becomes of the others; after a limit nobody more is. */
export async function inviteAll(
	db: Db,
	settings: AccountSettings,
	{ emails, ...terms }: Omit<Invitation, "email"> & { emails: readonly EmailAddress[] },
	actor: Actor,
	now = Date.now(),
): Promise<Map<EmailAddress, Invited>> {
	const invited = new Map<EmailAddress, Invited>();
	const [only] = emails;
	if (emails.length === 1 && only)
		return invited.set(only, await inviteAndWait(db, settings, { ...terms, email: only }, actor, now));
	let refused: NotInvited | undefined;
	for (const email of emails.slice(0, MOST_INVITED)) {
		const one: Issued | NotInvited = refused ?? (await issue(db, settings, { ...terms, email }, actor, now));
		if (one.outcome === "forbidden") refused = one;
		invited.set(email, one.outcome === "issued" ? { outcome: "invited", delivery: "late" } : one);
	}
	// Their e-mails go out by themselves: a request does not wait for a hundred of them.
	wakeRunner();
	return invited;
}

async function inviteAndWait(
	db: Db,
	settings: AccountSettings,
	invitation: Invitation,
	actor: Actor,
	now: number,
): Promise<Invited> {
	const issued = await issue(db, settings, invitation, actor, now);
	if (issued.outcome !== "issued") return issued;
	const delivery = await deliverNow(db, settings.mailer, issued.emailId);
	if (delivery === "refused") {
		await withdraw(db, issued.pendingId, issued.bindingToken, now);
		return { outcome: "refused-by-post" };
	}
	return { outcome: "invited", delivery, ...(settings.trial ? { trialLink: issued.link } : {}) };
}

type Issued = { outcome: "issued"; pendingId: string; bindingToken: string; emailId: string; link: string };

async function issue(
	db: Db,
	settings: AccountSettings,
	{ email, lifetimeMs = INVITED_MS, gift = null, replaces = false }: Invitation,
	actor: Actor,
	now: number,
): Promise<Issued | NotInvited> {
	const throttled = await throttleInvitation(db, settings, email, actor, now);
	if (throttled) return throttled;
	const bindingToken = newToken();
	return transact(db, async (trx) => {
		await lockJournal(trx);
		if (await refusalOf(trx, actor, "people")) return { outcome: "forbidden" };
		if (gift && (await refusalOf(trx, actor, "grants"))) return { outcome: "forbidden" };
		const account = await trx
			.selectFrom("accounts")
			.select("id")
			.where("email", "=", email)
			.executeTakeFirst();
		if (account) return { outcome: "already-exists" };
		if (!replaces && (await waits(trx, email, now))) return { outcome: "already-invited" };
		const nobody = {
			email,
			passwordHash: null,
			yandex: null,
			bindingToken,
			codeHash: null,
			accepted: NOTHING_ACCEPTED,
			client: OPERATOR,
			gift: gift && JSON.stringify(gift),
		};
		const pendingId = await putPending(trx, nobody, now, lifetimeMs);
		const token = await issueToken(trx, "confirm-email", pendingId, lifetimeMs, now);
		const words = gift?.words ?? null;
		const message = invitationEmail(settings, email, token, { days: lifetimeMs / DAY, gift: words });
		// The journal is kept for good, the address is not the installation's yet.
		const after = [maskedEmail(email), words].filter(Boolean).join(", ");
		await appendToJournal(trx, actor, { act: "person-invited", accountId: null, after }, now);
		const emailId = await post(trx, settings.mailer, message, now);
		return { outcome: "issued", pendingId, bindingToken, emailId, link: message.link ?? "" };
	});
}

/** Counts an invitation of a member of staff. @returns null: it may be sent */
export async function throttleInvitation(
	db: Db,
	settings: AccountSettings,
	email: string,
	actor: Actor,
	now: number,
): Promise<{ outcome: "too-many-attempts"; retryAfterSeconds: number } | null> {
	if (actor.accountId === null) return null;
	const counts = [
		...throttles.invitation(settings.secret, actor.accountId),
		...throttles.emailTo(settings.secret, email),
	];
	const throttled = await throttleAll(db, counts, now);
	return throttled.allowed
		? null
		: { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
}

async function waits(trx: Db, email: string, now: number): Promise<boolean> {
	const pending = await trx
		.selectFrom("pending_registrations")
		.selectAll()
		.where("email", "=", email)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return pending !== undefined && (await invitationOf(trx, pending, now)) !== undefined;
}
