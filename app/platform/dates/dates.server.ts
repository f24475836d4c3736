import { config } from "../config.server.ts";
import { dayNumber, yearIn } from "./day-boundaries.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** `seen_at` of a session is written at most every ten minutes. */
const NOW_MS = 10 * MINUTE;

const timeZone = config.timeZone;
const day = new Intl.DateTimeFormat("ru", { day: "numeric", month: "long", year: "numeric", timeZone });
const time = new Intl.DateTimeFormat("ru", { hour: "2-digit", minute: "2-digit", timeZone });
const dayAndMonth = new Intl.DateTimeFormat("ru", { day: "numeric", month: "short", timeZone });
const short = new Intl.DateTimeFormat("ru", { dateStyle: "short", timeStyle: "short", timeZone });

/**
 * How long ago something was. Dates are formatted here, on the server, so that the browser's time zone cannot change
 * them.
 */
export type Ago =
	| { unit: "now" }
	| { unit: "minutes" | "hours"; count: number }
	| { unit: "date"; text: string };

export function agoOf(at: number, now: number): Ago {
	const passed = now - at;
	if (passed < NOW_MS) return { unit: "now" };
	if (passed < HOUR) return { unit: "minutes", count: Math.floor(passed / MINUTE) };
	if (passed < 24 * HOUR) return { unit: "hours", count: Math.floor(passed / HOUR) };
	return { unit: "date", text: dayOf(at) };
}

/** «3 сентября 2026», in the operator's time zone. */
export function dayOf(at: number): string {
	const part = (name: string) => day.formatToParts(at).find(({ type }) => type === name)?.value;
	return `${part("day")}\u00a0${part("month")} ${part("year")}`;
}

/** «3 сентября 2026, 14:05», in the operator's time zone. */
export const minuteOf = (at: number): string => `${dayOf(at)}, ${timeOf(at)}`;

/** «14:05», in the operator's time zone. */
export const timeOf = (at: number): string => time.format(at);

/** «03.09.2026, 14:05», in the operator's time zone, for a table. */
export const shortMinuteOf = (at: number): string => short.format(at);

/** «3 сентября», for a date in the near future. */
export const nearDayOf = (at: number): string => dayOf(at).replace(/ \d+$/, "");

/** «3 сентября» of this year, «3 сентября 2025» of another, where days of several years stand in one list. */
export const listedDayOf = (at: number, now: number): string =>
	yearIn(at, timeZone) === yearIn(now, timeZone) ? nearDayOf(at) : dayOf(at);

/** From so far away on, a day needs its year: a yearly plan's next charge has the day of today, or nearly. */
const NEEDS_YEAR_MS = 335 * 24 * HOUR;

/** «3 сентября» for a coming date, and with its year where it is about a year away. */
export const comingDayOf = (at: number, now: number): string =>
	at - now < NEEDS_YEAR_MS ? nearDayOf(at) : dayOf(at);

/**
 * A day of the past as a list says it: «сегодня», «вчера», «3 сентября», of another year «3 сентября 2025».
 * @param words for the first two
 */
export function pastDayOf(at: number, now: number, words: { today: string; yesterday: string }): string {
	const days = dayNumber(now, timeZone) - dayNumber(at, timeZone);
	if (days === 0) return words.today;
	if (days === 1) return words.yesterday;
	return listedDayOf(at, now);
}

/** «24 окт», in the operator's time zone, for the axis of a chart. */
export const axisDayOf = (at: number): string => dayAndMonth.format(at).replace(".", "");
