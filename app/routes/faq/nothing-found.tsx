import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

export function NothingFound({ query }: { query: string }) {
	const { t } = useTranslation("faq");
	return (
		<Card className="faq-nothing" aria-labelledby="nothing">
			<span className="tile tile-lg tile-gray">
				<Icon name="magnify-close" size="xl" />
			</span>
			<h2 id="nothing" className="card-title">
				{t("nothing", { query })}
			</h2>
			<p>{t("nothingText")}</p>
			<LinkButton to={href("/FAQ")}>{t("reset")}</LinkButton>
		</Card>
	);
}
