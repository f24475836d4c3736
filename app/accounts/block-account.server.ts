import { deliverSoon, post } from "../mail/outbox.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { transact } from "../platform/db/transact.server.ts";
import { OPERATOR, recordEvent } from "./audit/account-events.server.ts";
import { blockedEmail, unblockedEmail } from "./emails/emails-of-changes.server.ts";
import { endAllSessions } from "./sessions/sessions.server.ts";
import type { AccountSettings } from "./settings.server.ts";
import { dropTokens } from "./tokens/one-time-tokens.server.ts";

/**
 * Blocks an account: its sessions, unfinished sign-ins and one-time links end. An e-mail reports it, and so does
 * sign-in, but only to a person who knows the password.
 * @returns false: the account is not an active one
 */
export async function blockAccount(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	now = Date.now(),
): Promise<boolean> {
	const emailId = await transact(db, async (trx) => {
		// Tokens before the account, in the order of `LOCK_ORDER`.
		await dropTokens(trx, accountId);
		const blocked = await trx
			.updateTable("accounts")
			.set({ state: "blocked" })
			.where("id", "=", accountId)
			.where("state", "=", "active")
			.returning("email")
			.executeTakeFirst();
		if (!blocked) return null;
		await trx.deleteFrom("sign_in_steps").where("account_id", "=", accountId).execute();
		await endAllSessions(trx, accountId);
		await recordEvent(trx, accountId, "blocked", OPERATOR, now);
		return post(trx, settings.mailer, blockedEmail(settings, blocked.email, now), now);
	});
	if (emailId) deliverSoon(db, settings.mailer, emailId);
	return emailId !== null;
}

/** Unblocks an account and reports it by e-mail. @returns false: the account is not a blocked one */
export async function unblockAccount(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	now = Date.now(),
): Promise<boolean> {
	const emailId = await transact(db, async (trx) => {
		const unblocked = await trx
			.updateTable("accounts")
			.set({ state: "active" })
			.where("id", "=", accountId)
			.where("state", "=", "blocked")
			.returning("email")
			.executeTakeFirst();
		if (!unblocked) return null;
		await recordEvent(trx, accountId, "unblocked", OPERATOR, now);
		return post(trx, settings.mailer, unblockedEmail(settings, unblocked.email, now), now);
	});
	if (emailId) deliverSoon(db, settings.mailer, emailId);
	return emailId !== null;
}

/** Ends all sessions of an account. @returns how many have ended */
export async function endSessionsOf(db: Db, accountId: string, now = Date.now()): Promise<number> {
	return transact(db, async (trx) => {
		const ended = await endAllSessions(trx, accountId);
		if (ended > 0) await recordEvent(trx, accountId, "other-sessions-ended", OPERATOR, now);
		return ended;
	});
}
