import { deliverNow, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { EmailAddress } from "../email.server.ts";
import { addressTakenEmail, confirmationEmail } from "../emails/emails.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { type PasswordProblem, passwordProblem } from "../password/password-rules.server.ts";
import { hashPassword } from "../password/passwords.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { issueToken } from "../tokens/one-time-tokens.server.ts";
import { keyedHash, newCode, newToken } from "../tokens/secrets.server.ts";
import { ownerOf } from "../yandex/identities.server.ts";
import type { YandexProfile } from "../yandex/profile.ts";
import { type AcceptedDocuments, PENDING_MS } from "./pending-registrations.server.ts";
import { type NewPending, putPending, withdraw } from "./put-pending.server.ts";

export type { AcceptedDocuments } from "./pending-registrations.server.ts";

/** With a password, or with the Yandex ID that is to be linked in its place. */
export type RegistrationForm = { email: EmailAddress; accepted: AcceptedDocuments } & (
	| { password: string; yandex?: undefined }
	| { yandex: Pick<YandexProfile, "subject" | "login" | "name">; password?: undefined }
);

export type Registered =
	/** An e-mail is on its way. `bindingToken` is for this browser; link and code are set in trial mode only. */
	| {
			outcome: "registered";
			bindingToken: string;
			delivery: "sent" | "late";
			trialLink?: string;
			trialCode?: string;
	  }
	| { outcome: "already-exists" }
	/** The mail server knows no such mailbox; nothing is stored. */
	| { outcome: "refused-by-post" }
	/** Registration is closed: the operator invites people. */
	| { outcome: "closed" }
	| { outcome: "password-refused"; problem: PasswordProblem }
	/** The Yandex ID is linked to another account already. */
	| { outcome: "yandex-taken" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	/** Too many passwords are being hashed. */
	| { outcome: "busy" };

/**
 * Starts a registration. The account is created only when the e-mail is confirmed, so that nobody can set a password
 * for another person's address.
 */
export async function register(
	db: Db,
	settings: AccountSettings,
	{ email, password, yandex, accepted }: RegistrationForm,
	client: Client,
	now = Date.now(),
): Promise<Registered> {
	if (settings.registration === "closed") return { outcome: "closed" };
	const problem =
		password === undefined ? null : passwordProblem(password, { email, appName: settings.appName });
	if (problem) return { outcome: "password-refused", problem };
	if (yandex && (await ownerOf(db, yandex.subject))) return { outcome: "yandex-taken" };

	const known = await isKnown(db, email);
	if (known && (await mayReveal(db, settings, client, now))) return { outcome: "already-exists" };
	const throttled = await throttleAll(db, throttles.email(settings.secret, email, client), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	// A known e-mail is hashed for too: the response must take as long.
	const hashed = password === undefined ? { hash: null } : await hashPassword(password);
	if (hashed === "busy") return { outcome: "busy" };

	const pending = { email, passwordHash: hashed.hash, yandex: yandex ?? null, accepted, client };
	return putAndPost(db, settings, pending, known, now);
}

/** Whether an account has this e-mail. */
export async function isKnown(db: Db, email: EmailAddress): Promise<boolean> {
	return (
		(await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst()) !== undefined
	);
}

/** Whether to say that an account exists. Beyond the limit the response is the same as for a new e-mail. */
export async function mayReveal(
	db: Db,
	settings: AccountSettings,
	client: Client,
	now: number,
): Promise<boolean> {
	if (settings.hideExistingAccounts) return false;
	return (await throttleAll(db, throttles.registrationOfKnown(settings.secret, client), now)).allowed;
}

/**
 * Stores the registration and queues its e-mail. Where the e-mail is known and that must not be revealed, the same
 * rows are written, so that all later responses to this browser are the same as for a new e-mail; but the link is
 * sent to nobody, and no code matches.
 */
async function putAndPost(
	db: Db,
	settings: AccountSettings,
	registration: Omit<NewPending, "bindingToken" | "codeHash"> & { email: EmailAddress },
	known: boolean,
	now: number,
): Promise<Registered> {
	const { email } = registration;
	const [bindingToken, code] = [newToken(), newCode()];
	const { pendingId, emailId, link } = await transact(db, async (trx) => {
		const codeHash = hashOfCode(settings, email, known ? newToken() : code);
		const pendingId = await putPending(trx, { ...registration, bindingToken, codeHash }, now);
		const token = await issueToken(trx, "confirm-email", pendingId, PENDING_MS, now);
		const message = known
			? addressTakenEmail(settings, email)
			: confirmationEmail(settings, email, token, code);
		return { pendingId, emailId: await post(trx, settings.mailer, message, now), link: message.link };
	});
	const delivery = await deliverNow(db, settings.mailer, emailId);
	if (delivery === "refused") {
		await withdraw(db, pendingId, bindingToken, now);
		return { outcome: "refused-by-post" };
	}
	// Trial mode shows the content of the e-mail: only the operator sees it.
	const shown = settings.trial ? { trialLink: link, ...(known ? {} : { trialCode: code }) } : {};
	return { outcome: "registered", bindingToken, delivery, ...shown };
}

/** The stored form of the six-digit code: bound to the e-mail, and useless without the secret. */
export function hashOfCode(settings: AccountSettings, email: string, code: string): string {
	return keyedHash(settings.secret, "confirmation code", email, code);
}
