import { formatterByZone } from "./formatter-by-zone.ts";

export const DAY = 86_400_000;

/**
 * The start of the day that contains a moment, in a time zone.
 * @param at milliseconds
 */
export function dayStart(at: number, timeZone: string): number {
	const { year, month, day } = partsOf(at, timeZone);
	return midnight(year, month, day, timeZone);
}

/** The start of the day `days` days later; days of 23 and 25 hours count as days too. */
export function dayStartAfter(at: number, days: number, timeZone: string): number {
	const { year, month, day } = partsOf(at, timeZone);
	return midnight(year, month, day + days, timeZone);
}

/** The number of days since 1970 of the day that contains a moment; for counting in days. */
export function dayNumber(at: number, timeZone: string): number {
	const { year, month, day } = partsOf(at, timeZone);
	return Date.UTC(year, month - 1, day) / DAY;
}

/** The year that contains a moment, in a time zone. */
export const yearIn = (at: number, timeZone: string): number => partsOf(at, timeZone).year;

/** The hour that contains a moment, 0–23, in a time zone. */
export const hourIn = (at: number, timeZone: string): number => partsOf(at, timeZone).hour;

/** The day that contains a moment, in a time zone, as «2026-11-21». */
export const isoDayIn = (at: number, timeZone: string): string =>
	new Date(dayNumber(at, timeZone) * DAY).toISOString().slice(0, 10);

/** The start of a day that a form has sent, «2026-11-21», in a time zone; null: no such day. */
export function startOfIsoDay(text: string, timeZone: string): number | null {
	const [, year, month, day] = /^([12]\d{3})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
	if (year === undefined || month === undefined || day === undefined) return null;
	const isDay = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text);
	return isDay ? midnight(year, month, day, timeZone) : null;
}

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
	try {
		formatterOf(name);
		return true;
	} catch {
		return false;
	}
}

function midnight(year: number, month: number, day: number, timeZone: string): number {
	const wall = Date.UTC(year, month - 1, day);
	// The zone's UTC offset may differ between the guess and the moment found with it: two steps are enough.
	const guess = wall - distance(wall, timeZone);
	const found = wall - distance(guess, timeZone);
	// Where daylight saving time begins at midnight, midnight does not exist and the day begins an hour later: at the
	// guess.
	return dayNumber(found, timeZone) < wall / DAY ? Math.max(found, guess) : found;
}

/** The wall clock of a zone at a moment. */
function partsOf(at: number, timeZone: string) {
	const wall = new Date(Math.floor(at / 1_000) * 1_000 + distance(at, timeZone));
	return {
		year: wall.getUTCFullYear(),
		month: wall.getUTCMonth() + 1,
		day: wall.getUTCDate(),
		hour: wall.getUTCHours(),
	};
}

/** The UTC offset of a zone at a moment, in milliseconds. */
function distance(at: number, timeZone: string): number {
	return distanceOfDay(Math.floor(at / DAY), timeZone) ?? readDistance(at, timeZone);
}

/** The offset of a zone for days since 1970 of UTC, for the days in which it does not change; else null. */
const distances = new Map<string, number | null>();
/** Some years of one zone. */
const MOST_DISTANCES = 4_000;

/** A formatter takes longer than all the rest of a day's boundaries, and most pages ask about the same few days. */
function distanceOfDay(day: number, timeZone: string): number | null {
	const name = `${timeZone} ${day}`;
	const known = distances.get(name);
	if (known !== undefined) return known;
	const first = readDistance(day * DAY, timeZone);
	// A zone does not change twice within a day.
	const same = first === readDistance((day + 1) * DAY, timeZone) ? first : null;
	if (distances.size >= MOST_DISTANCES) distances.clear();
	distances.set(name, same);
	return same;
}

function readDistance(at: number, timeZone: string): number {
	const parts = Object.fromEntries(
		formatterOf(timeZone)
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

const formatterOf = formatterByZone("en-US-u-ca-gregory-hc-h23", {
	year: "numeric",
	month: "numeric",
	day: "numeric",
	hour: "numeric",
	minute: "numeric",
	second: "numeric",
});
