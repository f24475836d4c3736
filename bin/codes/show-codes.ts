import { planKeysOf } from "../../app/billing/promo-codes/promo-code.server.ts";
import { promoGives, promoStateOf } from "../../app/billing/promo-codes/promo-texts.server.ts";
import { rubles } from "../../app/billing/rubles.server.ts";
import { listPromoCodes, usesOfPromoCode } from "../../app/billing/staff/list-promo-codes.server.ts";
import { findPromoCode } from "../../app/billing/staff/promo-codes-as-staff.server.ts";
import codes from "../../app/i18n/ru/admin-codes.ts";
import payments from "../../app/i18n/ru/admin-payments.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

/** Prints a page of the codes. */
export async function list(db: Db, search: string, after: string): Promise<number> {
	const page = await listPromoCodes(db, { search, after });
	if (page.codes.length === 0) {
		printLine("Промокодов нет.");
		return 0;
	}
	const now = Date.now();
	const rows = page.codes.map((row) => [
		row.code,
		promoGives(row),
		planKeysOf(row)?.join(",") ?? codes.allPlans,
		row.max_uses === null ? String(row.used) : `${row.used} из ${row.max_uses}`,
		codes.states[promoStateOf(row, now)],
	]);
	for (const line of alignColumns(rows)) printLine(line);
	if (page.next) printLine(`Дальше: --after ${page.next}`);
	return 0;
}

/** Prints the terms of a code, and the orders with it. */
export async function show(db: Db, typed: string): Promise<number> {
	const row = await findPromoCode(db, typed.toUpperCase());
	if (!row) {
		printLine(`Промокода «${typed}» нет.`);
		return 1;
	}
	const facts = [
		[codes.code, row.code],
		[codes.state, codes.states[promoStateOf(row, Date.now())]],
		[codes.gives, promoGives(row)],
		[codes.new.scope, row.first_only ? codes.new.first : codes.new.any],
		[codes.plans, planKeysOf(row)?.join(", ") ?? codes.allPlans],
		["С", formatTime(row.starts_at)],
		["До", formatTime(row.ends_at)],
		[codes.used, row.max_uses === null ? String(row.used) : `${row.used} из ${row.max_uses}`],
		[codes.made, formatTime(Number(row.created_at))],
	];
	for (const line of alignColumns(facts)) printLine(line);
	const uses = await usesOfPromoCode(db, row.code);
	const lines = uses.map(({ id, state, amount, createdAt }) => [
		formatTime(createdAt),
		rubles(amount),
		payments.states[state],
		id,
	]);
	for (const line of alignColumns(lines)) printLine(line);
	return 0;
}
