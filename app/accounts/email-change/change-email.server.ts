import { deliverSoon, moveEndedEmails, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { isUniqueViolation } from "../../platform/db/unique-violation.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { EmailAddress } from "../email.server.ts";
import { addressChangeEmail, addressWantedEmail } from "../emails/emails.server.ts";
import { addressChangedEmail, addressChangeRequestedEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import {
	lockProved,
	outdatedProof,
	passwordHashOf,
	transactProved,
} from "../password/outdated-proof.server.ts";
import { type OwnerProved, type OwnersProof, proveOwner } from "../password/prove-owner.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import {
	consumeToken,
	dropToken,
	dropTokens,
	findToken,
	issueToken,
} from "../tokens/one-time-tokens.server.ts";

const CHANGE_MS = 24 * 3_600_000;

type Who = { id: string; email: string };

export type EmailPosted =
	/** `trialLink` is set in trial mode only. */
	{ outcome: "posted"; trialLink?: string } | { outcome: "email-wait"; retryAfterSeconds: number };

export type EmailChangeAsked =
	| EmailPosted
	| { outcome: "same-email" }
	| Exclude<OwnerProved, { outcome: "proved" }>;

/**
 * Requests a change of e-mail: a link goes to the new address, a notice to the present one. Whether the new address
 * has an account already is not revealed; its owner gets a notice instead of a link.
 */
export async function askEmailChange(
	db: Db,
	settings: AccountSettings,
	account: Who,
	{ email, ...proof }: OwnersProof & { email: EmailAddress },
	client: Client,
	now = Date.now(),
): Promise<EmailChangeAsked> {
	if (email === account.email) return { outcome: "same-email" };
	const passwordHash = await passwordHashOf(db, account.id);
	const proved = await proveOwner(db, settings, account.id, proof, client, now);
	if (proved.outcome !== "proved") return proved;
	const throttled = await throttleAll(db, throttles.email(settings.secret, email, client), now);
	if (!throttled.allowed) return { outcome: "email-wait", retryAfterSeconds: throttled.retryAfterSeconds };
	const put = (trx: Db) => putChange(trx, settings, { account, email, passwordHash }, client, now);
	const posted = await transactProved(db, put);
	if (!posted) return outdatedProof(passwordHash);
	for (const emailId of posted.emailIds) deliverSoon(db, settings.mailer, emailId);
	return { outcome: "posted", ...(settings.trial ? { trialLink: posted.link } : {}) };
}

/**
 * Writes down the change that an owner wants, and queues its e-mails.
 * @param wanted `passwordHash` as it was before the proof: whoever knew an older one would get the account by the link,
 * which no session is needed for
 */
async function putChange(
	trx: Db,
	settings: AccountSettings,
	{ account, email, passwordHash }: { account: Who; email: EmailAddress; passwordHash: string | null },
	client: Client,
	now: number,
) {
	const fresh = { email, created_at: now, expires_at: now + CHANGE_MS };
	await trx
		.insertInto("email_changes")
		.values({ ...fresh, account_id: account.id })
		.onConflict((oc) => oc.column("account_id").doUpdateSet(fresh))
		.execute();
	const token = await issueToken(trx, "change-email", account.id, CHANGE_MS, now);
	// After the tokens, in the order of `LOCK_ORDER`.
	await lockProved(trx, account.id, passwordHash);
	const { emailId, link } = await postLink(trx, settings, email, token, now);
	await recordEvent(trx, account.id, "email-change-asked", client, now);
	const asked = addressChangeRequestedEmail(settings, account.email, email, { client, at: now });
	return { emailIds: [emailId, await post(trx, settings.mailer, asked, now)], link };
}

/** Sends the link again; the previous one becomes invalid. An outdated page may ask when no change is pending. */
export async function resendEmailChange(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	client: Client,
	now = Date.now(),
): Promise<EmailPosted | { outcome: "nothing-pending" }> {
	const email = await pendingEmail(db, accountId, now);
	if (!email) return { outcome: "nothing-pending" };
	const throttled = await throttleAll(db, throttles.email(settings.secret, email, client), now);
	if (!throttled.allowed) return { outcome: "email-wait", retryAfterSeconds: throttled.retryAfterSeconds };
	const posted = await transact(db, async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable("email_changes")
			.set({ expires_at: now + CHANGE_MS })
			.where("account_id", "=", accountId)
			.where("email", "=", email)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return null;
		const token = await issueToken(trx, "change-email", accountId, CHANGE_MS, now);
		return postLink(trx, settings, email, token, now);
	});
	if (!posted) return { outcome: "nothing-pending" };
	deliverSoon(db, settings.mailer, posted.emailId);
	return { outcome: "posted", ...(settings.trial ? { trialLink: posted.link } : {}) };
}

