import { expect, test } from "vitest";
import { DAY, isoDayIn } from "../../../app/platform/dates/day-boundaries.server.ts";
import { daysOfMonth, isoMonthIn } from "../../../app/platform/dates/months.server.ts";

test("the days of a month touch and are named by the zone, where the clocks change too", () => {
	for (const zone of ["Europe/Moscow", "Europe/Berlin", "America/Havana", "Asia/Kamchatka", "UTC"]) {
		for (const month of ["2026-03", "2026-10", "2026-11", "2028-02"]) {
			const days = daysOfMonth(month, zone) ?? [];
			for (const [i, { day, from, to }] of days.entries()) {
				expect([isoDayIn(from, zone), isoDayIn(to - 1, zone)]).toEqual([day, day]);
				expect(from).toBe(i === 0 ? from : days[i - 1]?.to);
			}
			expect(days.at(-1)?.day).toBe(`${month}-${days.length}`);
			expect(isoMonthIn(days.at(-1)?.to ?? 0, zone)).not.toBe(month);
		}
	}
	const lengths = (month: string) =>
		(daysOfMonth(month, "Europe/Berlin") ?? []).map(({ from, to }) => ((to - from) / DAY) * 24);
	expect(lengths("2026-03").filter((hours) => hours !== 24)).toEqual([23]);
	expect(lengths("2026-10").filter((hours) => hours !== 24)).toEqual([25]);
	expect(lengths("2028-02")).toHaveLength(29);
});

test("the month is that of the zone; what is no month is none", () => {
	const at = Date.parse("2026-10-31T21:00:00Z");
	expect([isoMonthIn(at, "Europe/Moscow"), isoMonthIn(at - 1, "Europe/Moscow")]).toEqual([
		"2026-11",
		"2026-10",
	]);
	for (const text of ["", "2026", "2026-13", "2026-00", "2026-1", "2026-11-01", "ноябрь 2026", "11.2026"])
		expect([text, daysOfMonth(text, "Europe/Moscow")]).toEqual([text, null]);
});
