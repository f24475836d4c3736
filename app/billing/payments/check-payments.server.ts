import type { Db } from "../../platform/db/connection.server.ts";
import { type Clock, databaseTime, readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { forEachItem } from "../../platform/for-each-item.server.ts";
import { settleRefund } from "../refunds/settle-refund.server.ts";
import { claimDueCheck } from "./claim-due-check.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import { nextCheck } from "./retry-schedule.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const PER_ROUND = 100;
const AT_ONCE = 4;
const DAY = 86_400_000;

/**
 * Asks the gateway about every payment that is due: the person did not return, the webhook did not arrive, the
 * process crashed. A scheduled job; with several servers each payment is asked about once.
 */
export async function checkPayments(db: Db, paymentContext: PaymentContext, clock?: Clock): Promise<void> {
	const due = await db
		.selectFrom("purchases")
		.select(["id", "state", "check_at", "created_at", "ended_at"])
		.where("gateway", "=", paymentContext.gateway.name)
		.where("check_at", "<=", databaseTime(db, clock))
		.orderBy("check_at")
		.limit(PER_ROUND)
		.execute();
	const check = async (row: (typeof due)[number]) => {
		// The items before it may have taken minutes.
		const now = await readDatabaseTime(db, clock);
		const since = row.state === "paid" ? (row.ended_at ?? now) : row.created_at;
		// `settlePayment` claims a repeated creation itself, whoever triggers it.
		const mine =
			row.state === "started" || (await claimDueCheck(db, "purchases", row, nextCheck(since, now), now));
		if (mine) await settlePayment(db, paymentContext, row.id, now);
	};
	await forEachItem(due, check, AT_ONCE);
}

/** The same for refunds. No webhook reports a refused one; refunds are never given up. */
export async function checkRefunds(db: Db, paymentContext: PaymentContext, clock?: Clock): Promise<void> {
	const due = await db
		.selectFrom("refunds")
		.innerJoin("purchases", "purchases.id", "refunds.purchase_id")
		.select(["refunds.id", "refunds.state", "refunds.check_at", "refunds.created_at"])
		.where("purchases.gateway", "=", paymentContext.gateway.name)
		.where("refunds.check_at", "<=", databaseTime(db, clock))
		.orderBy("refunds.check_at")
		.limit(PER_ROUND)
		.execute();
	const check = async (row: (typeof due)[number]) => {
		const now = await readDatabaseTime(db, clock);
		const next = nextCheck(row.created_at, now) ?? now + DAY;
		const mine = row.state === "started" || (await claimDueCheck(db, "refunds", row, next, now));
		if (mine) await settleRefund(db, paymentContext, row.id, now);
	};
	await forEachItem(due, check, AT_ONCE);
}
