import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { withdrawEmailChange } from "../email-change/change-email.server.ts";
import { passwordChangedEmail } from "../emails/emails-of-changes.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { dropUnconfirmed } from "../second-factor/second-factor.server.ts";
import { prepareSecondStep, type SecondStep } from "../second-factor/second-step.server.ts";
import { dropSignInSteps } from "../second-factor/sign-in-steps.server.ts";
import { endAllSessions, openSession } from "../sessions/sessions.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles, undoAttempts } from "../throttle.server.ts";
import { consumeToken, dropTokens } from "../tokens/one-time-tokens.server.ts";
import { type PasswordProblem, passwordProblem } from "./password-rules.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { accountOfReset } from "./recover.server.ts";

type Refused = { outcome: "password-refused"; problem: PasswordProblem } | { outcome: "busy" };

export type ChangedByToken =
	/** Every session has ended; the person has to sign in again. */
	| { outcome: "changed" }
	/** Unknown, used, replaced or expired. */
	| { outcome: "dead-link" }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	| Refused;

/** Replaces a forgotten password, consuming the link of an e-mail. */
export async function changePasswordByToken(
	db: Db,
	settings: AccountSettings,
	{ token, newPassword }: { token: string; newPassword: string },
	client: Client,
	now = Date.now(),
): Promise<ChangedByToken> {
	const account = await accountOfReset(db, token, now);
	if (!account) return { outcome: "dead-link" };
	// Before hashing: whoever has a link could keep all places of the queue, and nobody else could sign in.
	const throttled = await throttleAll(db, throttles.newPassword(settings.secret, account.id), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const hashed = await newHash(settings, account, newPassword);
	if ("outcome" in hashed) return hashed;
	const emailId = await transact(db, async (trx) => {
		// Before the tokens, in the order of `confirmEmailChange`.
		await withdrawEmailChange(trx, account.id);
		if (!(await consumeToken(trx, "reset-password", token, now))) return null;
		const emailId = await replacePassword(trx, settings, account, hashed.hash, client, now);
		if (emailId) await recordEvent(trx, account.id, "password-reset", client, now);
		return emailId;
	});
	if (!emailId) return { outcome: "dead-link" };
	deliverSoon(db, settings.mailer, emailId);
	return { outcome: "changed" };
}

export type Changed =
	/** All other sessions have ended, and this one has a new token. */
	| { outcome: "changed"; sessionToken: string }
	| { outcome: "wrong-password"; triesLeft: number }
	/** Wrong or already used: the code of the app, or the recovery code. */
	| { outcome: "wrong-app-code"; triesLeft: number }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number }
	| Exclude<SecondStep, { outcome: "ready" }>
	| Refused;

/** Changes the password of a signed-in person who knows the present one and, where it is on, passes the second factor. */
export async function changePassword(
	db: Db,
	settings: AccountSettings,
	form: { accountId: string; currentPassword: string; newPassword: string; appCode?: string },
	client: Client,
	now = Date.now(),
): Promise<Changed> {
	const step = await prepareSecondStep(db, settings, form.accountId, form.appCode ?? "", client, now);
	if (step.outcome !== "ready") return step;
	const counts = throttles.currentPassword(settings.secret, form.accountId);
	const throttled = await throttleAll(db, counts, now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const account = await activeAccount(db, form.accountId);
	const right = await verifyPassword(form.currentPassword, account?.password_hash ?? null);
	if (right === "busy") return { outcome: "busy" };
	if (!right || !account) return { outcome: "wrong-password", triesLeft: throttled.left };
	const hashed = await newHash(settings, account, form.newPassword);
	if ("outcome" in hashed) {
		await undoAttempts(db, counts);
		return hashed;
	}
	// Before the code is used up.
	const told = await throttleAll(db, throttles.wayIn(settings.secret, account.id), now);
	if (!told.allowed) return { outcome: "too-many-attempts", retryAfterSeconds: told.retryAfterSeconds };
	if (step.claim && !(await transact(db, step.claim)))
		return { outcome: "wrong-app-code", triesLeft: throttled.left };
	await undoAttempts(db, counts);
	const changed = await transact(db, async (trx) => {
		await withdrawEmailChange(trx, account.id);
		const emailId = await replacePassword(trx, settings, account, hashed.hash, client, now);
		if (!emailId) return null;
		await recordEvent(trx, account.id, "password-changed", client, now);
		return { emailId, sessionToken: await openSession(trx, account.id, client, null, now) };
	});
	// A concurrent change came first, so the given password is no longer the present one.
	if (!changed) return { outcome: "wrong-password", triesLeft: throttled.left };
	deliverSoon(db, settings.mailer, changed.emailId);
	return { outcome: "changed", sessionToken: changed.sessionToken };
}

type AccountWithPassword = { id: string; email: string | null; password_hash: string | null };

function activeAccount(db: Db, id: string) {
	return db
		.selectFrom("accounts")
		.select(["id", "email", "password_hash"])
		.where("id", "=", id)
		.where("state", "=", "active")
		.executeTakeFirst();
}

async function newHash(
	settings: AccountSettings,
	account: AccountWithPassword,
	newPassword: string,
): Promise<{ hash: string } | Refused> {
	const about = { appName: settings.appName, email: account.email ?? undefined };
	const problem = passwordProblem(newPassword, about);
	if (problem) return { outcome: "password-refused", problem };
	const same = account.password_hash !== null && (await verifyPassword(newPassword, account.password_hash));
	if (same === "busy") return { outcome: "busy" };
	if (same) return { outcome: "password-refused", problem: "same-as-before" };
	const hashed = await hashPassword(newPassword);
	return hashed === "busy" ? { outcome: "busy" } : hashed;
}

/**
 * Sets the new password, ends every session and link, and queues the e-mail about it: atomically. The caller has
 * withdrawn a change of e-mail first: a stranger who knew the old password may have asked for it.
 */
async function replacePassword(
	trx: Db,
	settings: AccountSettings,
	account: AccountWithPassword,
	hash: string,
	client: Client,
	now: number,
): Promise<string | null> {
	// Tokens before the account, in the order of `changePasswordByToken`: otherwise two changes could deadlock.
	await dropTokens(trx, account.id);
	await dropBegun(trx, account.id);
	const { numUpdatedRows } = await trx
		.updateTable("accounts")
		.set({ password_hash: hash, password_changed_at: now })
		.where("id", "=", account.id)
		.where("state", "=", "active")
		.where("password_hash", "is not distinct from", account.password_hash)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return null;
	// Once more: all of it may have been begun until the account was locked.
	await withdrawEmailChange(trx, account.id);
	await dropBegun(trx, account.id);
	await endAllSessions(trx, account.id);
	const message = passwordChangedEmail(settings, account.email, { client, at: now });
	return post(trx, settings.mailer, message, now);
}

/**
 * Ends what was begun with the old password: a sign-in that waits for its code has to start again, and a key of the second
 * factor that waits for its first code may have been read by a stranger, whose app would show the owner's codes.
 */
async function dropBegun(trx: Db, accountId: string): Promise<void> {
	await dropSignInSteps(trx, accountId);
	await dropUnconfirmed(trx, accountId);
}
