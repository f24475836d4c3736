import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";

/** How long a sign-in waits for the code after the password. */
export const STEP_MS = 10 * 60_000;

/** Stores a sign-in that waits for the code. @returns the value of its cookie */
export async function openSignInStep(trx: Db, accountId: string, now: number): Promise<string> {
	const token = newToken();
	await trx
		.insertInto("sign_in_steps")
		.values({ token_hash: hashOfToken(token), account_id: accountId, expires_at: now + STEP_MS })
		.execute();
	return token;
}

/**
 * The account of a sign-in step. Null: the cookie is unknown, consumed or expired, or the account is not active any
 * more.
 */
export async function findSignInStep(
	db: Db,
	stepToken: string | null,
	now = Date.now(),
): Promise<{ accountId: string; email: string } | null> {
	if (!stepToken) return null;
	const found = await db
		.selectFrom("sign_in_steps")
		.innerJoin("accounts", "accounts.id", "sign_in_steps.account_id")
		.select(["accounts.id", "accounts.email"])
		.where("sign_in_steps.token_hash", "=", hashOfToken(stepToken))
		.where("sign_in_steps.expires_at", ">", now)
		.where("accounts.state", "=", "active")
		.executeTakeFirst();
	return found?.email ? { accountId: found.id, email: found.email } : null;
}

/**
 * Locks a step for the transaction, so that the second of two concurrent ones waits and then finds it consumed. A
 * wrong code must not consume it, therefore it is not deleted yet.
 */
export async function holdSignInStep(trx: Db, stepToken: string, now: number): Promise<boolean> {
	const step = await lockRow(trx, "sign_in_steps", hashOfToken(stepToken));
	return step !== undefined && step.expires_at > now;
}

export async function endSignInStep(trx: Db, stepToken: string): Promise<void> {
	await trx.deleteFrom("sign_in_steps").where("token_hash", "=", hashOfToken(stepToken)).execute();
}

export async function dropSignInSteps(trx: Db, accountId: string): Promise<void> {
	await trx.deleteFrom("sign_in_steps").where("account_id", "=", accountId).execute();
}
