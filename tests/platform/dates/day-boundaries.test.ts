import { expect, test } from "vitest";
import {
	DAY,
	dayNumber,
	dayStart,
	dayStartAfter,
	hourIn,
	isoDayIn,
	isTimeZone,
	yearIn,
} from "../../../app/platform/dates/day-boundaries.server.ts";

const at = (text: string) => Date.parse(text);

test.each([
	["Europe/Moscow", "2026-11-21T12:00:00Z", "2026-11-20T21:00:00Z", "2026-11-21T21:00:00Z"],
	["Europe/Moscow", "2026-11-20T20:59:59.999Z", "2026-11-19T21:00:00Z", "2026-11-20T21:00:00Z"],
	["Europe/Moscow", "2026-11-20T21:00:00.000Z", "2026-11-20T21:00:00Z", "2026-11-21T21:00:00Z"],
	["Asia/Kamchatka", "2026-12-31T11:59:00Z", "2026-12-30T12:00:00Z", "2026-12-31T12:00:00Z"],
	["UTC", "1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"],
	// Clocks go forward and back: the days have 23 and 25 hours.
	["Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
	["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
	// There is no midnight: the clocks go from 23:59 to 01:00, and back from 00:59 to midnight's hour.
	["America/Havana", "2026-03-08T12:00:00Z", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
	["America/Havana", "2026-03-08T04:30:00Z", "2026-03-07T05:00:00Z", "2026-03-08T05:00:00Z"],
	["Asia/Beirut", "2026-03-29T12:00:00Z", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"],
	["America/Havana", "2026-11-01T12:00:00Z", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
])("in %s at %s the day lasts from %s to %s", (zone, now, from, until) => {
	expect(dayStart(at(now), zone)).toBe(at(from));
	expect(dayStartAfter(at(now), 1, zone)).toBe(at(until));
});

test("every moment of a year lies in its day, and days touch", () => {
	for (const zone of [
		"Europe/Moscow",
		"Europe/Berlin",
		"America/St_Johns",
		"America/Havana",
		"Asia/Beirut",
	]) {
		let now = at("2026-01-01T00:00:00Z");
		for (let i = 0; i < 500; i++) {
			const [from, until] = [dayStart(now, zone), dayStartAfter(now, 1, zone)];
			expect([from <= now, now < until, until - from <= 1.1 * DAY]).toEqual([true, true, true]);
			expect(dayStart(until, zone)).toBe(until);
			expect(dayNumber(until, zone)).toBe(dayNumber(from, zone) + 1);
			now += 63_300_000;
		}
	}
});

test("the year is that of the zone, not of the server's clock", () => {
	const newYear = Date.parse("2026-12-31T21:30:00Z");
	expect(yearIn(newYear, "UTC")).toBe(2026);
	expect(yearIn(newYear, "Europe/Moscow")).toBe(2027);
	expect(yearIn(newYear, "America/New_York")).toBe(2026);
});

test("the day and the hour are those of the zone, also where the clocks have just changed", () => {
	const [before, after] = [at("2026-03-29T00:59:59Z"), at("2026-03-29T01:00:00Z")];
	expect([before, after].map((moment) => hourIn(moment, "Europe/Berlin"))).toEqual([1, 3]);
	expect(isoDayIn(at("2026-12-31T21:00:00Z"), "Europe/Moscow")).toBe("2027-01-01");
	expect(isoDayIn(at("2026-12-31T20:59:59Z"), "Europe/Moscow")).toBe("2026-12-31");
	expect(["Europe/Moscow", "UTC", "Moscow", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});

test("the day and the hour are those that Intl tells, at every half hour of the days in which clocks change and of others", () => {
	const zones = [
		"Europe/Moscow",
		"Australia/Lord_Howe",
		"Africa/Casablanca",
		"Asia/Kathmandu",
		"America/Havana",
	];
	for (const timeZone of zones) {
		const told = new Intl.DateTimeFormat("sv-SE", {
			timeZone,
			year: "numeric",
			month: "2-digit",
			day: "2-digit",
			hour: "2-digit",
			hourCycle: "h23",
		});
		// The years of Moscow's last changes, and one to come.
		for (const year of [1991, 2011, 2014, 2026]) {
			for (let moment = Date.UTC(year, 0, 1); moment < Date.UTC(year + 1, 0, 1); moment += 30 * 60_000) {
				const [day, hour] = told.format(moment).split(" ");
				if (isoDayIn(moment, timeZone) !== day || hourIn(moment, timeZone) !== Number(hour))
					expect([
						timeZone,
						new Date(moment).toISOString(),
						isoDayIn(moment, timeZone),
						hourIn(moment, timeZone),
					]).toEqual([timeZone, new Date(moment).toISOString(), day, Number(hour)]);
			}
		}
	}
});
