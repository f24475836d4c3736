import type { Selectable } from "kysely";
import type { Seller } from "../../operator/seller.ts";
import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { BillsTable } from "../../platform/db/tables/bills.ts";
import type { Plan } from "../plans/plan.server.ts";

/** A bill as it is kept; numbers of the database as numbers. */
export type Bill = Omit<Selectable<BillsTable>, "plan" | "seller"> & { plan: Plan; seller: Seller };

/** How long a bill is to be paid. Money that comes later is honoured all the same. */
export const BILL_MS = 14 * DAY;

/** How long an activation code holds, from the payment of its bill. */
export const CODE_MS = 365 * DAY;

/** The most codes of one bill: they are one e-mail, and one transaction. */
export const MOST_SEATS = 100;

/** `expired`: its term is over, and it may still be paid. */
export type BillState = BillsTable["state"] | "expired";

/** The state of a bill at a time, as people read it. */
export const billStateOf = (
	{ state, expires_at }: Pick<Bill, "state" | "expires_at">,
	now: number,
): BillState => (state === "open" && expires_at <= now ? "expired" : state);

/** The VAT that a sum contains, in kopecks, to the nearest one (a half up). @param percent of the rate */
export const vatOf = (amount: number, percent: number): number => {
	const [part, whole] = [BigInt(amount) * BigInt(percent), BigInt(100 + percent)];
	return Number((2n * part + whole) / (2n * whole));
};

/** Reads a row: PostgreSQL gives large integers as texts, SQLite as numbers. */
export function billOf(row: Selectable<BillsTable>): Bill {
	const number = (value: number | null) => (value === null ? null : Number(value));
	return {
		...row,
		amount: Number(row.amount),
		expires_at: Number(row.expires_at),
		ended_at: number(row.ended_at),
		returned: number(row.returned),
		returned_at: number(row.returned_at),
		created_at: Number(row.created_at),
		plan: JSON.parse(row.plan),
		seller: JSON.parse(row.seller),
	};
}
