import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { csvOf } from "./csv-of.ts";
import type { OverviewFigures } from "./load-overview.server.ts";

/** The reasons why answers were not completed, the most frequent first. */
export function Failures({ rows, total, answers, period }: OverviewFigures["failures"] & { period: number }) {
	const { t } = useTranslation("admin");
	const most = rows[0]?.number ?? 1;
	return (
		<>
			<ul className="hbar">
				{rows.map(({ code, name, number }) => (
					<li key={code}>
						<span>
							{t(`overview.failures.codes.${name}`)} <small className="mono">{code}</small>
						</span>
						<progress className="progress" data-tone="error" max={most} value={number} aria-hidden="true" />
						<b>{number}</b>
					</li>
				))}
			</ul>
			<p className="note">{t("overview.failures.total", { number: total, answers })}</p>
			<div className="chart-more">
				<a
					href={csvOf("failures", period)}
					aria-label={t("overview.charts.csvOf", { title: t("overview.failures.title") })}
				>
					<Icon name="tray-arrow-down" size="sm" />
					{t("overview.charts.csv")}
				</a>
			</div>
		</>
	);
}
