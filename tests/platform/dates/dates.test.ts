import { expect, test } from "vitest";
import { comingDayOf, listedDayOf } from "../../../app/platform/dates/dates.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";

const NOW = Date.parse("2026-11-28T09:00:00Z");

test.each([
	["2026-11-27T09:00:00Z", "27 ноября"],
	["2026-12-27T09:00:00Z", "27 декабря"],
	["2027-01-03T09:00:00Z", "3 января"],
	["2027-11-23T09:00:00Z", "23 ноября 2027"],
	["2027-11-27T09:00:00Z", "27 ноября 2027"],
])("a coming day has its year only where it is about a year away: %s", (at, words) => {
	expect(comingDayOf(Date.parse(at), NOW).replaceAll("\u00a0", " ")).toBe(words);
});

test("the year begins eleven months away", () => {
	expect(comingDayOf(NOW + 334 * DAY, NOW)).not.toMatch(/\d{4}/);
	expect(comingDayOf(NOW + 335 * DAY, NOW)).toMatch(/\d{4}/);
});

test.each([
	["2026-01-03T09:00:00Z", "3 января"],
	// Another year in the operator's zone already.
	["2026-12-31T22:00:00Z", "1 января 2027"],
	["2025-12-31T09:00:00Z", "31 декабря 2025"],
])("a day of a list has its year where that is another one: %s", (at, words) => {
	expect(listedDayOf(Date.parse(at), NOW).replaceAll("\u00a0", " ")).toBe(words);
});
