import { mayDo } from "../../../accounts/staff/rights.ts";
import { emailFor } from "../../../accounts/staff/shown-email.server.ts";
import type { Bill } from "../../../billing/bills/bill.server.ts";
import { billStateOf } from "../../../billing/bills/bill.server.ts";
import { rubles, rublesAndKopecks, toDecimal } from "../../../billing/rubles.server.ts";
import {
	billNumberOf,
	countBills,
	listBills,
	readBillStory,
} from "../../../billing/staff/list-bills.server.ts";
import texts from "../../../i18n/ru/admin-bills.ts";
import { dayOf, minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Role } from "../../../platform/http/context.server.ts";
import { listFile } from "../list-file.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";

const LONGEST = 24;

/** A page of the bills: `q` is a number or an ИНН, `after` goes on from a number. */
export async function loadBills(query: URLSearchParams) {
	const search = searchOf(query);
	const after = billNumberOf(query.get("after") ?? "") ?? 0;
	const { bills, next } = await listBills(db(), { search, after });
	const now = Date.now();
	return {
		search,
		next,
		isFirst: after === 0,
		found: totalOf(await countBills(db(), search)),
		bills: bills.map((bill) => viewOf(bill, now)),
	};
}

const searchOf = (query: URLSearchParams) => queryField(query, "q", LONGEST);

/** The bills of the filter as a file. */
export const sendBills = listFile({
	right: "bills",
	act: "bills-exported",
	name: "bills",
	columns: Object.values(texts.columns),
	others: ["bill", "do"],
	async read(query, after) {
		const { bills, next } = await listBills(db(), { search: searchOf(query), after: Number(after) });
		const now = Date.now();
		const lines = bills.map((bill) => [
			bill.number,
			dayOf(bill.created_at),
			bill.organisation,
			bill.inn,
			bill.kpp,
			bill.account_id,
			bill.plan.title,
			bill.seats,
			toDecimal(bill.amount).replace(".", ","),
			texts.states[billStateOf(bill, now)],
		]);
		return { lines, next: next === null ? null : String(next) };
	},
});

/**
 * A bill and the use of its codes.
 * @param role that sees it
 * @returns null: there is none of this number
 */
export async function loadBill(role: Role, typed: string) {
	const number = billNumberOf(typed);
	const story = number === null ? undefined : await readBillStory(db(), number);
	if (!story) return null;
	const { bill, email, codes } = story;
	const free = codes.all - codes.used;
	return {
		bill: viewOf(bill, Date.now()),
		/** Whose card this role may open; null: it may open none. */
		accountId: mayDo(role, "people") ? bill.account_id : null,
		email: email && emailFor(role, email),
		until: dayOf(bill.expires_at),
		endedAt: bill.ended_at === null ? null : minuteOf(bill.ended_at),
		codes,
		free,
		/** The sum that would go back. */
		rest: rubles(free * bill.plan.price),
		returned: bill.returned === null ? null : rubles(bill.returned),
		mayEnd: bill.state === "open",
		mayReturn: bill.state === "paid" && bill.returned === null && free > 0,
	};
}

const viewOf = (bill: Bill, now: number) => ({
	number: bill.number,
	date: dayOf(bill.created_at),
	organisation: bill.organisation,
	inn: bill.inn,
	kpp: bill.kpp,
	plan: bill.plan.title,
	days: bill.plan.days ?? 0,
	seats: bill.seats,
	sum: rublesAndKopecks(bill.amount),
	state: billStateOf(bill, now),
});

export type BillView = ReturnType<typeof viewOf>;
export type LoadedBills = Awaited<ReturnType<typeof loadBills>>;
export type LoadedBill = NonNullable<Awaited<ReturnType<typeof loadBill>>>;
