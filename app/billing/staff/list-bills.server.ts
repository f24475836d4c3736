import { countUpTo } from "../../accounts/staff/count-up-to.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Bill, billOf } from "../bills/bill.server.ts";

export const BILLS_PER_PAGE = 50;

/** The largest number that a column has. */
const LARGEST = 2_147_483_647;

/**
 * A page of the bills, the newest first, or those of a number or an ИНН.
 * @param search a number of a bill, or an ИНН
 * @param after the last number of the page before; 0: from the newest
 * @returns `next`: the number to go on from; null: this is the last page
 */
export async function listBills(
	db: Db,
	{ search = "", after = 0 }: { search?: string; after?: number },
): Promise<{ bills: Bill[]; next: number | null }> {
	let page = wanted(db, search).selectAll();
	if (after > 0) page = page.where("number", "<", after);
	const rows = await page
		.orderBy("number", "desc")
		.limit(BILLS_PER_PAGE + 1)
		.execute();
	const bills = rows.slice(0, BILLS_PER_PAGE).map(billOf);
	return { bills, next: rows.length > BILLS_PER_PAGE ? (bills.at(-1)?.number ?? null) : null };
}

/** How many bills a search finds; at most `COUNTED` and one. */
export const countBills = (db: Db, search: string): Promise<number> =>
	countUpTo(db, wanted(db, search).select("number"));

function wanted(db: Db, search: string) {
	const all = db.selectFrom("bills");
	const typed = search.replace(/[\s№]/g, "");
	if (typed === "") return all;
	const number = billNumberOf(typed);
	if (number === null) return all.where("inn", "=", typed);
	return all.where(({ eb, or }) => or([eb("number", "=", number), eb("inn", "=", typed)]));
}

/** A number of a bill, as typed. @returns null: none looks so */
export function billNumberOf(typed: string): number | null {
	const number = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
	return number >= 1 && number <= LARGEST ? number : null;
}

/** A bill with the use of its codes. */
export type BillStory = { bill: Bill; email: string | null; codes: { all: number; used: number } };

/** A bill by its number; undefined: there is none. */
export async function readBillStory(db: Db, number: number): Promise<BillStory | undefined> {
	const row = await db.selectFrom("bills").selectAll().where("number", "=", number).executeTakeFirst();
	if (!row) return undefined;
	const codes = await db
		.selectFrom("activation_codes")
		.select(({ fn }) => [fn.countAll().as("all"), fn.count("used_at").as("used")])
		.where("bill_id", "=", row.id)
		.executeTakeFirstOrThrow();
	const account = await db
		.selectFrom("accounts")
		.select("email")
		.where("id", "=", row.account_id)
		.executeTakeFirst();
	return {
		bill: billOf(row),
		email: account?.email ?? null,
		codes: { all: Number(codes.all), used: Number(codes.used) },
	};
}
