import { expect } from "vitest";
import type { Db } from "../../app/platform/db/connection.server.ts";

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

/** Every row says by itself and its reference where its messages come from or went. */
export async function expectEveryRowExplained(db: Db, accountId: string): Promise<void> {
	const rows = await db
		.selectFrom("ledger")
		.innerJoin("allowances", "allowances.id", "ledger.allowance_id")
		.select(["ledger.kind", "reference", "messages", "why", "at", "allowance_id", "starts_at", "ends_at"])
		.select(["allowances.account_id as whose", "ledger.account_id"])
		.where("ledger.account_id", "=", accountId)
		.execute();
	const reserved = new Map(rows.filter(({ kind }) => kind === "reserve").map((row) => [row.reference, row]));
	const closed = new Set<string>();
	for (const row of rows) {
		expect(row.whose).toBe(accountId);
		if (row.kind === "grant") {
			expect([row.reference, row.messages > 0]).toEqual([row.allowance_id, true]);
		} else if (row.kind === "reserve") {
			// It counts in the period in which it was asked.
			expect([row.messages, row.starts_at <= row.at, row.at < row.ends_at]).toEqual([-1, true, true]);
		} else if (row.kind === "correct") {
			expect(row.why).toBeTruthy();
		} else {
			const of = reserved.get(row.reference);
			expect(of?.allowance_id).toBe(row.allowance_id);
			expect([row.messages, (of?.at ?? Infinity) <= row.at]).toEqual([row.kind === "return" ? 1 : 0, true]);
			expect(closed.has(row.reference)).toBe(false);
			closed.add(row.reference);
		}
	}
}
