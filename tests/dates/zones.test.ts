import { expect, test } from "vitest";
import { groupByDay } from "../../app/layouts/chat/sidebar/group-by-day.server.ts";
import { yearIn } from "../../app/platform/dates/day-boundaries.server.ts";

test("the year is that of the zone, not of the server's clock", () => {
	const newYear = Date.parse("2026-12-31T21:30:00Z");
	expect(yearIn(newYear, "UTC")).toBe(2026);
	expect(yearIn(newYear, "Europe/Moscow")).toBe(2027);
	expect(yearIn(newYear, "America/New_York")).toBe(2026);
});

test.each([
	["23 hours, when clocks go forward", "2026-03-29", "+01:00", "2026-03-29T22:05:00Z"],
	["25 hours, when clocks go back", "2026-10-25", "+02:00", "2026-10-25T23:05:00Z"],
])("yesterday is the day before also where it has %s", (_, day, offset, justAfterMidnight) => {
	const now = Date.parse(justAfterMidnight);
	const conversation = (updatedAt: number, id: string) =>
		({ id, title: "", updatedAt, pinned: false }) as Parameters<typeof groupByDay>[0][number];
	const list = [
		conversation(now, "today"),
		conversation(Date.parse(`${day}T00:05:00${offset}`), "yesterday"),
		conversation(Date.parse(`${day}T00:05:00${offset}`) - 600_000, "earlier"),
	];
	const groups = groupByDay(list, now, "Europe/Berlin");
	expect(groups.map(({ day, conversations }) => [day, conversations.map(({ id }) => id)])).toEqual([
		["today", ["today"]],
		["yesterday", ["yesterday"]],
		["earlier", ["earlier"]],
	]);
});
