import type { Db } from "../../platform/db/connection.server.ts";
import { countRecoveryCodes } from "./recovery-codes.server.ts";

const HOUR = 3_600_000;
/** A key that was not confirmed for so long is deleted. */
export const SET_UP_MS = HOUR;

export type SecondFactor =
	| { state: "off" }
	/** A key was created and waits for its first code. */
	| { state: "begun" }
	| { state: "on"; since: number; recoveryCodesLeft: number };

/** The state of an account's second factor. */
export async function secondFactorOf(db: Db, accountId: string, now = Date.now()): Promise<SecondFactor> {
	const row = await db
		.selectFrom("second_factors")
		.select(["confirmed_at", "created_at"])
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	if (row?.confirmed_at) {
		const recoveryCodesLeft = await countRecoveryCodes(db, accountId);
		return { state: "on", since: row.confirmed_at, recoveryCodesLeft };
	}
	return { state: row && row.created_at > now - SET_UP_MS ? "begun" : "off" };
}

/** Whether signing in to this account requires a code. */
export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
	const row = await db
		.selectFrom("second_factors")
		.select("account_id")
		.where("account_id", "=", accountId)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes keys that were never confirmed. */
export async function forgetUnconfirmed(db: Db, now: number): Promise<void> {
	await db
		.deleteFrom("second_factors")
		.where("confirmed_at", "is", null)
		.where("created_at", "<=", now - SET_UP_MS)
		.execute();
}

/** Deletes the key of an account that waits for its first code. */
export async function dropUnconfirmed(trx: Db, accountId: string): Promise<void> {
	await trx
		.deleteFrom("second_factors")
		.where("account_id", "=", accountId)
		.where("confirmed_at", "is", null)
		.execute();
}
