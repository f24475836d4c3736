import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";
import { DataTableFoot } from "./data-table-foot.tsx";
import { DataTableHead } from "./data-table-head.tsx";
import type { Column, Paging } from "./data-table-view.ts";
import { ProgressLine } from "./progress-line.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Cell, Table, TableBody, TableRow } from "./table.tsx";
import { useLate } from "./use-late.ts";

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
				<Table aria-labelledby={labelledBy}>
					<caption className="sr-only">{label}</caption>
					<DataTableHead columns={columns} {...paging} />
					<TableBody>
						{waiting && rows.length > 0
							? rows.map((row) => <SkeletonRow key={keyOf(row)} columns={columns} />)
							: rows.map((row) => (
									<TableRow key={keyOf(row)} {...marksOf?.(row)}>
										{columns.map((column) => (
											<Cell key={column.key} className={cellClass(column)} data-phone={column.phone}>
												{column.cell(row)}
											</Cell>
										))}
									</TableRow>
								))}
						{rows.length === 0 && (
							<TableRow className="data-table-empty">
								<Cell colSpan={columns.length}>
									<span className="tile tile-gray">
										<Icon name={empty.icon} />
									</span>
									<p>{t("table.noData")}</p>
									<p>{empty.text}</p>
								</Cell>
							</TableRow>
						)}
					</TableBody>
				</Table>
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
		<TableRow>
			{columns.map((column) => (
				<Cell key={column.key} className={cellClass(column)} data-phone={column.phone}>
					{column.phone !== "cover" && <Skeleton />}
				</Cell>
			))}
		</TableRow>
	);
}
