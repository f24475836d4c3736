import { useTranslation } from "react-i18next";
import { PlanCard } from "../../billing/plan-card.tsx";
import type { PlanView } from "../../billing/plan-view.server.ts";

type PlanChoiceProps = {
	plans: PlanView[];
	/** The key of the plan this person has. */
	current: string;
	/** Whole per cent that a year saves; 0 when nothing is sold by the year. */
	saving: number;
};

/** The plans for a month or for a year: radio buttons and `:has()`, so it switches without script. */
export function PlanChoice({ plans, current, saving }: PlanChoiceProps) {
	const { t } = useTranslation("payment");
	const byYear = plans.some((plan) => plan.yearly);
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
							<input type="radio" name="period" value="month" defaultChecked className="sr-only" />
							{t("choose.month")}
						</label>
						<label>
							<input type="radio" name="period" value="year" className="sr-only" />
							{t("choose.year")}
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
						yours={plan.key === current}
						className={plan.paid ? (plan.yearly ? "plan-year" : "plan-month") : undefined}
					/>
				))}
			</div>
		</section>
	);
}
