import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { PlanCard, SharedFeatures } from "../../../billing/plans/plan-card.tsx";
import type { DrawnIcon } from "../../../icons/drawn-icon.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import type { OfferView } from "../load/offers.server.ts";

type PlanChoiceProps = {
	plans: OfferView[];
	/** The features of all of them. */
	shared: string[];
	/** The person's current plan. */
	current: { key: string; title: string };
	/** Whole per cent that a year saves; 0 when there are no yearly plans. */
	saving: number;
	/** Icons of the plans by their names, for browsers without script. */
	icons: Record<string, DrawnIcon>;
};

/** Monthly or yearly plans: radio buttons and `:has()`, so it switches without script. */
export function PlanChoice({ plans, shared, current, saving, icons }: PlanChoiceProps) {
	const { t } = useTranslation("payment");
	const byYear = plans.some((plan) => plan.yearly);
	const hasYear = plans.some((plan) => plan.yearly && plan.key === current.key);
	return (
		<section className="plan-choice" aria-labelledby="plan-choice">
			<div className="plan-choice-head">
				<h2 id="plan-choice" className="card-title">
					{t("choose.heading")}
				</h2>
				{byYear && (
					<fieldset className="periods">
						<legend className="sr-only">{t("choose.period")}</legend>
						<label>
							<input type="radio" name="period" value="month" defaultChecked={!hasYear} className="sr-only" />
							{t("choose.month")}
						</label>
						<label>
							<input type="radio" name="period" value="year" defaultChecked={hasYear} className="sr-only" />
							{t("choose.year")}{" "}
							{saving > 0 && (
								<span className="periods-saving">{t("choose.saving", { percent: saving })}</span>
							)}
						</label>
					</fieldset>
				)}
			</div>
			<div className="plans">
				{plans.map((plan) => (
					<PlanCard
						key={plan.key}
						plan={plan}
						withoutScript={icons[plan.icon ?? ""]}
						yours={plan.key === current.key}
						className={plan.paid ? (plan.yearly ? "plan-year" : "plan-month") : undefined}
					>
						{plan.offer !== "none" && <OfferedBy plan={plan} current={current.title} />}
					</PlanCard>
				))}
			</div>
			<SharedFeatures features={shared} />
		</section>
	);
}

/** The button of a plan. */
function OfferedBy({ plan, current }: { plan: OfferView; current: string }) {
	const { t } = useTranslation("payment");
	const { key, title, offer, main } = plan;
	if (offer === "after") return t("plan.afterPaid", { title: current });
	if (offer === "connected")
		return (
			<Button type="button" block disabled>
				{t("plan.connected")}
			</Button>
		);
	const variant = offer === "extend" ? "gray" : main ? "primary" : "tonal";
	return (
		<LinkButton to={`${href("/payment")}?plan=${key}`} variant={variant} block>
			{offer === "extend" ? t("plan.extend", { title }) : t("plan.connect", { title })}
		</LinkButton>
	);
}
