import { sql } from "kysely";
import { deliverSoon, forgetEmailsTo, post } from "../mail/outbox.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { dueAtOnce } from "../platform/db/database-clock.server.ts";
import type { DeletionsTable } from "../platform/db/tables/accounts.ts";
import { transact } from "../platform/db/transact.server.ts";
import { enqueue } from "../platform/jobs/enqueue.server.ts";
import { accountDeletedEmail } from "./emails/emails.server.ts";
import { dropSignInSteps } from "./second-factor/sign-in-steps.server.ts";
import { endAllSessions } from "./sessions/sessions.server.ts";
import type { AccountSettings } from "./settings.server.ts";
import { type Acted, actAndReport } from "./staff/act-on-person.server.ts";
import { type Actor, appendToJournal, CONSOLE, lockJournal } from "./staff/journal.server.ts";
import { leaveStaff } from "./staff/roles.server.ts";
import { forgetCounts } from "./throttle.server.ts";
import { dropTokens } from "./tokens/one-time-tokens.server.ts";

const MINUTE = 60_000;

/** The kind of the job that erases what a deleted account has left; its key is the account's id. */
export const ERASE_ACCOUNT = "erase-account";

export type AccountDeleted =
	| { outcome: "deleted" }
	/** No such account, or it is deleted already. */
	| { outcome: "not-found" }
	/** Nobody else could give roles. */
	| { outcome: "last-owner" };

/**
 * Deletes an account: one transaction removes every credential and identifier, writes a line in the log of deletions,
 * and queues the last e-mail, and those to the other owners where it was one of them. The row itself stays, anonymous,
 * for the records that the law requires. Data of other modules are erased afterwards: `eraseData`. The caller has
 * verified who asks.
 */
export async function deleteAccount(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	askedBy: DeletionsTable["asked_by"],
	now = Date.now(),
): Promise<AccountDeleted> {
	const byOperator = askedBy === "operator";
	const deleted = await transact(db, async (trx): Promise<string[] | "last-owner" | "not-found"> => {
		// The journal first, in the order of `LOCK_ORDER`.
		if (byOperator) await lockJournal(trx);
		const actor = byOperator ? CONSOLE : { ...CONSOLE, accountId };
		const told = await leaveStaff(trx, settings, accountId, actor, now);
		if (!told) return "last-owner";
		const emailId = await deleteRows(trx, settings, accountId, askedBy, now);
		if (emailId === null) return "not-found";
		if (byOperator) await appendToJournal(trx, actor, { act: "person-deleted", accountId }, now);
		return [...told, emailId];
	});
	if (typeof deleted === "string") return { outcome: deleted };
	for (const emailId of deleted) deliverSoon(db, settings.mailer, emailId);
	return { outcome: "deleted" };
}

/**
 * Deletes somebody's account by a member of staff: as `deleteAccount`, with the rights and the journal of an act on a
 * person. The data of other modules are erased by the job, within minutes.
 * @returns «unchanged»: the account is deleted already
 */
export async function deleteAsStaff(
	db: Db,
	settings: AccountSettings,
	whom: { accountId: string; reason: string },
	actor: Actor,
	now = Date.now(),
): Promise<Acted<string[]>> {
	const { accountId } = whom;
	const act = { ...whom, act: "person-deleted", right: "personalData", endsAccess: true } as const;
	const remove = async (trx: Db) => {
		const told = (await leaveStaff(trx, settings, accountId, actor, now)) ?? [];
		const emailId = await deleteRows(trx, settings, accountId, "operator", now);
		return emailId === null ? null : [...told, emailId];
	};
	return actAndReport(db, settings.mailer, actor, act, remove, now);
}

/** @returns the id of the last e-mail; null: there is no such account, or it is deleted already */
async function deleteRows(
	trx: Db,
	settings: AccountSettings,
	accountId: string,
	askedBy: DeletionsTable["asked_by"],
	now: number,
): Promise<string | null> {
	const account = await trx
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", accountId)
		.executeTakeFirst();
	// In the order of `LOCK_ORDER`, these before the account and the account before the rest, to avoid a deadlock. What is
	// begun until the account is locked goes with the rest.
	await trx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
	await dropTokens(trx, accountId);
	await dropSignInSteps(trx, accountId);
	await trx.deleteFrom("second_factors").where("account_id", "=", accountId).execute();
	const { numUpdatedRows } = await trx
		.updateTable("accounts")
		.set({
			state: "deleted",
			email: null,
			name: null,
			default_model: null,
			about: null,
			answer_style: null,
			about_off_at: null,
			password_hash: null,
			password_changed_at: null,
			seen_at: 0,
			gift: null,
			deleted_at: now,
		})
		.where("id", "=", accountId)
		.where("state", "<>", "deleted")
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return null;
	await eraseOwn(trx, accountId);
	await forgetCounts(trx, settings.secret, accountId);
	// Only those to its own address: one that it has asked for may be somebody else's, and so are the e-mails to it.
	if (account?.email) await forgetEmailsTo(trx, account.email);
	await trx.insertInto("deletions").values({ account_id: accountId, asked_by: askedBy, at: now }).execute();
	// The request that deletes the account erases its data itself; the job does it after a crash.
	const dueAt = sql<number>`${dueAtOnce(trx, now)} + ${MINUTE}`;
	await enqueue(trx, [{ kind: ERASE_ACCOUNT, key: accountId, dueAt }]);
	return post(trx, settings.mailer, accountDeletedEmail(settings, account?.email ?? null), now);
}

const OWN = [
	"identities",
	"yandex_visits",
	"email_changes",
	"owner_codes",
	// Before the factor: in the order of `finishSignIn`.
	"sign_in_steps",
	"second_factors",
	"recovery_codes",
	"consents",
	"newsletter_emails",
	"account_events",
	"staff",
] as const;

/**
 * Erases everything of this module about a deleted account. Repeating it is harmless, and needed: a request that was
 * under way may have written after the first time.
 */
export async function eraseOwn(trx: Db, accountId: string): Promise<void> {
	await endAllSessions(trx, accountId);
	for (const table of OWN) await trx.deleteFrom(table).where("account_id", "=", accountId).execute();
}
