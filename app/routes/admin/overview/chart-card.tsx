import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { Section } from "../section.tsx";
import { AdminTable } from "../table.tsx";
import { Chart } from "./chart.tsx";
import type { ChartData } from "./charts.server.ts";
import { csvOf } from "./csv-of.ts";

/** A chart with its legend, and behind it the same values as a table and as a file. */
export function ChartCard({
	name,
	kind,
	days,
	series,
	legend,
	columns,
	rows,
	period,
}: ChartData & { period: number }) {
	const { t } = useTranslation("admin");
	const title = t(`overview.charts.titles.${name}`);
	const isEmpty = series.every(({ values }) => values.every((value) => !value));
	if (isEmpty)
		return (
			<Section title={title}>
				<p>{t("overview.charts.empty")}</p>
			</Section>
		);
	const label = t("overview.charts.label", { title, series: legend.join(", ") });
	return (
		<Section title={title}>
			<ul className="legend">
				{series.map(({ name: of, dash, color }, i) => (
					<li key={of} className={`s${color ?? i + 1}`}>
						<i
							className={kind === "lines" ? "line-key" : undefined}
							data-dash={dash || undefined}
							aria-hidden="true"
						/>
						{legend[i]}
					</li>
				))}
			</ul>
			<Chart label={label} kind={kind} days={days} series={series} />
			<div className="chart-more">
				<details>
					<summary>
						<Icon name="file-table-outline" size="sm" />
						{t("overview.charts.table")}
					</summary>
					<AdminTable caption={title}>
						<TableHead>
							<TableRow>
								{columns.map((column, i) => (
									<ColumnHeader key={column} className={i > 0 ? "t-num" : undefined}>
										{column}
									</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{rows.map((row) => (
								<TableRow key={row[0]}>
									{row.map((cell, i) => (
										<Cell
											key={columns[i]}
											className={i > 0 ? "t-num" : undefined}
											data-label={i > 0 ? columns[i] : undefined}
										>
											{cell}
										</Cell>
									))}
								</TableRow>
							))}
						</TableBody>
					</AdminTable>
				</details>
				<a href={csvOf(name, period)} aria-label={t("overview.charts.csvOf", { title })}>
					<Icon name="tray-arrow-down" size="sm" />
					{t("overview.charts.csv")}
				</a>
			</div>
		</Section>
	);
}
