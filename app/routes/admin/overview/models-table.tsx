import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { csvOf } from "./csv-of.ts";
import type { LoadedOverview } from "./load-overview.server.ts";

type Rows = LoadedOverview["models"];
type Figures = Omit<Rows["rows"][0], "id" | "title">;

/** What each model has done in the period. */
export function ModelsTable({
	rows,
	total,
	period,
	withMoney,
}: Rows & { period: number; withMoney: boolean }) {
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
				<p className="sec-body">{t("overview.models.empty")}</p>
			) : (
				<table className="table-adm">
					<caption className="sr-only">{t("overview.models.title")}</caption>
					<thead>
						<tr>
							<th scope="col">{t("overview.models.model")}</th>
							{columns.map((column) => (
								<th key={column} scope="col" className="t-num">
									{t(`overview.models.${column}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ id, title, ...figures }) => (
							<tr key={id}>
								<td>
									<b>{title}</b> {figures.cost === null && <small>{t("overview.models.noPrice")}</small>}
									{figures.estimated && (
										<small>{t("overview.models.estimated", { tokens: figures.estimated })}</small>
									)}
								</td>
								<Cells {...figures} columns={columns} />
							</tr>
						))}
					</tbody>
					{total && (
						<tfoot>
							<tr>
								<td>{t("overview.models.total")}</td>
								<Cells {...total} columns={columns} />
							</tr>
						</tfoot>
					)}
				</table>
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
		<td key={column} className="t-num" data-label={t(`overview.models.${column}`)}>
			{figures[column] ?? "—"}
		</td>
	));
}
