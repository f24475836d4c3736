import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import type { PackageView } from "../load/load-messages.server.ts";

/** Messages that can be bought apart from a plan; nothing where there are none. */
export function MoreMessages({ packages }: { packages: PackageView[] }) {
	const { t } = useTranslation("payment");
	if (packages.length === 0) return null;
	return (
		<Card className="more-messages" aria-labelledby="more-messages">
			<h2 id="more-messages" className="card-title">
				{t("messages.heading")}
			</h2>
			<p className="deal-note">{t("messages.order")}</p>
			<ul>
				{packages.map(({ key, title, description, price, days }) => (
					<li key={key}>
						<div>
							<b>{title}</b> <span className="deal-note">{t("messages.for", { price, days })}</span>
							{description && <p className="deal-note">{description}</p>}
						</div>
						<LinkButton to={`${href("/payment")}?more=${key}`} aria-label={t("messages.buyOf", { title })}>
							{t("messages.buy")}
						</LinkButton>
					</li>
				))}
			</ul>
		</Card>
	);
}
