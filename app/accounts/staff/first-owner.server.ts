import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";
import { type Actor, appendToJournal, lockJournal } from "./journal.server.ts";

const HOUR = 3_600_000;
const LINK = "first-owner";

/**
 * Issues the link that makes the first owner, good for an hour and once. An earlier one becomes invalid.
 * @returns its path; null: there is an owner, who gives roles
 */
export async function issueOwnerLink(db: Db, now = Date.now()): Promise<string | null> {
	if (await hasOwner(db)) return null;
	const token = newToken();
	const fresh = { token_hash: hashOfToken(token), expires_at: now + HOUR };
	await db
		.insertInto("owner_links")
		.values({ id: LINK, ...fresh })
		.onConflict((oc) => oc.column("id").doUpdateSet(fresh))
		.execute();
	return `/owner?token=${token}`;
}

export type OwnerLink =
	/** `expiresAt` in milliseconds. */
	| { outcome: "valid"; expiresAt: number }
	/** Unknown, used, replaced or expired. */
	| { outcome: "dead-link" }
	/** The link is of no use any more: somebody is the owner, and gives roles. */
	| { outcome: "has-owner" };

/** Reads what a link would do, without using it. */
export async function findOwnerLink(db: Db, token: string, now = Date.now()): Promise<OwnerLink> {
	if (await hasOwner(db)) return { outcome: "has-owner" };
	const link = await db
		.selectFrom("owner_links")
		.select("expires_at as expiresAt")
		.where("token_hash", "=", hashOfToken(token))
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return link ? { outcome: "valid", expiresAt: Number(link.expiresAt) } : { outcome: "dead-link" };
}

/**
 * Makes the account the owner, and uses the link up. One of several who try at once becomes it.
 * @param actor the account itself
 */
export async function becomeOwner(
	db: Db,
	{ accountId, token }: { accountId: string; token: string },
	actor: Actor,
	now = Date.now(),
): Promise<{ outcome: "owner" | "dead-link" | "has-owner" }> {
	return transact(db, async (trx) => {
		await lockJournal(trx);
		if (await hasOwner(trx)) return { outcome: "has-owner" };
		const account = await lockRow(trx, "accounts", accountId);
		if (account?.state !== "active") return { outcome: "dead-link" };
		const used = await trx
			.deleteFrom("owner_links")
			.where("token_hash", "=", hashOfToken(token))
			.where("expires_at", ">", now)
			.returning("id")
			.executeTakeFirst();
		if (!used) return { outcome: "dead-link" };
		const mine = trx.selectFrom("staff").select("role").where("account_id", "=", accountId);
		const before = (await mine.executeTakeFirst())?.role ?? null;
		const fresh = { role: "owner", granted_by: null, granted_at: now } as const;
		await trx
			.insertInto("staff")
			.values({ account_id: accountId, ...fresh })
			.onConflict((oc) => oc.column("account_id").doUpdateSet(fresh))
			.execute();
		await appendToJournal(trx, actor, { act: "role-changed", accountId, before, after: "owner" }, now);
		return { outcome: "owner" };
	});
}

/** Whether anybody is the owner. */
async function hasOwner(db: Db): Promise<boolean> {
	const owner = db.selectFrom("staff").select("account_id").where("role", "=", "owner").limit(1);
	return (await owner.executeTakeFirst()) !== undefined;
}
