import type { TableView } from "../../../ui/data-table.tsx";
import { ROWS_PER_PAGE } from "../../../ui/data-table-foot.tsx";

/** What the history can be sorted by. */
const SORTS = ["date", "sum"] as const;
type Sort = (typeof SORTS)[number];

/** Which part of the history an address asks for; what it does not say, or says wrongly, is as at first. */
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

/** Where that part is. The order is left out where it is the usual one. */
export function historyAddress({ page, rows, sort, descending }: TableView): string {
	const params = new URLSearchParams({ page: String(page), rows: String(rows) });
	if (sort !== "date") params.set("sort", sort);
	if (!descending) params.set("order", "asc");
	return `/payment?${params}#history`;
}
