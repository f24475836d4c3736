import { describe, expect, test } from "vitest";
import {
	type Announcement,
	addAnnouncement,
	announcementsText,
	endAnnouncement,
	readAnnouncements,
	shownAnnouncement,
} from "../../../app/operator/look/announcements.server.ts";
import { storedSettings } from "../../../app/platform/stored-settings/service.server.ts";
import type { StoredSettings } from "../../../app/platform/stored-settings/stored-settings.server.ts";

const one = (id: string, from: number, until: number): Announcement => ({
	id,
	text: `Работы ${id}`,
	link: null,
	tone: "info",
	audience: "all",
	hideable: true,
	from,
	until,
});

describe("announcements", () => {
	test("no two are shown at once; side by side they may be", () => {
		const added = addAnnouncement([one("a", 10, 20)], one("b", 19, 30), 5);
		expect(added).toMatchObject({ outcome: "overlaps", other: { id: "a" } });
		expect(addAnnouncement([one("a", 10, 20)], one("b", 20, 30), 5).outcome).toBe("set");
	});

	test("one that is over is in nothing's way, and of the two the newer is shown", () => {
		const ended = endAnnouncement([one("wrong", 10, 40)], "wrong", 25);
		const added = addAnnouncement(ended, one("right", 20, 40), 25);
		if (added.outcome !== "set") throw new Error(added.outcome);
		const settings = new Map([["announcements", { value: announcementsText(added.list) }]]);
		storedSettings.provide(settings as unknown as StoredSettings);
		// The first is of a server whose clock is behind.
		expect([24, 25, 39].map((now) => shownAnnouncement(now)?.id)).toEqual(["right", "right", "right"]);
		expect([19, 40].map((now) => shownAnnouncement(now)?.id)).toEqual(["wrong", undefined]);
		storedSettings.withdraw();
		expect(addAnnouncement([one("wrong", 10, 40)], one("right", 20, 40), 25).outcome).toBe("overlaps");
	});

	test("one that is shown ends now, one that has not begun goes, one that is over stays", () => {
		const list = [one("later", 50, 60), one("now", 10, 40), one("past", 1, 5)];
		expect(endAnnouncement(list, "later", 20).map(({ id }) => id)).toEqual(["now", "past"]);
		expect(endAnnouncement(list, "now", 20)[1]?.until).toBe(20);
		expect(endAnnouncement(list, "past", 20)).toEqual(list);
	});

	test("the last twenty are kept, and read as they were written", () => {
		let list: Announcement[] = [];
		for (let i = 0; i < 30; i++) {
			const added = addAnnouncement(list, one(String(i), i * 10, i * 10 + 5), 0);
			if (added.outcome === "set") list = added.list;
		}
		expect(list).toHaveLength(20);
		expect(list[0]?.id).toBe("29");
		expect(readAnnouncements(announcementsText(list))).toEqual(list);
	});
});
