import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Section } from "../section.tsx";
import { ChartCard } from "./chart-card.tsx";
import { Failures } from "./failures.tsx";
import { Figures } from "./figures.tsx";
import type { LoadedOverview } from "./load-overview.server.ts";
import { ModelsTable } from "./models-table.tsx";
import { Needs } from "./needs.tsx";
import { Present } from "./present.tsx";

const PERIODS = [1, 7, 30] as const;

/** What needs an act, the figures of some days, and charts of them. */
export function OverviewPage(loaded: LoadedOverview) {
	const { days, counted, needs, charts, models, failures } = loaded;
	const { t } = useTranslation("admin");
	const here = (count: number) => `${href("/admin")}?days=${count}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("overview.title")}</h1>
				<div className="adm-acts">
					<nav className="segmented" aria-label={t("overview.period")}>
						{PERIODS.map((count) => (
							<a key={count} href={here(count)} aria-current={count === days ? "true" : undefined}>
								{count === 1 ? t("overview.today") : t("overview.days", { number: count })}
							</a>
						))}
					</nav>
				</div>
			</div>
			<p className="adm-lead">
				{counted ? t("overview.counted", counted) : t("overview.uncounted")}{" "}
				<a className="link" href={here(days)}>
					{t("overview.again")}
				</a>
			</p>
			{needs.length > 0 && (
				<Card padding="none" aria-labelledby="needs">
					<div className="sec-head with-chip">
						<CardTitle id="needs">{t("overview.needs.title")}</CardTitle>
						<Chip tone="warning">{needs.length}</Chip>
					</div>
					<Needs needs={needs} />
				</Card>
			)}
			<Figures {...loaded} />
			{counted && days > 1 && (
				<div className="cards-2">
					{charts.map((chart) => (
						<ChartCard key={chart.name} {...chart} period={days} />
					))}
				</div>
			)}
			<ModelsTable {...models} period={days} withMoney={loaded.withMoney} />
			<div className="cards-2">
				<Section title={t("overview.failures.title")}>
					{failures.rows.length > 0 ? (
						<Failures {...failures} period={days} />
					) : (
						<Banner tone="success">{t("overview.failures.none")}</Banner>
					)}
				</Section>
				<Present {...loaded.present} />
			</div>
		</>
	);
}
