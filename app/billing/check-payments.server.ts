import type { Db } from "../db/connection.server.ts";
import { nextCheck, REPEAT_MS } from "./checks.ts";
import { settlePayment } from "./settle-payment.server.ts";
import type { Till } from "./till.ts";

const PER_ROUND = 100;
const AT_ONCE = 4;

/**
 * Asks about every payment that is due: the person did not come back, the notification never came, we crashed. A
 * chore; beside other servers doing the same each is asked about once.
 */
export async function checkPayments(db: Db, till: Till, now = Date.now()): Promise<void> {
	const due = await db
		.selectFrom("purchases")
		.select(["id", "state", "check_at", "created_at", "ended_at"])
		.where("gateway", "=", till.gateway.name)
		.where("check_at", "<=", now)
		.orderBy("check_at")
		.limit(PER_ROUND)
		.execute();
	const queue = due.values();
	const worker = async () => {
		for (const row of queue) {
			const since = row.state === "paid" ? (row.ended_at ?? now) : row.created_at;
			const next = row.state === "started" ? now + REPEAT_MS : nextCheck(since, now);
			if (await claim(db, row, next)) await settlePayment(db, till, row.id, now);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Whoever moves the time of the next question asks this one. */
async function claim(
	db: Db,
	{ id, check_at }: { id: string; check_at: number | null },
	next: number | null,
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("purchases")
		.set((eb) => ({ check_at: next, checks: eb("checks", "+", 1) }))
		.where("id", "=", id)
		.where("check_at", "=", check_at)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
