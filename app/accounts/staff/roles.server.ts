import { deliverSoon, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Role } from "../../platform/http/context.server.ts";
import {
	ownerBlockedEmail,
	ownersChangedEmail,
	roleGivenEmail,
	roleTakenEmail,
} from "../emails/emails-of-roles.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { hasOtherOwner, type Refusal, refusalOf } from "./act-on-person.server.ts";
import { type Actor, appendToJournal, lockJournal } from "./journal.server.ts";

export type RoleSet =
	| { outcome: "set"; before: Role | null }
	/** That is the role already. */
	| { outcome: "unchanged" }
	/** No such account, or not an active one. */
	| { outcome: "not-found" }
	/** Nobody changes their own role. */
	| { outcome: "own-role" }
	| { outcome: Exclude<Refusal, "staff"> };

/**
 * Gives an account a role, another one, or takes it away: `null`. The next request of the account goes by it. One of
 * two owners who take each other's role at once stays. An e-mail reports it to the person, and to the other owners that
 * there is one more of them, or one fewer.
 */
export async function setRole(
	db: Db,
	settings: AccountSettings,
	{ accountId, role, reason }: { accountId: string; role: Role | null; reason?: string },
	actor: Actor,
	now = Date.now(),
): Promise<RoleSet> {
	const queued: string[] = [];
	const set = await transact(db, async (trx): Promise<RoleSet> => {
		// The transaction may be tried again.
		queued.length = 0;
		await lockJournal(trx);
		if (await refusalOf(trx, actor, "roles")) return { outcome: "forbidden" };
		if (actor.accountId === accountId) return { outcome: "own-role" };
		const account = await lockRow(trx, "accounts", accountId);
		const row = await trx
			.selectFrom("staff")
			.select("role")
			.where("account_id", "=", accountId)
			.executeTakeFirst();
		const before = row?.role ?? null;
		// A blocked account keeps its role without the use of it, and can lose it.
		if (!account || account.state === "deleted" || (role && account.state !== "active"))
			return { outcome: "not-found" };
		if (before === role) return { outcome: "unchanged" };
		if (before === "owner" && !(await hasOtherOwner(trx, accountId))) return { outcome: "last-owner" };
		if (role) {
			const fresh = { role, granted_by: actor.accountId, granted_at: now };
			await trx
				.insertInto("staff")
				.values({ account_id: accountId, ...fresh })
				.onConflict((oc) => oc.column("account_id").doUpdateSet(fresh))
				.execute();
		} else {
			await trx.deleteFrom("staff").where("account_id", "=", accountId).execute();
		}
		const entry = { act: "role-changed", accountId, before, after: role } as const;
		await appendToJournal(trx, actor, { ...entry, ...(reason ? { reason } : {}) }, now);
		queued.push(...(await report(trx, settings, { email: account.email ?? "", before, role }, now)));
		return { outcome: "set", before };
	});
	for (const id of queued) deliverSoon(db, settings.mailer, id);
	return set;
}

/** @returns the ids of the e-mails */
async function report(
	trx: Db,
	settings: AccountSettings,
	{ email, before, role }: { email: string; before: Role | null; role: Role | null },
	now: number,
): Promise<string[]> {
	const own = role ? roleGivenEmail(settings, email, role, now) : roleTakenEmail(settings, email, now);
	const ids = [await post(trx, settings.mailer, own, now)];
	if (role === "owner" || before === "owner")
		ids.push(...(await reportToOwners(trx, settings, { who: email, isOwner: role === "owner" }, now)));
	return ids;
}

/** Tells the other owners that there is one more of them, or one fewer. @returns the ids of the e-mails */
async function reportToOwners(
	trx: Db,
	settings: AccountSettings,
	change: { who: string; isOwner: boolean },
	now: number,
): Promise<string[]> {
	const ids: string[] = [];
	for (const owner of await emailsOfOwners(trx)) {
		if (owner === change.who) continue;
		ids.push(await post(trx, settings.mailer, ownersChangedEmail(settings, owner, change, now), now));
	}
	return ids;
}

