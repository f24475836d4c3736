import type { ReactNode } from "react";

export type Column<Row> = {
	key: string;
	title: string;
	/** Visually hidden: the cells are self-explanatory. */
	titleHidden?: boolean;
	sortable?: boolean;
	/** `end` for sums, `strong` for the subject of the row. */
	variant?: "end" | "strong";
	/**
	 * Its position on a phone, where a row is two lines: `title` and `end` above, `under` and `under-end` below.
	 * `cover` is a link over the whole row; without a position it is not shown there.
	 */
	phone?: "title" | "end" | "under" | "under-end" | "cover";
	cell: (row: Row) => ReactNode;
};

/** The page, its size and the order of the rows. */
export type TableView = { page: number; rows: number; sort: string; descending: boolean };

export type Paging = {
	view: TableView;
	/** Total number of rows. */
	total: number;
	/** The address of another view: a page of its own, so that paging needs no script. */
	hrefOf: (view: TableView) => string;
	/** Navigates without a full load, where there is script. */
	go?: (href: string) => void;
};