/** The same rows whether the address is free or taken: only the e-mail differs. */
async function postLink(trx: Db, settings: AccountSettings, email: EmailAddress, token: string, now: number) {
	const message = addressChangeEmail(settings, email, token);
	const posted = (await isSomebodys(trx, email)) ? addressWantedEmail(settings, email) : message;
	return { emailId: await post(trx, settings.mailer, posted, now), link: message.link };
}

async function isSomebodys(db: Db, email: string): Promise<boolean> {
	const owner = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
	return owner !== undefined;
}

/** The e-mail that is pending confirmation. */
export async function pendingEmail(
	db: Db,
	accountId: string,
	now = Date.now(),
): Promise<EmailAddress | null> {
	const change = await db
		.selectFrom("email_changes")
		.select("email")
		.where("account_id", "=", accountId)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	// Only `askEmailChange` writes it.
	return change ? (change.email as EmailAddress) : null;
}

/** Cancels the change: the link in the e-mail becomes invalid. */
export async function cancelEmailChange(db: Db, accountId: string): Promise<void> {
	await transact(db, (trx) => withdrawEmailChange(trx, accountId));
}

/**
 * The same in a transaction, before it locks a row that comes later in `LOCK_ORDER`. Once more behind the account, for what
 * was begun until then, it may meet one that is being sent again or written down: one of the two is tried again.
 */
export async function withdrawEmailChange(trx: Db, accountId: string): Promise<void> {
	await trx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
	await dropToken(trx, "change-email", accountId);
}

/** The change that a link would make, without consuming it: mail scanners open links. Null: the link is invalid. */
export async function findEmailChange(
	db: Db,
	token: string,
	now = Date.now(),
): Promise<{ email: string } | null> {
	const accountId = await findToken(db, "change-email", token, now);
	const email = accountId && (await pendingEmail(db, accountId, now));
	return email ? { email } : null;
}

export type EmailChanged =
	| { outcome: "changed" }
	/** Unknown, used, replaced, cancelled or expired. */
	| { outcome: "dead-link" }
	/** Another account has got the address meanwhile; the change is cancelled. */
	| { outcome: "taken" };

/**
 * Consumes the link: the account has the new e-mail, and every other link and code that was sent to the old one
 * becomes invalid. It signs nobody in, so it works in any browser.
 */
export async function confirmEmailChange(
	db: Db,
	settings: AccountSettings,
	token: string,
	client: Client,
	now = Date.now(),
): Promise<EmailChanged> {
	const accountId = await findToken(db, "change-email", token, now);
	if (!accountId) return { outcome: "dead-link" };
	try {
		const changed = await transact(db, (trx) =>
			replaceEmail(trx, settings, { accountId, token }, client, now),
		);
		if (typeof changed === "string") return { outcome: changed };
		deliverSoon(db, settings.mailer, changed.emailId);
		return { outcome: "changed" };
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		await cancelEmailChange(db, accountId);
		return { outcome: "taken" };
	}
}

async function replaceEmail(
	trx: Db,
	settings: AccountSettings,
	{ accountId, token }: { accountId: string; token: string },
	client: Client,
	now: number,
): Promise<{ emailId: string } | "dead-link" | "taken"> {
	// Serializes with a resend of the link.
	const change = await lockRow(trx, "email_changes", accountId);
	if (!change || change.expires_at <= now) return "dead-link";
	if (!(await consumeToken(trx, "change-email", token, now))) return "dead-link";
	await trx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
	if (await isSomebodys(trx, change.email)) return "taken";
	await dropTokens(trx, accountId);
	await trx.deleteFrom("owner_codes").where("account_id", "=", accountId).execute();
	const account = await trx
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", accountId)
		.where("state", "=", "active")
		.executeTakeFirst();
	if (!account) return "dead-link";
	await trx.updateTable("accounts").set({ email: change.email }).where("id", "=", accountId).execute();
	if (account.email) await moveEndedEmails(trx, account.email, change.email);
	await recordEvent(trx, accountId, "email-changed", client, now);
	const message = addressChangedEmail(settings, account.email, change.email, { client, at: now });
	return { emailId: await post(trx, settings.mailer, message, now) };
}
