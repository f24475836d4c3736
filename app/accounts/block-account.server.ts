import type { Db } from "../db/connection.server.ts";
import { OPERATOR, recordEvent } from "./account-events.server.ts";
import { dropTokens } from "./one-time-tokens.server.ts";
import { endAllSessions } from "./sessions.server.ts";

/**
 * Shuts somebody out: sessions, half-finished sign-ins and links of letters end with it. Signing in says so,
 * but only to who knows the password.
 * @returns false: the account is not an active one
 */
export async function blockAccount(db: Db, accountId: string, now = Date.now()): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		// Links before the account, in the order of all acts.
		await dropTokens(trx, accountId);
		const { numUpdatedRows } = await trx
			.updateTable("accounts")
			.set({ state: "blocked" })
			.where("id", "=", accountId)
			.where("state", "=", "active")
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await trx.deleteFrom("sign_in_steps").where("account_id", "=", accountId).execute();
		await endAllSessions(trx, accountId);
		await recordEvent(trx, accountId, "blocked", OPERATOR, now);
		return true;
	});
}

/** @returns false: the account is not a blocked one */
export async function unblockAccount(db: Db, accountId: string, now = Date.now()): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const { numUpdatedRows } = await trx
			.updateTable("accounts")
			.set({ state: "active" })
			.where("id", "=", accountId)
			.where("state", "=", "blocked")
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await recordEvent(trx, accountId, "unblocked", OPERATOR, now);
		return true;
	});
}

/** Signs somebody out everywhere. @returns how many sessions have ended */
export async function endSessionsOf(db: Db, accountId: string, now = Date.now()): Promise<number> {
	return db.transaction().execute(async (trx) => {
		const ended = await endAllSessions(trx, accountId);
		if (ended > 0) await recordEvent(trx, accountId, "other-sessions-ended", OPERATOR, now);
		return ended;
	});
}
