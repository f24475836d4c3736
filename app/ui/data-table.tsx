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
	/** Said by a screen reader only: what stands below speaks for itself. */
	titleHidden?: boolean;
	sortable?: boolean;
	/** `end` for what is summed up, `strong` for what the row is about. */
	look?: "end" | "strong";
	/**
	 * Its place on a phone, where a row is two lines: `title` and `end` above, `under` and `under-end` below.
	 * `cover` is a link that the whole row then is; without a place it is not shown there.
	 */
	phone?: "title" | "end" | "under" | "under-end" | "cover";
	cell: (row: Row) => ReactNode;
};

/** Which rows of all are shown, and in which order. */
export type TableView = { page: number; rows: number; sort: string; descending: boolean };

export type Paging = {
	view: TableView;
	/** Of all rows. */
	total: number;
	/** Where another view is: a page of its own, so that paging needs no script. */
	hrefOf: (view: TableView) => string;
	/** Goes there without a full load, where there is script. */
	go?: (href: string) => void;
};

type DataTableProps<Row> = Paging & {
	/** Of the heading that names it. */
	labelledBy: string;
	label: string;
	columns: Column<Row>[];
	rows: Row[];
	keyOf: (row: Row) => string;
	/** `data-` attributes of a row, for outside tools. */
	marksOf?: (row: Row) => Record<`data-${string}`, string>;
	/** The next rows are on their way. */
	loading?: boolean;
	/** What stands there while there are none. */
	empty: { icon: IconName; text: string };
};

/** So soon an answer comes that showing a wait would only be a flicker. */
const FLICKER_MS = 150;

/** A table that its server sorts and pages; on a phone a list. */
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

const cellClass = <Row,>({ look }: Column<Row>) => classNames(look && `data-table-${look}`) || undefined;

/** The shape of a row to come, as high as the one that stood here. */
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
