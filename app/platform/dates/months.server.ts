import { DAY, dayStartAfter, isoDayIn, startOfIsoDay } from "./day-boundaries.server.ts";

/** A day of a month, «2026-11-21»: its first millisecond and the one after its last. */
export type MonthDay = { day: string; from: number; to: number };

/** The month that contains a moment, in a time zone, as «2026-11». */
export const isoMonthIn = (at: number, timeZone: string): string => isoDayIn(at, timeZone).slice(0, 7);

/**
 * The days of a month that a form has sent, «2026-11», in a time zone, the first day first; null: no such month. Days of
 * 23 and 25 hours are days too.
 */
export function daysOfMonth(text: string, timeZone: string): MonthDay[] | null {
	const first = startOfIsoDay(`${text}-01`, timeZone);
	if (first === null) return null;
	const firstName = Date.parse(`${text}-01`);
	const [year = 0, month = 0] = text.split("-").map(Number);
	const days: MonthDay[] = [];
	let from = first;
	for (let i = 0; i < new Date(Date.UTC(year, month, 0)).getUTCDate(); i++) {
		const to = dayStartAfter(first, i + 1, timeZone);
		days.push({ day: new Date(firstName + i * DAY).toISOString().slice(0, 10), from, to });
		from = to;
	}
	return days;
}
