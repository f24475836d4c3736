import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { cachedTotal } from "../../accounts/staff/cached-total.server.ts";
import type { MonthDay } from "../../platform/dates/months.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { likely } from "../../platform/db/likely.server.ts";
import type { PurchasesTable } from "../../platform/db/tables/billing.ts";
import { isPaidThrough } from "./list-all-purchases.server.ts";

/** Payments and refunds of a day, by the moments at which the gateway had done them; sums in kopecks. */
export type DayTotals = {
	/** «2026-11-21». */
	day: string;
	from: number;
	payments: number;
	/** Also of what was refunded since: a refund counts on its own day. */
	income: number;
	refunds: number;
	refunded: number;
	receipts: Receipts;
};

/** The receipts of payments and refunds: those that are made at all, of them those sent, and those never to be sent. */
export type Receipts = { due: number; sent: number; failed: number };

type Gateway = PurchasesTable["gateway"];

/**
 * The totals of the days on which money moved, the newest first. Each day is a statement of its own, so that a month of a
 * large installation does not hold the event loop; a day of many payments may be ten seconds old.
 * @param days of a month, the oldest first
 * @param gateway payments through another one, such as the sandbox of a trial, do not count
 */
export async function sumDays(db: Db, days: readonly MonthDay[], gateway: Gateway): Promise<DayTotals[]> {
	const totals: DayTotals[] = [];
	const movedOn = (total: DayTotals) => total.payments + total.refunds;
	for (const day of days.toReversed()) {
		const key = `day ${gateway} ${day.from} ${day.to}`;
		const total = await cachedTotal(db, key, () => sumDay(db, day, gateway), movedOn);
		if (movedOn(total) > 0) totals.push(total);
		await turn();
	}
	return totals;
}

async function sumDay(db: Db, day: MonthDay, gateway: Gateway): Promise<DayTotals> {
	const paid = await paymentsOf(db, day, gateway);
	const back = await refundsOf(db, day, gateway);
	return {
		...{ day: day.day, from: day.from },
		...{ payments: Number(paid.count), refunds: Number(back.count) },
		...{ income: Number(paid.sum), refunded: Number(back.sum) },
		receipts: {
			due: Number(paid.due) + Number(back.due),
			sent: Number(paid.sent) + Number(back.sent),
			failed: Number(paid.failed) + Number(back.failed),
		},
	};
}

const paymentsOf = (db: Db, { from, to }: MonthDay, gateway: Gateway) =>
	db
		.selectFrom("purchases")
		.select(figuresOf("purchases"))
		.where(isPaidThrough(db, gateway))
		.where("purchases.ended_at", ">=", from)
		.where("purchases.ended_at", "<", to)
		.executeTakeFirstOrThrow();

const refundsOf = (db: Db, { from, to }: MonthDay, gateway: Gateway) =>
	db
		.selectFrom("refunds")
		.innerJoin("purchases", "purchases.id", "refunds.purchase_id")
		.select(figuresOf("refunds"))
		.where(likely(db, sql<boolean>`refunds.state = 'done'`))
		.where(likely(db, sql<boolean>`purchases.gateway = ${gateway}`))
		.where("refunds.ended_at", ">=", from)
		.where("refunds.ended_at", "<", to)
		.executeTakeFirstOrThrow();

function figuresOf(table: "purchases" | "refunds") {
	const receipt = sql.ref(`${table}.receipt_state`);
	return [
		sql<number | string>`count(*)`.as("count"),
		sql<number | string>`coalesce(sum(${sql.ref(`${table}.amount`)}), 0)`.as("sum"),
		sql<number | string>`count(${receipt})`.as("due"),
		sql<number | string>`count(case when ${receipt} = 'succeeded' then 1 end)`.as("sent"),
		sql<number | string>`count(case when ${receipt} = 'canceled' then 1 end)`.as("failed"),
	] as const;
}
