import { rublesAndKopecks } from "../../../../billing/rubles.server.ts";
import { gatewayInUse } from "../../../../billing/services.server.ts";
import { type DayTotals, type Receipts, sumDays } from "../../../../billing/staff/sum-days.server.ts";
import { CLOCKS } from "../../../../i18n/ru/time-zones.ts";
import { config } from "../../../../platform/config.server.ts";
import { nearDayOf } from "../../../../platform/dates/dates.server.ts";
import { monthIn } from "../../../../platform/dates/dates-in-texts.server.ts";
import { daysOfMonth, isoMonthIn, type MonthDay } from "../../../../platform/dates/months.server.ts";
import { db } from "../../../../platform/db/service.server.ts";
import { queryField } from "../../query-field.server.ts";

const LONGEST = 32;

/** The month of an address. `typed`: as it was written; a wrong one is the current month. */
export type AskedMonth = { month: string; typed: string; isWrong: boolean; days: MonthDay[] };

/** Reads the month of an address, «2026-11»; none is the current one, in the operator's time zone. */
export function readMonth(query: URLSearchParams, now = Date.now()): AskedMonth {
	const { timeZone } = config;
	const current = isoMonthIn(now, timeZone);
	const typed = queryField(query, "month", LONGEST) || current;
	const asked = daysOfMonth(typed, timeZone);
	const days = asked ?? daysOfMonth(current, timeZone) ?? [];
	return {
		month: asked ? typed : current,
		typed,
		isWrong: asked === null,
		// Days to come have no payments.
		days: days.filter(({ from }) => from <= now),
	};
}

/** The days of a month on which money moved, the newest first. */
export const totalsOf = ({ days }: AskedMonth) => sumDays(db(), days, gatewayInUse());

/** The screen of a month: the current one, or the one that the address names. */
export async function loadDays(query: URLSearchParams) {
	const asked = readMonth(query);
	const totals = await totalsOf(asked);
	const sumOf = (part: (day: DayTotals) => number) => totals.reduce((sum, day) => sum + part(day), 0);
	return {
		month: asked.month,
		typed: asked.typed,
		isWrong: asked.isWrong,
		monthName: nameOf(asked.month),
		/** «по Москве»; null: the zone's clock has no name. */
		clock: CLOCKS[config.timeZone] ?? null,
		timeZone: config.timeZone,
		days: totals.map((day) => ({
			day: day.day,
			name: nearDayOf(day.from),
			payments: day.payments,
			income: rublesAndKopecks(day.income),
			refunded: rublesAndKopecks(day.refunded),
			receipts: { ...day.receipts, state: stateOf(day.receipts) },
		})),
		sum: {
			payments: sumOf(({ payments }) => payments),
			income: rublesAndKopecks(sumOf(({ income }) => income)),
			refunded: rublesAndKopecks(sumOf(({ refunded }) => refunded)),
		},
	};
}

export type LoadedDays = Awaited<ReturnType<typeof loadDays>>;

/** «ноябрь», of another year than this «ноябрь 2025». */
function nameOf(month: string): string {
	const name = monthIn("UTC", Date.parse(`${month}-01`));
	const [year] = month.split("-");
	return isoMonthIn(Date.now(), config.timeZone).startsWith(`${year}-`) ? name : `${name} ${year}`;
}

function stateOf({ due, sent, failed }: Receipts): "none" | "sent" | "failed" | "pending" {
	if (due === 0) return "none";
	if (failed > 0) return "failed";
	return sent === due ? "sent" : "pending";
}
