import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { OwnerProved } from "./prove-owner.server.ts";

/** Thrown so that the transaction is undone: the owner has proved to be there by what does not count any more. */
class ProofOutdated extends Error {}

/** What an owner is to be proved by, read before `proveOwner`; null: the code of an e-mail. */
export async function passwordHashOf(db: Db, accountId: string): Promise<string | null> {
	const account = await db
		.selectFrom("accounts")
		.select("password_hash")
		.where("id", "=", accountId)
		.executeTakeFirst();
	return account?.password_hash ?? null;
}

/**
 * Locks the account of an owner who was proved, in the transaction of what that was for.
 * @param passwordHash as it was before the proof
 * @throws {ProofOutdated} where the password was replaced since, or the account blocked: whoever knew the old one would
 * have begun something that outlives it
 */
export async function lockProved(trx: Db, accountId: string, passwordHash: string | null): Promise<void> {
	const owner = await lockRow(trx, "accounts", accountId);
	if (owner?.state !== "active" || owner.password_hash !== passwordHash) throw new ProofOutdated();
}

/** A transaction that calls `lockProved`. @returns null: it was undone, since the proof does not count any more */
export async function transactProved<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T | null> {
	return transact(db, work).catch((error: unknown) => {
		if (error instanceof ProofOutdated) return null;
		throw error;
	});
}

/** The answer then: the proof is a wrong one by now. */
export const outdatedProof = (passwordHash: string | null): Exclude<OwnerProved, { outcome: "proved" }> => ({
	outcome: passwordHash === null ? "wrong-code" : "wrong-password",
	triesLeft: 0,
});
