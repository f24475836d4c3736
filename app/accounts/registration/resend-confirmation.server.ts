import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { deliverSoon, post, withdrawEmailsTo } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { EmailAddress } from "../email.server.ts";
import {
	addressTakenEmail,
	confirmationEmail,
	INVITATION,
	invitationEmail,
} from "../emails/emails.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { issueToken } from "../tokens/one-time-tokens.server.ts";
import { newCode, newToken } from "../tokens/secrets.server.ts";
import { giftOf } from "./invitation-gift.server.ts";
import {
	isInvitation,
	NOTHING_ACCEPTED,
	PENDING_MS,
	type PendingRegistration,
} from "./pending-registrations.server.ts";
import { hashOfCode } from "./register.server.ts";

const DAY = 24 * 3_600_000;

export type Resent =
	/** Whether the e-mail is known or not. Link and code are set in trial mode only. */
	| { outcome: "accepted"; trialLink?: string; trialCode?: string }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number };

/**
 * Sends the confirmation e-mail again, with a new link that invalidates the old one and a new code (the count of
 * guesses continues). For an e-mail without a registration the same rows are written and nothing is sent; for one
 * that has an account and was registered again, its owner is notified once more. Anybody may ask, so an invitation
 * keeps its days and its gift, and is what is sent again.
 */
export async function resendConfirmation(
	db: Db,
	settings: AccountSettings,
	email: EmailAddress,
	client: Client,
	now = Date.now(),
): Promise<Resent> {
	const throttled = await throttleAll(db, throttles.email(settings.secret, email, client), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const code = newCode();
	const { message, emailId, codeAlive } = await transact(db, async (trx) => {
		const account = await trx
			.selectFrom("accounts")
			.select("id")
			.where("email", "=", email)
			.executeTakeFirst();
		const known = account !== undefined;
		const fresh = hashOfCode(settings, email, known ? newToken() : code);
		const pending = await trx
			.updateTable("pending_registrations")
			.set({
				// After five wrong guesses there is no code any more.
				code_hash: sql<string | null>`case when code_hash is null then null else ${fresh} end`,
				// The row of a registration lasts longer where it is that of an invitation.
				expires_at: sql<number>`case
					when offer_version = ${NOTHING_ACCEPTED.offer} or expires_at > ${now + PENDING_MS} then expires_at
					else ${now + PENDING_MS} end`,
			})
			.where("email", "=", email)
			.where("expires_at", ">", now)
			.returningAll()
			.executeTakeFirst();
		const lifetimeMs = pending && isInvitation(pending) ? Number(pending.expires_at) - now : PENDING_MS;
		const token = await issueToken(trx, "confirm-email", pending?.id ?? randomUUID(), lifetimeMs, now);
		const codeAlive = !known && pending?.code_hash != null;
		const to = pending ? email : null;
		// An invitation that still waits to be sent has the old link, unless a registration has taken its row: it keeps its
		// own then. Asked for every e-mail, or for nobody's: the work is the same.
		const isKept = pending !== undefined && !isInvitation(pending);
		await withdrawEmailsTo(trx, isKept ? randomUUID() : email, INVITATION);
		const message = known
			? addressTakenEmail(settings, to)
			: pending && isInvitation(pending)
				? invitationEmail(settings, email, token, remainingTerms(pending, now))
				: confirmationEmail(settings, to, token, codeAlive ? code : null);
		return { message, codeAlive, emailId: await post(trx, settings.mailer, message, now) };
	});
	deliverSoon(db, settings.mailer, emailId);
	if (!settings.trial || message.to === null) return { outcome: "accepted" };
	return { outcome: "accepted", trialLink: message.link, ...(codeAlive ? { trialCode: code } : {}) };
}

/** What the e-mail of an invitation says: whole days, and one on the last. */
function remainingTerms({ expires_at, gift }: PendingRegistration, now: number) {
	const days = Math.max(1, Math.floor((Number(expires_at) - now) / DAY));
	return { days, gift: giftOf(gift)?.words ?? null };
}
