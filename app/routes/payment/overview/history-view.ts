import { ROWS_PER_PAGE } from "../../../ui/data-table-foot.tsx";
import type { TableView } from "../../../ui/data-table-view.ts";

/** Sort keys of the history. */
const SORTS = ["date", "sum"] as const;
type Sort = (typeof SORTS)[number];

/** The view of the history that an address selects; missing or invalid parameters have their defaults. */
export function readHistoryView(params: URLSearchParams): TableView & { sort: Sort } {
	const page = Number(params.get("page"));
	const rows = Number(params.get("rows"));
	return {
		page: Number.isSafeInteger(page) && page > 0 ? page : 1,
		rows: ROWS_PER_PAGE.find((count) => count === rows) ?? ROWS_PER_PAGE[0],
		sort: SORTS.find((sort) => sort === params.get("sort")) ?? "date",
		descending: params.get("order") !== "asc",
	};
}

/** The address of that view. The default order is left out. */
export function historyAddress({ page, rows, sort, descending }: TableView): string {
	const params = new URLSearchParams({ page: String(page), rows: String(rows) });
	if (sort !== "date") params.set("sort", sort);
	if (!descending) params.set("order", "asc");
	return `/payment?${params}#history`;
}
