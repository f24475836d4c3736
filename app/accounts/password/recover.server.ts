import { randomUUID } from "node:crypto";
import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { EmailAddress } from "../email.server.ts";
import { resetPasswordEmail } from "../emails/emails.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { findToken, issueToken } from "../tokens/one-time-tokens.server.ts";

const RESET_MS = 3_600_000;

export type ResetRequested =
	/** Whether the e-mail is known or not. `trialLink` is set in trial mode only. */
	| { outcome: "accepted"; trialLink?: string }
	/** E-mail cannot be sent at the moment. */
	| { outcome: "mail-server-down" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number };

/**
 * Requests the link with which a forgotten password is replaced. For an unknown e-mail the same rows are written and
 * nothing is sent, and the response does not wait for the mail server: neither its content nor its time reveals
 * anything.
 */
export async function requestReset(
	db: Db,
	settings: AccountSettings,
	email: EmailAddress,
	client: Client,
	now = Date.now(),
): Promise<ResetRequested> {
	if (!(await settings.mailer.transport.isOpen())) return { outcome: "mail-server-down" };
	const throttled = await throttleAll(db, throttles.email(settings.secret, email, client), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const { account, message, emailId } = await transact(db, async (trx) => {
		const account = await trx
			.selectFrom("accounts")
			.select("id")
			.where("email", "=", email)
			.where("state", "=", "active")
			.executeTakeFirst();
		const token = await issueToken(trx, "reset-password", account?.id ?? randomUUID(), RESET_MS, now);
		await recordEvent(trx, account?.id ?? null, "password-reset-asked", client, now);
		const message = resetPasswordEmail(settings, account ? email : null, token);
		return { account, message, emailId: await post(trx, settings.mailer, message, now) };
	});
	deliverSoon(db, settings.mailer, emailId);
	return { outcome: "accepted", ...(settings.trial && account ? { trialLink: message.link } : {}) };
}

/** Finds the account whose password a link would replace, without consuming it. Null: the link is invalid. */
export async function findReset(db: Db, token: string, now = Date.now()): Promise<{ email: string } | null> {
	const account = await accountOfReset(db, token, now);
	return account && { email: account.email };
}

/** The active account of a reset link; the link stays valid. */
export async function accountOfReset(db: Db, token: string, now: number): Promise<AccountOfReset | null> {
	const id = await findToken(db, "reset-password", token, now);
	if (!id) return null;
	const account = await db
		.selectFrom("accounts")
		.select(["id", "email", "password_hash"])
		.where("id", "=", id)
		.where("state", "=", "active")
		.executeTakeFirst();
	return account?.email ? { ...account, email: account.email } : null;
}

type AccountOfReset = { id: string; email: string; password_hash: string | null };
