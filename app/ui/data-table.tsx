import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";
import { DataTableFoot } from "./data-table-foot.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import { ProgressLine } from "./progress.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useLate } from "./use-late.ts";

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

type DataTableProps<Row> = Paging & {
	/** Id of the heading that names the table. */
	labelledBy: string;
	label: string;
	columns: Column<Row>[];
	rows: Row[];
	keyOf: (row: Row) => string;
	/** `data-` attributes of a row, for external tools. */
	marksOf?: (row: Row) => Record<`data-${string}`, string>;
	/** The next rows are loading. */
	loading?: boolean;
	/** Shown when there are no rows. */
	empty: { icon: IconName; text: string };
};

/** Below this duration a loading state would only flicker. */
const FLICKER_MS = 150;

/** A table that the server sorts and pages; on a phone a list. */
export function DataTable<Row>(props: DataTableProps<Row>) {
	const { labelledBy, label, columns, rows, keyOf, marksOf, loading = false, empty, ...paging } = props;
	const { t } = useTranslation("kit");
	const waiting = useLate(loading, FLICKER_MS);
	return (
		<div className="data-table">
			<div className="data-table-wrap" aria-busy={loading || undefined}>
				<table aria-labelledby={labelledBy}>
					<caption className="sr-only">{label}</caption>
					<DataTableHead columns={columns} {...paging} />
					<tbody>
						{waiting && rows.length > 0
							? rows.map((row) => <SkeletonRow key={keyOf(row)} columns={columns} />)
							: rows.map((row) => (
									<tr key={keyOf(row)} {...marksOf?.(row)}>
										{columns.map((column) => (
											<td key={column.key} className={cellClass(column)} data-phone={column.phone}>
												{column.cell(row)}
											</td>
										))}
									</tr>
								))}
						{rows.length === 0 && (
							<tr className="data-table-empty">
								<td colSpan={columns.length}>
									<span className="tile tile-gray">
										<Icon name={empty.icon} />
									</span>
									<p>{t("table.noData")}</p>
									<p>{empty.text}</p>
								</td>
							</tr>
						)}
					</tbody>
				</table>
				{waiting && <ProgressLine label={t("table.loading")} />}
			</div>
			<DataTableFoot {...paging} label={label} shown={rows.length} waiting={waiting} />
		</div>
	);
}

const cellClass = <Row,>({ variant }: Column<Row>) =>
	classNames(variant && `data-table-${variant}`) || undefined;

/** A skeleton row, as high as the row it replaces. */
function SkeletonRow<Row>({ columns }: { columns: Column<Row>[] }) {
	return (
		<tr>
			{columns.map((column) => (
				<td key={column.key} className={cellClass(column)} data-phone={column.phone}>
					{column.phone !== "cover" && <Skeleton />}
				</td>
			))}
		</tr>
	);
}
