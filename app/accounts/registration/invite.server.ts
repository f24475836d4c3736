import { deliverNow, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { OPERATOR } from "../audit/account-events.server.ts";
import { type EmailAddress, maskedEmail } from "../email.server.ts";
import { invitationEmail } from "../emails/emails.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { refusalOf } from "../staff/act-on-person.server.ts";
import { type Actor, appendToJournal, lockJournal } from "../staff/journal.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { issueToken } from "../tokens/one-time-tokens.server.ts";
import { newToken } from "../tokens/secrets.server.ts";
import { INVITED_MS, NOTHING_ACCEPTED, putPending } from "./pending-registrations.server.ts";
import { withdraw } from "./register.server.ts";

export type Invited =
	/** `trialLink` is set in trial mode only. */
	| { outcome: "invited"; delivery: "sent" | "late"; trialLink?: string }
	| { outcome: "already-exists" }
	/** The mail server knows no such mailbox: the registration is withdrawn, and only the journal keeps the invitation. */
	| { outcome: "refused-by-post" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	| { outcome: "forbidden" };

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
	if (actor.accountId !== null) {
		const counts = [
			...throttles.invitation(settings.secret, actor.accountId),
			...throttles.emailTo(settings.secret, email),
		];
		const throttled = await throttleAll(db, counts, now);
		if (!throttled.allowed)
			return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	}
	const bindingToken = newToken();
	const begun = await transact(db, async (trx) => {
		await lockJournal(trx);
		if (await refusalOf(trx, actor, "people")) return "forbidden";
		const account = await trx
			.selectFrom("accounts")
			.select("id")
			.where("email", "=", email)
			.executeTakeFirst();
		if (account) return null;
		const nobody = {
			email,
			passwordHash: null,
			yandex: null,
			bindingToken,
			codeHash: null,
			accepted: NOTHING_ACCEPTED,
			client: OPERATOR,
		};
		const pendingId = await putPending(trx, nobody, now, INVITED_MS);
		const token = await issueToken(trx, "confirm-email", pendingId, INVITED_MS, now);
		const message = invitationEmail(settings, email, token);
		// The journal is kept for good, the address is not the installation's yet.
		await appendToJournal(
			trx,
			actor,
			{ act: "person-invited", accountId: null, after: maskedEmail(email) },
			now,
		);
		return { pendingId, emailId: await post(trx, settings.mailer, message, now), link: message.link };
	});
	if (!begun) return { outcome: "already-exists" };
	if (begun === "forbidden") return { outcome: "forbidden" };
	const delivery = await deliverNow(db, settings.mailer, begun.emailId);
	if (delivery === "refused") {
		await withdraw(db, begun.pendingId, bindingToken);
		return { outcome: "refused-by-post" };
	}
	return { outcome: "invited", delivery, ...(settings.trial ? { trialLink: begun.link } : {}) };
}
