import { expect, test } from "vitest";
import { pageSlots } from "../../app/ui/page-slots.ts";

const drawn = (page: number, pages: number) =>
	pageSlots(page, pages)
		.map((slot) => (typeof slot === "string" ? "…" : slot))
		.join(" ");

test.each([
	[1, 1, "1"],
	[3, 7, "1 2 3 4 5 6 7"],
	[1, 12, "1 2 3 4 5 … 12"],
	[4, 12, "1 2 3 4 5 … 12"],
	[5, 12, "1 … 4 5 6 … 12"],
	[8, 12, "1 … 7 8 9 … 12"],
	[9, 12, "1 … 8 9 10 11 12"],
	[12, 12, "1 … 8 9 10 11 12"],
])("on page %i of %i the row is %s", (page, pages, row) => {
	expect(drawn(page, pages)).toBe(row);
});

test("the row has its first, its last and this page, and as many places on every page", () => {
	for (let page = 1; page <= 40; page++) {
		const slots = pageSlots(page, 40);
		expect(slots).toHaveLength(7);
		expect(slots).toEqual(expect.arrayContaining([1, page, 40]));
		expect(new Set(slots).size).toBe(7);
	}
});
