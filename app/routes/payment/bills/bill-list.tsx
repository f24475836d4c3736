import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { BillState } from "../../../billing/bills/bill.server.ts";
import type { IconName } from "../../../icons/icon.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import type { LoadedBillList } from "./load-bills.server.ts";

const BILLS = href("/payment/bills");

/** A person's bills, and the way to a new one. */
export function BillList({ bills, mayOrder }: LoadedBillList) {
	const { t } = useTranslation("bills");
	return (
		<>
			<div className="bills-head">
				<h1>{t("title")}</h1>
				{mayOrder && (
					<LinkButton to={`${BILLS}?do=new`} variant="primary" icon="plus">
						{t("new")}
					</LinkButton>
				)}
			</div>
			<p className="bills-lead">{t("lead")}</p>
			{!mayOrder && <p className="bills-lead">{t("off")}</p>}
			<Card>
				{bills.length === 0 ? (
					<p>{t("none")}</p>
				) : (
					<ul className="bills-list">
						{bills.map(({ id, number, date, organisation, sum, state }) => (
							<li key={id}>
								<div>
									<a className="link" href={`${BILLS}?bill=${id}`}>
										{t("numbered", { number, date })}
									</a>
									<p>{organisation}</p>
								</div>
								<span className="num">{sum}</span>
								<BillChip state={state} />
							</li>
						))}
					</ul>
				)}
			</Card>
			<LinkButton to={href("/payment")} variant="text" icon="arrow-left">
				{t("toPayment")}
			</LinkButton>
		</>
	);
}

const LOOKS: Record<BillState, { tone: ChipTone; icon: IconName }> = {
	open: { tone: "info", icon: "timer-sand" },
	expired: { tone: "warning", icon: "timer-sand" },
	paid: { tone: "success", icon: "check-circle-outline" },
	canceled: { tone: "gray", icon: "close-circle-outline" },
};

/** The state of a bill, by its word, its colour and its icon. */
export function BillChip({ state }: { state: BillState }) {
	const { t } = useTranslation("bills");
	return <Chip {...LOOKS[state]}>{t(`states.${state}`)}</Chip>;
}
