import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ContentIcon } from "../../icons/content-icon.tsx";
import type { DrawnIcon } from "../../icons/drawn-icon.ts";
import { Icon } from "../../icons/icon.tsx";
import { Card } from "../../ui/card.tsx";
import { Chip } from "../../ui/chip.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { PlanView } from "./plan-view.server.ts";

type PlanCardProps = {
	plan: PlanView;
	/** Whether it is the person's current plan. */
	yours?: boolean;
	className?: string;
	/** Its icon, where the page includes it. */
	drawn?: DrawnIcon | undefined;
	/** Its icon for browsers without script, where the page fetches it. */
	withoutScript?: DrawnIcon | undefined;
	/** The button to get it, at the bottom of the card. */
	children?: ReactNode;
};

/**
 * One plan: what it costs and what is its own, the quota first; what all plans have is said once, by `SharedFeatures`.
 * Shown on the landing page and to signed-in people.
 */
export function PlanCard({ plan, yours = false, className, drawn, withoutScript, children }: PlanCardProps) {
	const { t } = useTranslation("payment");
	const id = `plan-${plan.key}`;
	return (
		<Card as="article" className={classNames("plan", yours && "plan-yours", className)} aria-labelledby={id}>
			<div className="plan-head">
				{plan.icon && (
					<ContentIcon
						name={plan.icon}
						drawn={drawn}
						withoutScript={withoutScript}
						size="lg"
						className="plan-icon"
					/>
				)}
				<h3 id={id} className="card-title">
					{plan.title}
				</h3>
				{yours ? (
					<Chip tone="primary" icon="check">
						{t("plan.yours")}
					</Chip>
				) : (
					plan.recommended && (
						<Chip tone="secondary" icon="star-four-points">
							{t("plan.recommended")}
						</Chip>
					)
				)}
			</div>
			<p className="plan-text">{plan.description}</p>
			<div className="plan-cost">
				<p className="plan-price">
					<span className="num">{plan.price}</span> <span>{plan.period}</span>
				</p>{" "}
				{plan.pricePerDay && <p className="plan-day num">{plan.pricePerDay}</p>}{" "}
				{plan.priceSoon && <p className="plan-soon">{plan.priceSoon}</p>}
			</div>
			<ul className="plan-features">
				<li className="plan-quota">
					<Icon name="check" />
					<span>
						<b>{plan.quota}</b> {plan.quotaPerDay && <span>{plan.quotaPerDay}</span>}
					</span>
				</li>
				{plan.features.map((feature) => (
					<li key={feature}>
						<Icon name="check" />
						<span>{feature}</span>
					</li>
				))}
				{plan.excluded.map((feature) => (
					<li key={feature} className="plan-excluded">
						<Icon name="close" />
						<span>
							<span className="sr-only">{t("plan.excluded")} </span>
							{feature}
						</span>
					</li>
				))}
			</ul>
			{children && <div className="plan-foot">{children}</div>}
		</Card>
	);
}

/** The features of every plan, below the cards. */
export function SharedFeatures({ features }: { features: string[] }) {
	const { t } = useTranslation("payment");
	if (features.length === 0) return null;
	return (
		<div className="plans-shared">
			<h3>{t("plan.inAll")}</h3>
			<ul>
				{features.map((feature) => (
					<li key={feature}>
						<Icon name="check" />
						{feature}
					</li>
				))}
			</ul>
		</div>
	);
}