/**
 * Takes the role of an account that is deleted, and says so in the journal; the other owners are told of one fewer, as
 * by `setRole`. Nothing for an account without a role.
 * @param trx has locked nothing yet, and has not erased the address
 * @returns the ids of the e-mails; null: the last owner, who cannot go
 */
export async function leaveStaff(
	trx: Db,
	settings: AccountSettings,
	accountId: string,
	actor: Actor,
	now: number,
): Promise<string[] | null> {
	const mine = trx
		.selectFrom("staff")
		.innerJoin("accounts", "accounts.id", "staff.account_id")
		.select(["staff.role", "accounts.email"])
		.where("staff.account_id", "=", accountId);
	if (!(await mine.executeTakeFirst())) return [];
	await lockJournal(trx);
	const row = await mine.executeTakeFirst();
	if (!row) return [];
	const isOwner = row.role === "owner";
	if (isOwner && !(await hasOtherOwner(trx, accountId))) return null;
	await trx.deleteFrom("staff").where("account_id", "=", accountId).execute();
	await appendToJournal(trx, actor, { act: "role-changed", accountId, before: row.role, after: null }, now);
	return isOwner ? reportToOwners(trx, settings, { who: row.email ?? "", isOwner: false }, now) : [];
}

/** Somebody of the staff. */
export type Member = {
	id: string;
	email: string;
	name: string | null;
	state: "active" | "blocked";
	role: Role;
	grantedAt: number;
	secondStep: boolean;
};

/** More members than any list shows or file has. */
const MEMBERS = 200;

/** Everybody with a role, the longest in it first. */
export async function listStaff(db: Db): Promise<Member[]> {
	const rows = await db
		.selectFrom("staff")
		.innerJoin("accounts", "accounts.id", "staff.account_id")
		.leftJoin("second_factors", "second_factors.account_id", "accounts.id")
		.select(["accounts.id", "accounts.email", "accounts.name", "accounts.state"])
		.select(["staff.role", "staff.granted_at as grantedAt", "second_factors.confirmed_at as confirmedAt"])
		.orderBy("staff.granted_at")
		.orderBy("accounts.id")
		.limit(MEMBERS)
		.execute();
	return rows.map(({ confirmedAt, state, email, ...row }) => ({
		...row,
		email: email ?? "",
		state: state === "active" ? "active" : "blocked",
		secondStep: confirmedAt !== null,
	}));
}

/** The addresses of the owners who can sign in. */
export async function emailsOfOwners(db: Db): Promise<string[]> {
	const rows = await db
		.selectFrom("staff")
		.innerJoin("accounts", "accounts.id", "staff.account_id")
		.select("accounts.email")
		.where("staff.role", "=", "owner")
		.where("accounts.state", "=", "active")
		.orderBy("staff.granted_at")
		.limit(MEMBERS)
		.execute();
	return rows.flatMap(({ email }) => email ?? []);
}

/**
 * Tells the other owners that one of them was blocked, or is not any more. Nothing for an account that is no owner.
 * @param who the address of the account
 * @returns the ids of the e-mails
 */
export async function reportBlock(
	trx: Db,
	settings: AccountSettings,
	{ accountId, ...change }: { accountId: string; who: string; isBlocked: boolean },
	now: number,
): Promise<string[]> {
	const isOwner = await trx
		.selectFrom("staff")
		.select("role")
		.where("account_id", "=", accountId)
		.where("role", "=", "owner")
		.executeTakeFirst();
	if (!isOwner) return [];
	const ids: string[] = [];
	for (const owner of await emailsOfOwners(trx)) {
		if (owner === change.who) continue;
		ids.push(await post(trx, settings.mailer, ownerBlockedEmail(settings, owner, change, now), now));
	}
	return ids;
}
