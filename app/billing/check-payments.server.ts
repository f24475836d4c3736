import type { Db } from "../db/connection.server.ts";
import { settleRefund } from "./refund-purchase.server.ts";
import type { BillingSettings } from "./settings.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { MINUTE } from "./start-payment.server.ts";

const PER_ROUND = 20;

/** Asks the gateway about what is due: payments whose end nobody has told us, and refunds. A chore. */
export async function checkPayments(db: Db, settings: BillingSettings, now = Date.now()): Promise<void> {
	for (const id of await claimDue(db, "purchases", now)) await settlePayment(db, settings, id, now);
	for (const id of await claimDue(db, "refunds", now)) await settleRefund(db, settings, id, now);
}

/** Whoever moves the time on asks; another server does not ask the same meanwhile. */
async function claimDue(db: Db, table: "purchases" | "refunds", now: number): Promise<string[]> {
	const due = await db
		.selectFrom(table)
		.select("id")
		.where("check_at", "<=", now)
		.orderBy("check_at")
		.limit(PER_ROUND)
		.execute();
	const claimed: string[] = [];
	for (const { id } of due) {
		const mine = await db
			.updateTable(table)
			.set({ check_at: now + MINUTE })
			.where("id", "=", id)
			.where("check_at", "<=", now)
			.returning("id")
			.executeTakeFirst();
		if (mine) claimed.push(mine.id);
	}
	return claimed;
}
