import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";

/** Export of the account's data, and import of conversations. */
export function DataSection() {
	const { t } = useTranslation("account");
	return (
		<Card id="data" aria-labelledby="data-heading">
			<CardTitle id="data-heading" sub={t("data.text")}>
				{t("data.title")}
			</CardTitle>
			<p className="card-action">
				<LinkButton to={href("/account/export")} variant="tonal" icon="tray-arrow-down">
					{t("data.download")}
				</LinkButton>
				<LinkButton to={href("/documents")} variant="text">
					{t("data.documents")}
				</LinkButton>
				<LinkButton to={href("/chat/import")} variant="text">
					{t("data.import")}
				</LinkButton>
				<LinkButton to={href("/chat/show")} variant="text">
					{t("data.shown")}
				</LinkButton>
			</p>
		</Card>
	);
}
