import { useTranslation } from "react-i18next";
import { isRead } from "./is-read.ts";
import type { LoadedOverview, OverviewFigures } from "./load-overview.server.ts";

/** The figures of the period, a card each; a dash where they could not be read. */
export function Figures({
	figures,
	present,
	withMoney,
}: Pick<LoadedOverview, "figures" | "present" | "withMoney">) {
	const { t } = useTranslation("admin");
	return (
		<dl className="kpis">
			{isRead(figures) ? <Sums sums={figures.sums} /> : <NoSums withMoney={withMoney} />}
			{isRead(present) ? (
				<Figure
					name={t("overview.kpi.writing")}
					value={present.writing}
					note={t("overview.kpi.writingText")}
				/>
			) : (
				<Uncounted name={t("overview.kpi.writing")} />
			)}
		</dl>
	);
}

/** Nothing where no day was counted yet. */
function Sums({ sums }: Pick<OverviewFigures, "sums">) {
	const { t } = useTranslation("admin");
	if (!sums) return null;
	const { active, money } = sums;
	return (
		<>
			<Figure
				name={t("overview.kpi.registered")}
				value={sums.registered}
				note={t("overview.kpi.asked", { asked: sums.asked, today: sums.registeredToday })}
			/>
			<Figure
				name={t("overview.kpi.active")}
				value={active.month}
				note={t("overview.kpi.activeText", active)}
			/>
			<Figure
				name={t("overview.kpi.messages")}
				value={sums.messages}
				note={t("overview.kpi.todayIs", { value: sums.messagesToday })}
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
		</>
	);
}

const SUMS = ["registered", "active", "messages"] as const;
const SUMS_OF_MONEY = ["income", "refunds", "cost", "converted"] as const;

function NoSums({ withMoney }: Pick<LoadedOverview, "withMoney">) {
	const { t } = useTranslation("admin");
	const names = withMoney ? [...SUMS, ...SUMS_OF_MONEY] : SUMS;
	return names.map((name) => <Uncounted key={name} name={t(`overview.kpi.${name}`)} />);
}

function Uncounted({ name }: { name: string }) {
	const { t } = useTranslation("admin");
	return <Figure name={name} value="—" note={t("overview.kpi.uncounted")} />;
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
