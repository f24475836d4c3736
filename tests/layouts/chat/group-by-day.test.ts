import { expect, test } from "vitest";
import { dayPart, groupByDay } from "../../../app/layouts/chat/sidebar/group-by-day.server.ts";

const at = (iso: string) => Date.parse(iso);
const conversation = (id: string, iso: string, pinned = false) => ({
	id,
	title: id,
	at: at(iso),
	pinned,
	archived: false,
	writing: false,
});

const MOSCOW = "Europe/Moscow";
const NOW = at("2026-11-21T10:00:00Z");

test("days turn at midnight of the operator's time zone", () => {
	const list = [
		conversation("сегодня", "2026-11-20T21:30:00Z"),
		conversation("вчера", "2026-11-20T20:30:00Z"),
		conversation("на неделе", "2026-11-18T20:30:00Z"),
	];
	const groups = groupByDay(list, NOW, MOSCOW);
	expect(groups.map(({ period, conversations }) => [period, conversations[0]?.id])).toEqual([
		["today", "сегодня"],
		["yesterday", "вчера"],
		["week", "на неделе"],
	]);
	expect(groupByDay([], 0, "UTC")).toEqual([]);
});

test("after the last days come 7 days, 30 days, and then months, with a year that is not this one", () => {
	const list = [
		conversation("приколот", "2020-01-01T00:00:00Z", true),
		conversation("часы спешат", "2026-11-22T10:00:00Z"),
		conversation("7 дней", "2026-11-14T10:00:00Z"),
		conversation("8 дней", "2026-11-13T10:00:00Z"),
		conversation("30 дней", "2026-10-22T10:00:00Z"),
		conversation("31 день", "2026-10-21T10:00:00Z"),
		conversation("май", "2026-05-31T20:59:00Z"),
		conversation("декабрь", "2025-12-31T20:59:00Z"),
	];
	const groups = groupByDay(list, NOW, MOSCOW);
	expect(
		groups.map(({ period, calendarMonth, conversations }) => [
			calendarMonth || period,
			conversations.map(({ id }) => id).join(),
		]),
	).toEqual([
		["pinned", "приколот"],
		["today", "часы спешат"],
		["week", "7 дней"],
		["month", "8 дней,30 дней"],
		["Октябрь", "31 день"],
		["Май", "май"],
		["Декабрь 2025", "декабрь"],
	]);
});

test.each([
	["23 hours, when clocks go forward", "2026-03-29", "+01:00", "2026-03-29T22:05:00Z"],
	["25 hours, when clocks go back", "2026-10-25", "+02:00", "2026-10-25T23:05:00Z"],
])("yesterday is the day before also where it has %s", (_, day, offset, justAfterMidnight) => {
	const now = Date.parse(justAfterMidnight);
	const conversation = (at: number, id: string) =>
		({ id, title: "", at, pinned: false }) as Parameters<typeof groupByDay>[0][number];
	const list = [
		conversation(now, "today"),
		conversation(Date.parse(`${day}T00:05:00${offset}`), "yesterday"),
		conversation(Date.parse(`${day}T00:05:00${offset}`) - 600_000, "week"),
	];
	const groups = groupByDay(list, now, "Europe/Berlin");
	expect(groups.map(({ period, conversations }) => [period, conversations.map(({ id }) => id)])).toEqual([
		["today", ["today"]],
		["yesterday", ["yesterday"]],
		["week", ["week"]],
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
