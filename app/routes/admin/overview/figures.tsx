import { useTranslation } from "react-i18next";
import type { LoadedOverview } from "./load-overview.server.ts";

/** The figures of the period, a card each. */
export function Figures({ figures, present }: Pick<LoadedOverview, "figures" | "present">) {
	const { t } = useTranslation("admin");
	const now = (
		<Figure name={t("overview.kpi.writing")} value={present.writing} note={t("overview.kpi.writingText")} />
	);
	if (!figures) return <dl className="kpis">{now}</dl>;
	const { active, money } = figures;
	return (
		<dl className="kpis">
			<Figure
				name={t("overview.kpi.registered")}
				value={figures.registered}
				note={t("overview.kpi.asked", { asked: figures.asked, today: figures.registeredToday })}
			/>
			<Figure
				name={t("overview.kpi.active")}
				value={active.month}
				note={t("overview.kpi.activeText", active)}
			/>
			<Figure
				name={t("overview.kpi.messages")}
				value={figures.messages}
				note={t("overview.kpi.todayIs", { value: figures.messagesToday })}
			/>
			{money && (
				<>
					<Figure
						name={t("overview.kpi.income")}
						value={money.income}
						note={t("overview.kpi.incomeText", { today: money.incomeToday, number: money.payments })}
					/>
					<Figure
						name={t("overview.kpi.refunds")}
						value={money.refunded}
						note={t("overview.kpi.refundsText", { number: money.refunds })}
					/>
					<Figure
						name={t("overview.kpi.cost")}
						value={money.cost ?? "—"}
						note={money.cost ? t("overview.kpi.costText") : t("overview.kpi.noCost")}
					/>
					<Figure
						name={t("overview.kpi.converted")}
						value={money.converted}
						note={t("overview.kpi.convertedText", { paid: money.paid, all: money.all })}
					/>
				</>
			)}
			{now}
		</dl>
	);
}

function Figure({ name, value, note }: { name: string; value: string | number; note: string }) {
	return (
		<div className="card kpi">
			<dt>{name}</dt>
			<dd>{value}</dd>
			<dd>{note}</dd>
		</div>
	);
}
