import { expect, test } from "vitest";
import { localMomentIn, momentOfLocal } from "../../../app/platform/dates/local-moment.server.ts";

test("a moment survives its way through a field", () => {
	for (const zone of ["Europe/Moscow", "Asia/Kamchatka", "America/St_Johns", "UTC"]) {
		for (const at of [Date.UTC(2026, 10, 23, 7, 0), Date.UTC(2026, 6, 1, 22, 45)])
			expect(momentOfLocal(localMomentIn(at, zone), zone)).toBe(at);
	}
	expect(localMomentIn(Date.UTC(2026, 10, 23, 7), "Europe/Moscow")).toBe("2026-11-23T10:00");
});

test("a time around a change of clocks is one, and what is none is none", () => {
	const found = momentOfLocal("2026-03-29T05:30", "Europe/Berlin");
	expect(localMomentIn(found ?? 0, "Europe/Berlin")).toBe("2026-03-29T05:30");
	expect(momentOfLocal("2026-03-29T02:30", "Europe/Berlin")).not.toBeNull();
	for (const text of ["", "2026-11-23", "2026-13-01T10:00", "2026-11-23T24:00", "завтра"])
		expect(momentOfLocal(text, "Europe/Moscow")).toBeNull();
});
