import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { PlanCard } from "../../billing/plan-card.tsx";
import type { PlanView } from "../../billing/plan-view.server.ts";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { SectionHead } from "./section-head.tsx";

/** The plans with their prices. Only the free one has a button: there is nothing to pay with yet. */
export function PlansPart({ plans, signedIn }: { plans: PlanView[]; signedIn: boolean }) {
	const { t } = useTranslation("home");
	return (
		<section id="plans" className="page-wrap part part-next" aria-labelledby="plans-heading">
			<SectionHead id="plans-heading" eyebrow={t("plans.eyebrow")} heading={t("plans.heading")}>
				{t("plans.lead")}
			</SectionHead>
			<div className="plans part-body">
				{plans.map((plan) => (
					<PlanCard key={plan.key} plan={plan}>
						{plan.paid ? (
							t("plans.notYet")
						) : (
							<LinkButton to={signedIn ? href("/chat") : href("/registration")} variant="primary" block>
								{signedIn ? t("actions.chat") : t("plans.start")}
							</LinkButton>
						)}
					</PlanCard>
				))}
			</div>
			<p className="part-note">
				<Trans t={t} i18nKey="plans.note" components={{ to: <TextLink href={href("/oferta")} /> }} />
			</p>
		</section>
	);
}
