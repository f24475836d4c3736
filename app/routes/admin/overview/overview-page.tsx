import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Section } from "../section.tsx";
import { ChartCard } from "./chart-card.tsx";
import { Failures } from "./failures.tsx";
import { Figures } from "./figures.tsx";
import { isRead } from "./is-read.ts";
import type { LoadedOverview, OverviewFigures } from "./load-overview.server.ts";
import { ModelsTable } from "./models-table.tsx";
import { Needs } from "./needs.tsx";
import { Present } from "./present.tsx";
import { UnreadPart } from "./unread-part.tsx";

const PERIODS = [1, 7, 30] as const;

/** Problems that need an act, the figures of some days, and charts of them; a part that could not be read says so. */
export function OverviewPage(loaded: LoadedOverview) {
	const { days, isTrial, figures, present, start } = loaded;
	const { t } = useTranslation("admin");
	const here = (count: number) => `${href("/admin")}?days=${count}`;
	const again = here(days);
	return (
		<>
			<div className="adm-head">
				<h1>{t("overview.title")}</h1>
				{isTrial && <Chip>{t("overview.trial")}</Chip>}
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
			{isRead(figures) && (
				<p className="adm-lead">
					{figures.counted ? t("overview.counted", figures.counted) : t("overview.uncounted")}{" "}
					<a className="link" href={again}>
						{t("overview.again")}
					</a>
				</p>
			)}
			{start && (
				<Banner tone="info" title={t("overview.start.title")}>
					{t("overview.start.left", { count: start.left, all: start.all })}{" "}
					<a className="link" href={href("/admin/start")}>
						{t("overview.start.go")}
					</a>
				</Banner>
			)}
			<NeedsCard {...loaded} again={again} />
			<Figures {...loaded} />
			{isRead(figures) ? (
				<Charts charts={figures.charts} period={days} />
			) : (
				<UnreadPart title={t("overview.unread.figures")} unread={figures.unread} again={again} />
			)}
			{isRead(figures) && (
				<ModelsTable
					{...figures.models}
					period={days}
					withMoney={loaded.withMoney}
					mayConnect={loaded.mayConnect}
				/>
			)}
			<div className="cards-2">
				{isRead(figures) && (
					<Section title={t("overview.failures.title")}>
						{figures.failures.rows.length > 0 ? (
							<Failures {...figures.failures} period={days} />
						) : (
							<Banner tone="success">{t("overview.failures.none")}</Banner>
						)}
					</Section>
				)}
				{isRead(present) ? (
					<Present {...present} />
				) : (
					<UnreadPart title={t("overview.present.title")} unread={present.unread} again={again} />
				)}
			</div>
		</>
	);
}

/** Nothing where nothing needs an act. */
function NeedsCard({ needs, again }: Pick<LoadedOverview, "needs"> & { again: string }) {
	const { t } = useTranslation("admin");
	if (!isRead(needs))
		return <UnreadPart title={t("overview.needs.title")} unread={needs.unread} again={again} />;
	if (needs.length === 0) return null;
	return (
		<Card padding="none" aria-labelledby="needs">
			<div className="sec-head with-chip">
				<CardTitle id="needs">{t("overview.needs.title")}</CardTitle>
				<Chip tone="warning">{needs.length}</Chip>
			</div>
			<Needs needs={needs} />
		</Card>
	);
}

function Charts({ charts, period }: Pick<OverviewFigures, "charts"> & { period: number }) {
	if (charts.length === 0) return null;
	return (
		<div className="cards-2">
			{charts.map((chart) => (
				<ChartCard key={chart.name} {...chart} period={period} />
			))}
		</div>
	);
}
