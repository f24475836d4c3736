import { post } from "../mail/outbox.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { enqueue } from "../platform/jobs/enqueue.server.ts";
import { OPERATOR, recordEvent } from "./audit/account-events.server.ts";
import { blockedEmail, unblockedEmail } from "./emails/emails-of-changes.server.ts";
import { dropSignInSteps } from "./second-factor/sign-in-steps.server.ts";
import { endAllSessions } from "./sessions/sessions.server.ts";
import type { AccountSettings } from "./settings.server.ts";
import { type Acted, actAndReport, actOnPerson } from "./staff/act-on-person.server.ts";
import type { Actor } from "./staff/journal.server.ts";
import { reportBlock } from "./staff/roles.server.ts";
import { dropTokens } from "./tokens/one-time-tokens.server.ts";

/** The account of an act, and its reason, which the journal keeps; who is blocked is told it, too. */
type Whom = { accountId: string; reason?: string };

/**
 * The kind of the job that ends what a block ends outside of accounts; its key is the account's id. A job is done also
 * when the account is unblocked a moment later.
 */
export const END_BLOCKED = "end-blocked";

/**
 * Blocks an account: its sessions, unfinished sign-ins and one-time links end. An e-mail reports it, and so does
 * sign-in, but only to a person who knows the password. The other owners are told of one of them.
 * @returns «unchanged»: the account is not an active one
 */
export async function blockAccount(
	db: Db,
	settings: AccountSettings,
	whom: Whom,
	actor: Actor,
	now = Date.now(),
): Promise<Acted<string[]>> {
	const { accountId } = whom;
	const act = { ...whom, act: "person-blocked", endsAccess: true } as const;
	const block = async (trx: Db) => {
		// Tokens and sign-ins before the account, in the order of `LOCK_ORDER`.
		await dropTokens(trx, accountId);
		await dropSignInSteps(trx, accountId);
		const email = await changeState(trx, accountId, "active", "blocked");
		if (email === null) return null;
		// Once more: a sign-in may have been begun until the account was locked.
		await dropSignInSteps(trx, accountId);
		await endAllSessions(trx, accountId);
		await recordEvent(trx, accountId, "blocked", OPERATOR, now);
		await enqueue(trx, [{ kind: END_BLOCKED, key: accountId }]);
		const told = await reportBlock(trx, settings, { accountId, who: email, isBlocked: true }, now);
		return [await post(trx, settings.mailer, blockedEmail(settings, email, now, whom.reason), now), ...told];
	};
	return actAndReport(db, settings.mailer, actor, act, block, now);
}

/** Unblocks an account and reports it by e-mail, to the other owners too. @returns «unchanged»: the account is not a blocked one */
export async function unblockAccount(
	db: Db,
	settings: AccountSettings,
	whom: Whom,
	actor: Actor,
	now = Date.now(),
): Promise<Acted<string[]>> {
	const { accountId } = whom;
	const unblock = async (trx: Db) => {
		const email = await changeState(trx, accountId, "blocked", "active");
		if (email === null) return null;
		await recordEvent(trx, accountId, "unblocked", OPERATOR, now);
		const told = await reportBlock(trx, settings, { accountId, who: email, isBlocked: false }, now);
		return [await post(trx, settings.mailer, unblockedEmail(settings, email, now), now), ...told];
	};
	return actAndReport(db, settings.mailer, actor, { ...whom, act: "person-unblocked" }, unblock, now);
}

type BlockState = "active" | "blocked";

/** @returns the account's e-mail; null: it was not in the first state */
async function changeState(
	trx: Db,
	accountId: string,
	from: BlockState,
	to: BlockState,
): Promise<string | null> {
	const changed = await trx
		.updateTable("accounts")
		.set({ state: to })
		.where("id", "=", accountId)
		.where("state", "=", from)
		.returning("email")
		.executeTakeFirst();
	return changed?.email ?? null;
}

/** Ends all sessions of an account. @returns how many have ended; «unchanged»: there were none */
export async function endSessionsOf(
	db: Db,
	whom: Whom,
	actor: Actor,
	now = Date.now(),
): Promise<Acted<number>> {
	const end = async (trx: Db) => {
		const ended = await endAllSessions(trx, whom.accountId);
		if (ended === 0) return null;
		await recordEvent(trx, whom.accountId, "other-sessions-ended", OPERATOR, now);
		return ended;
	};
	return actOnPerson(db, actor, { ...whom, act: "sessions-ended" }, end, now);
}
