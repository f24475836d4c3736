import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Meter } from "../../../ui/meter.tsx";
import type { Current } from "../load/load-current.server.ts";
import type { Use } from "../load/load-use.server.ts";
import { UseChart } from "./use-chart.tsx";

type CurrentPlanProps = {
	current: Current;
	/** Null: no messages in the last thirty days. */
	use: Use | null;
	/** What the address of a refund names: a purchase, or the choice between several; null: nothing can be refunded. */
	refundable: string | null;
};

/** The person's plan, its end, how much of it is used. */
export function CurrentPlan({ current, use, refundable }: CurrentPlanProps) {
	const { t } = useTranslation("payment");
	const { title, text, priceSoon, extendable, key, used, granted, left, apart, renews } = current;
	return (
		<Card className="current-plan" aria-labelledby="current-plan">
			<div>
				<h2 id="current-plan" className="eyebrow">
					{t("current.eyebrow")}
				</h2>
				<p className="current-plan-title">{title}</p>
				<p className="current-plan-text">{text}</p>
				{priceSoon && <p className="current-plan-text">{priceSoon}</p>}
				{(extendable || refundable) && (
					<p className="current-plan-actions">
						{extendable && (
							<LinkButton to={`${href("/payment")}?plan=${key}`}>{t("current.extend")}</LinkButton>
						)}
						{refundable && (
							<LinkButton variant="ghost" to={`${href("/payment")}?refund=${refundable}`}>
								{t("current.refund")}
							</LinkButton>
						)}
					</p>
				)}
			</div>
			<div className="current-plan-quota">
				<div className="current-plan-used">
					<h3 id="used">{t("quota.used")}</h3>
					<p className="num">
						<b>{t("quota.count", { count: used })}</b> {t("quota.of", { granted })}
					</p>
				</div>
				<Meter used={used} of={granted} labelledBy="used" />
				<p className="current-plan-left">
					<span>{t("quota.left", { count: left })}</span> <span>{renews}</span>
				</p>
				{apart && <p className="current-plan-left">{apart}</p>}
			</div>
			{use && <UseChart use={use} />}
		</Card>
	);
}
