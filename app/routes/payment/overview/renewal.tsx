import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import { DealForm } from "../checkout/deal-form.tsx";
import type { LoadedRenewal } from "../load/load-renewal.server.ts";

const CHIPS: Record<LoadedRenewal["chip"], [ChipTone, IconName]> = {
	on: ["success", "refresh"],
	postponed: ["warning", "alert-outline"],
	retrying: ["warning", "alert-circle-outline"],
	paused: ["warning", "alert-outline"],
	ends: ["warning", "alert-outline"],
	off: ["gray", "close-circle-outline"],
};

const LINK_ICONS: Record<string, IconName> = {
	[href("/payment/card")]: "credit-card-outline",
	[href("/payment/renewal")]: "refresh",
};

/** Whether the plan renews itself, from which card, and the two buttons that end it. */
export function Renewal({ renewal }: { renewal: LoadedRenewal }) {
	const { t } = useTranslation("payment");
	const { state, chip, done, headline, text, card, canStop, links, consent } = renewal;
	const [tone, icon] = CHIPS[chip];
	const linkButtons = links.map(({ to, label }, index) => (
		<LinkButton
			key={to}
			to={to}
			variant={index > 0 || (card && state === "off") ? "tonal" : "primary"}
			icon={LINK_ICONS[to]}
		>
			{label}
		</LinkButton>
	));
	return (
		<>
			{done && (
				<Banner tone="success" className="payment-problem">
					{done}
				</Banner>
			)}
			<Card id="renewal" className="renewal" aria-labelledby="renewal-title" data-renewal={state}>
				<div className="renewal-head">
					<h2 id="renewal-title" className="card-title">
						{t("renewal.heading")}
					</h2>
					<Chip tone={tone} icon={icon}>
						{t(`renewal.chip.${chip}`)}
					</Chip>
				</div>
				{state === "retrying" || state === "paused" ? (
					<Banner tone="warning" className="renewal-problem" title={`${headline}.`}>
						{text}
					</Banner>
				) : (
					<>
						<p className="renewal-headline">{headline}</p>
						{text && <p className="renewal-text">{text}</p>}
					</>
				)}
				{state === "retrying" && links.length > 0 && <div className="renewal-actions">{linkButtons}</div>}
				<div className="renewal-foot">
					<p className="renewal-card">
						{card && (
							<>
								<Icon name="credit-card-outline" />
								<span>
									<b>{card.title}</b> {card.term}
								</span>
							</>
						)}
					</p>
					<div className="renewal-actions">
						{state !== "retrying" && linkButtons}
						{canStop && (
							<DealForm
								intent="stop-renewal"
								fields={{}}
								compact
								button={{ label: t("renewal.stop"), pending: t("renewal.stopping") }}
							/>
						)}
						{card && (
							<DealForm
								intent="unlink-card"
								fields={{ methodId: card.id }}
								compact
								button={{
									variant: "error-text",
									icon: "trash-can-outline",
									label: t("renewal.unlink"),
									pending: t("renewal.unlinking"),
								}}
							/>
						)}
					</div>
				</div>
				<p className="renewal-terms">
					<a className="link" href={href("/oferta")}>
						{t("renewal.terms")}
					</a>{" "}
					{consent}
				</p>
			</Card>
		</>
	);
}
