/** Pages to show in a row: the first, the last, those around this one, and where some are left out. */
export type PageSlot = number | "left-out-before" | "left-out-after";

/** Number of slots, constant so that nothing moves under the pointer from page to page. */
const SLOTS = 7;

export function pageSlots(page: number, pages: number): PageSlot[] {
	if (pages <= SLOTS) return span(1, pages);
	if (page <= 4) return [...span(1, 5), "left-out-after", pages];
	if (page >= pages - 3) return [1, "left-out-before", ...span(pages - 4, pages)];
	return [1, "left-out-before", ...span(page - 1, page + 1), "left-out-after", pages];
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
