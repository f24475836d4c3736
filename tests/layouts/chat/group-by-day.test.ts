import { expect, test } from "vitest";
import { dayPart, groupByDay } from "../../../app/layouts/chat/sidebar/group-by-day.server.ts";

const at = (iso: string) => Date.parse(iso);
const conversation = (id: string, iso: string) => ({
	id,
	title: id,
	updatedAt: at(iso),
	pinned: false,
	archived: false,
	writing: false,
});

test("days turn at midnight of the operator's time zone", () => {
	const list = [
		conversation("сегодня", "2026-11-20T21:30:00Z"),
		conversation("вчера", "2026-11-20T20:30:00Z"),
		conversation("ранее", "2026-11-18T20:30:00Z"),
	];
	const groups = groupByDay(list, at("2026-11-21T10:00:00Z"), "Europe/Moscow");
	expect(groups.map(({ day, conversations }) => [day, conversations[0]?.id])).toEqual([
		["today", "сегодня"],
		["yesterday", "вчера"],
		["earlier", "ранее"],
	]);
	expect(groupByDay([], 0, "UTC")).toEqual([]);
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

test.each([
	["04:59", "night"],
	["05:00", "morning"],
	["11:59", "morning"],
	["12:00", "day"],
	["17:59", "day"],
	["18:00", "evening"],
	["22:59", "evening"],
	["23:00", "night"],
])("at %s it is %s", (time, part) => {
	expect(dayPart(at(`2026-11-21T${time}:00Z`), "UTC")).toBe(part);
});
