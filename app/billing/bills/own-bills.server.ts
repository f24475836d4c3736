import type { Db } from "../../platform/db/connection.server.ts";
import { activationCode, hashOfTyped } from "./activation-code.server.ts";
import { type Bill, billOf } from "./bill.server.ts";

/** The most bills that a screen lists. */
const LISTED = 100;

/** An account's bills, the newest first. */
export async function ownBills(db: Db, accountId: string): Promise<Bill[]> {
	const rows = await db
		.selectFrom("bills")
		.selectAll()
		.where("account_id", "=", accountId)
		.orderBy("number", "desc")
		.limit(LISTED)
		.execute();
	return rows.map(billOf);
}

/** A bill of an account; undefined: it has none of this id. */
export async function ownBill(db: Db, accountId: string, id: string): Promise<Bill | undefined> {
	const row = await db
		.selectFrom("bills")
		.selectAll()
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return row && billOf(row);
}

/** Cancels a bill that was not paid. @returns false: it was paid, or canceled before */
export async function cancelOwnBill(
	db: Db,
	accountId: string,
	id: string,
	now = Date.now(),
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("bills")
		.set({ state: "canceled", ended_at: now })
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.where("state", "=", "open")
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** An activation code as its orderer sees it. */
export type CodeView = {
	number: number;
	/** Null: the secret of the installation was changed since, and only the e-mail has it. */
	code: string | null;
	state: "free" | "used" | "revoked" | "expired";
	usedAt: number | null;
	expiresAt: number;
};

/** The activation codes of a paid bill, by number. */
export async function codesOfBill(db: Db, secret: string, billId: string, now: number): Promise<CodeView[]> {
	const rows = await db
		.selectFrom("activation_codes")
		.selectAll()
		.where("bill_id", "=", billId)
		.orderBy("number")
		.execute();
	return rows.map(({ hash, number, expires_at, used_at, revoked_at }) => {
		const code = activationCode(secret, billId, number);
		const expiresAt = Number(expires_at);
		const free = expiresAt > now ? "free" : "expired";
		return {
			number,
			code: hashOfTyped(code) === hash ? code : null,
			state: used_at !== null ? "used" : revoked_at !== null ? "revoked" : free,
			usedAt: used_at === null ? null : Number(used_at),
			expiresAt,
		};
	});
}
