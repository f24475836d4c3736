import { DAY, isoDayIn, startOfIsoDay } from "./day-boundaries.server.ts";
import { formatterByZone } from "./formatter-by-zone.ts";

const MINUTE = 60_000;

const clockOf = formatterByZone("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A moment as a field of a day and a time has it, «2026-11-23T10:00», in a time zone. */
export const localMomentIn = (at: number, timeZone: string): string =>
	`${isoDayIn(at, timeZone)}T${clockOf(timeZone).format(at)}`;

/**
 * The moment that such a field has sent, in a time zone; null: none. A time that a change of clocks leaves out is the one
 * after it, of two the first.
 */
export function momentOfLocal(text: string, timeZone: string): number | null {
	const [, day = "", hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? [];
	const start = startOfIsoDay(day, timeZone);
	if (start === null || Number(hours) > 23 || Number(minutes) > 59) return null;
	const wanted = `${day}T${hours}:${minutes}`;
	const guess = start + (Number(hours) * 60 + Number(minutes)) * MINUTE;
	// Clocks are changed by at most some hours, in quarters of an hour.
	for (let at = guess - DAY / 8; at <= guess + DAY / 8; at += 15 * MINUTE)
		if (localMomentIn(at, timeZone) === wanted) return at;
	return guess;
}
