import { useTranslation } from "react-i18next";
import type { PlanView } from "../../billing/plan-view.server.ts";
import { Card } from "../../ui/card.tsx";

/** What this person has: the plan and its quota. */
export function CurrentPlan({ plan }: { plan: PlanView }) {
	const { t } = useTranslation("payment");
	return (
		<Card className="current-plan" aria-labelledby="current-plan">
			<div>
				<h2 id="current-plan" className="eyebrow">
					{t("current.eyebrow")}
				</h2>
				<p className="current-plan-title">{plan.title}</p>
				<p className="current-plan-text">{t("current.free")}</p>
			</div>
			<div className="current-plan-quota">
				<h3 className="eyebrow">{t("quota.title")}</h3>
				<p className="card-title">{plan.quota}</p>
				<p className="current-plan-text">{t("quota.counted")}</p>
			</div>
		</Card>
	);
}
