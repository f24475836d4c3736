import type { Mailer } from "../../mail/mailer.server.ts";
import { deliverSoon } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Role } from "../../platform/http/context.server.ts";
import { type Act, type Actor, appendToJournal, lockJournal } from "./journal.server.ts";
import { mayActOn, mayDo, mayGiveTo, type Right } from "./rights.ts";

export type Refusal =
	/** The actor has no role (any more), or one without this right. */
	| "forbidden"
	/** The person is of the staff, and this role may not act on them. */
	| "staff"
	/** Nobody would be left who can give roles. */
	| "last-owner";

export type Acted<T> =
	| { outcome: "done"; value: T }
	/** There was nothing to do. */
	| { outcome: "unchanged" }
	| { outcome: Refusal };

type ActOnPerson<T> = Act & {
	accountId: string;
	/** Whether the person cannot sign in afterwards. */
	endsAccess?: boolean;
	/** The right that it takes; that to people unless told. */
	right?: Right;
	/** The journal's record of the effect. */
	effect?: (value: T) => Pick<Act, "before" | "after">;
};

/**
 * An act of staff on an account: rights, effect and journal in one transaction.
 * @param work what is done; null: there was nothing to do, and the journal says nothing
 */
export async function actOnPerson<T>(
	db: Db,
	actor: Actor,
	{ endsAccess, right = "people", effect, ...act }: ActOnPerson<T>,
	work: (trx: Db) => Promise<T | null>,
	now: number,
): Promise<Acted<T>> {
	return transact(db, async (trx) => {
		await lockJournal(trx);
		const refusal = await refusalOf(trx, actor, right);
		if (refusal) return { outcome: refusal };
		const theirs = await roleOf(trx, act.accountId);
		if (actor.role && !mayTouch(actor, actor.role, act.accountId, theirs, right)) return { outcome: "staff" };
		if (endsAccess && theirs === "owner" && !(await hasOtherOwner(trx, act.accountId)))
			return { outcome: "last-owner" };
		const value = await work(trx);
		if (value === null) return { outcome: "unchanged" };
		await appendToJournal(trx, actor, { ...act, ...effect?.(value) }, now);
		return { outcome: "done", value };
	});
}

/**
 * An act of staff on an account that is reported by e-mails, which are sent after the transaction.
 * @param work what is done, with the ids of the e-mails; null: there was nothing to do
 */
export async function actAndReport(
	db: Db,
	mailer: Mailer,
	actor: Actor,
	act: ActOnPerson<string[]>,
	work: (trx: Db) => Promise<string[] | null>,
	now: number,
): Promise<Acted<string[]>> {
	const acted = await actOnPerson(db, actor, act, work, now);
	if (acted.outcome === "done") for (const emailId of acted.value) deliverSoon(db, mailer, emailId);
	return acted;
}

/** Whether this role may use a right on this account. */
function mayTouch(actor: Actor, role: Role, accountId: string, theirs: Role | null, right: Right): boolean {
	// Money goes back to the person who paid, whatever their role.
	if (right === "refunds") return true;
	const isSelf = accountId === actor.accountId;
	if (right === "grants" || right === "allowances") return mayGiveTo(role, theirs, isSelf);
	return isSelf || mayActOn(role, theirs);
}

/** Whether the actor still has the right, as it stands in this transaction. */
export async function refusalOf(trx: Db, actor: Actor, right: Right): Promise<"forbidden" | null> {
	if (actor.accountId === null) return null;
	const role = await roleOf(trx, actor.accountId);
	return role && role === actor.role && mayDo(role, right) ? null : "forbidden";
}

/** The role of an active account. */
export async function roleOf(trx: Db, accountId: string): Promise<Role | null> {
	const row = await trx
		.selectFrom("staff")
		.innerJoin("accounts", "accounts.id", "staff.account_id")
		.select("staff.role")
		.where("staff.account_id", "=", accountId)
		.where("accounts.state", "=", "active")
		.executeTakeFirst();
	return row?.role ?? null;
}

/** Whether another owner can sign in. */
export async function hasOtherOwner(trx: Db, accountId: string): Promise<boolean> {
	const other = await trx
		.selectFrom("staff")
		.innerJoin("accounts", "accounts.id", "staff.account_id")
		.select("staff.account_id")
		.where("staff.role", "=", "owner")
		.where("staff.account_id", "<>", accountId)
		.where("accounts.state", "=", "active")
		.limit(1)
		.executeTakeFirst();
	return other !== undefined;
}
