import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { PlanCard, SharedFeatures } from "../../billing/plans/plan-card.tsx";
import type { PlanView } from "../../billing/plans/plan-view.server.ts";
import type { DrawnIcon } from "../../icons/drawn-icon.ts";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { LinkButton } from "../../ui/button.tsx";
import type { NotSold } from "../payment/load/availability.server.ts";
import { ENTRANCES, type Entrance } from "./actions.tsx";
import { SectionHead } from "./section-head.tsx";

type PlansPartProps = {
	plans: PlanView[];
	/** The features of all of them. */
	shared: string[];
	icons: Record<string, DrawnIcon>;
	entrance: Entrance;
	/** Why paid plans cannot be bought by card here; null: they can. */
	notSold: NotSold | null;
	/** Whether a bought one renews itself for who has agreed to it. */
	renewable: boolean;
};

/** The plans with their prices, each with its button; a paid one only where it can be bought. */
export function PlansPart({ plans, shared, icons, entrance, notSold, renewable }: PlansPartProps) {
	const { t } = useTranslation("home");
	return (
		<section id="plans" className="page-wrap part part-next" aria-labelledby="plans-heading">
			<SectionHead id="plans-heading" eyebrow={t("plans.eyebrow")} heading={t("plans.heading")}>
				{t(renewable ? "plans.lead.renewable" : "plans.lead.oneOff")}
			</SectionHead>
			<div className="plans part-body">
				{plans.map((plan) => (
					<PlanCard key={plan.key} plan={plan} drawn={icons[plan.icon ?? ""]}>
						{plan.paid && notSold ? (
							t(`plans.notSold.${notSold}`)
						) : (
							<LinkButton
								to={plan.paid ? `${href("/payment")}?plan=${plan.key}` : ENTRANCES[entrance]}
								variant={(notSold ? !plan.paid : plan.recommended) ? "primary" : "gray"}
								block
							>
								{plan.paid
									? t("plans.choose", { title: plan.title })
									: entrance === "registration"
										? t("plans.start")
										: t(`actions.${entrance}`)}
							</LinkButton>
						)}
					</PlanCard>
				))}
			</div>
			<SharedFeatures features={shared} />
			<p className="part-note">
				<Trans t={t} i18nKey="plans.note" components={{ to: <TextLink href={href("/oferta")} touch /> }} />
			</p>
		</section>
	);
}
