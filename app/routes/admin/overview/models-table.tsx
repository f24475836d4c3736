import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableFoot, TableHead, TableRow } from "../../../ui/table.tsx";
import { Empty } from "../empty.tsx";
import { AdminTable } from "../table.tsx";
import { csvOf } from "./csv-of.ts";
import type { OverviewFigures } from "./load-overview.server.ts";

type Rows = OverviewFigures["models"];
type Figures = Omit<Rows["rows"][0], "id" | "title">;

/** The figures of each model in the period. */
export function ModelsTable({
	rows,
	total,
	period,
	withMoney,
	mayConnect,
}: Rows & { period: number; withMoney: boolean; mayConnect: boolean }) {
	const { t } = useTranslation("admin");
	const columns = [
		"messages",
		"tokensIn",
		"tokensOut",
		...(withMoney ? (["cost"] as const) : []),
		"firstPiece",
		"failures",
	] as const;
	return (
		<Card padding="none" aria-labelledby="models">
			<div className="sec-head with-chip">
				<CardTitle id="models">{t("overview.models.title")}</CardTitle>
				{rows.length > 0 && (
					<LinkButton
						to={csvOf("models", period)}
						icon="tray-arrow-down"
						aria-label={t("overview.charts.csvOf", { title: t("overview.models.title") })}
					>
						{t("overview.models.csv")}
					</LinkButton>
				)}
			</div>
			{rows.length === 0 ? (
				<Empty icon="view-dashboard-outline" title={t("list.noData")} text={t("overview.models.empty")}>
					{mayConnect && (
						<LinkButton to={`${href("/admin/models")}?do=server`}>{t("overview.models.connect")}</LinkButton>
					)}
				</Empty>
			) : (
				<AdminTable caption={t("overview.models.title")}>
					<TableHead>
						<TableRow>
							<ColumnHeader>{t("overview.models.model")}</ColumnHeader>
							{columns.map((column) => (
								<ColumnHeader key={column} className="t-num">
									{t(`overview.models.${column}`)}
								</ColumnHeader>
							))}
						</TableRow>
					</TableHead>
					<TableBody>
						{rows.map(({ id, title, ...figures }) => (
							<TableRow key={id}>
								<Cell>
									<b>{title}</b> {figures.cost === null && <small>{t("overview.models.noPrice")}</small>}
									{figures.estimated && (
										<small>{t("overview.models.estimated", { tokens: figures.estimated })}</small>
									)}
								</Cell>
								<Cells {...figures} columns={columns} />
							</TableRow>
						))}
					</TableBody>
					{total && (
						<TableFoot>
							<TableRow>
								<Cell>{t("overview.models.total")}</Cell>
								<Cells {...total} columns={columns} />
							</TableRow>
						</TableFoot>
					)}
				</AdminTable>
			)}
		</Card>
	);
}

function Cells({
	columns,
	...figures
}: Figures & { columns: readonly Exclude<keyof Figures, "estimated">[] }) {
	const { t } = useTranslation("admin");
	return columns.map((column) => (
		<Cell key={column} className="t-num" data-label={t(`overview.models.${column}`)}>
			{figures[column] ?? "—"}
		</Cell>
	));
}
