import { expect } from "vitest";
import type { Db } from "../../app/db/connection.server.ts";

/** What the ledger says of each allowance of an account, which must be what the allowance says itself. */
export async function expectBooksToBalance(db: Db, accountId: string): Promise<void> {
	const allowances = await db
		.selectFrom("allowances")
		.selectAll()
		.where("account_id", "=", accountId)
		.execute();
	for (const { id, granted, used, reserved } of allowances) {
		const rows = await db.selectFrom("ledger").selectAll().where("allowance_id", "=", id).execute();
		const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
		const sum = (...kinds: string[]) =>
			rows.filter(({ kind }) => kinds.includes(kind)).reduce((total, row) => total + row.messages, 0);
		expect({ granted, used, reserved, left: granted - used - reserved }).toEqual({
			granted: sum("grant", "correct"),
			used: count("settle"),
			reserved: count("reserve") - count("settle") - count("return"),
			left: sum("grant", "correct", "reserve", "settle", "return"),
		});
		expect(granted - used - reserved).toBeGreaterThanOrEqual(0);
	}
}
