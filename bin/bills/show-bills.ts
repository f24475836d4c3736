import { billStateOf } from "../../app/billing/bills/bill.server.ts";
import { rublesAndKopecks } from "../../app/billing/rubles.server.ts";
import { billNumberOf, listBills, readBillStory } from "../../app/billing/staff/list-bills.server.ts";
import bills from "../../app/i18n/ru/admin-bills.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

/** Prints a page of the bills. */
export async function list(db: Db, search: string, after: string): Promise<number> {
	const page = await listBills(db, { search, after: billNumberOf(after) ?? 0 });
	if (page.bills.length === 0) {
		printLine("Счетов нет.");
		return 0;
	}
	const now = Date.now();
	const rows = page.bills.map((bill) => [
		`№ ${bill.number}`,
		formatTime(bill.created_at),
		bill.inn,
		bill.organisation,
		rublesAndKopecks(bill.amount),
		bills.states[billStateOf(bill, now)],
	]);
	for (const line of alignColumns(rows)) printLine(line);
	if (page.next) printLine(`Дальше: --after ${page.next}`);
	return 0;
}

/** Prints a bill, and how many of its codes were used. */
export async function show(db: Db, typed: string): Promise<number> {
	const number = billNumberOf(typed);
	const story = number === null ? undefined : await readBillStory(db, number);
	if (!story) {
		printLine(`Счёта «${typed}» нет.`);
		return 1;
	}
	const { bill, email, codes } = story;
	const facts = [
		[bills.number, `№ ${bill.number}`],
		[bills.state, bills.states[billStateOf(bill, Date.now())]],
		[bills.organisation, bill.organisation],
		[bills.inn, bill.inn],
		[bills.kpp, bill.kpp ?? "—"],
		[bills.what, `${bill.plan_key} × ${bill.seats}`],
		[bills.sum, rublesAndKopecks(bill.amount)],
		[bills.who, email ?? bills.deleted],
		[bills.until, formatTime(bill.expires_at)],
		[bills.ended, formatTime(bill.ended_at)],
		[bills.codes, `${codes.used} из ${codes.all}`],
		[bills.returned, bill.returned === null ? "—" : rublesAndKopecks(bill.returned)],
	];
	for (const line of alignColumns(facts)) printLine(line);
	return 0;
}
