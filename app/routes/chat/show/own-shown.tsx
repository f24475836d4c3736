import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import type { LoadedOwnShown } from "./load-show.server.ts";
import css from "./show.css?inline";

/** Everything that the person shows to support now. */
export function OwnShown({ shown }: LoadedOwnShown) {
	const { t } = useTranslation("supportAccess");
	return (
		<main id="main" className="page-wrap show-page" tabIndex={-1}>
			<PageStyle css={css} />
			<Card className="show-card">
				<div>
					<CardTitle as="h1" sub={t(shown.length === 0 ? "own.none" : "own.lead")}>
						{t("own.title")}
					</CardTitle>
				</div>
				{shown.length > 0 && (
					<ul className="show-own">
						{shown.map(({ conversationId, title, until }) => (
							<li key={conversationId}>
								<a className="link" href={`${href("/chat/show")}?c=${conversationId}`}>
									{title}
								</a>{" "}
								<small>{t("own.until", { until })}</small>
							</li>
						))}
					</ul>
				)}
			</Card>
			<LinkButton to={href("/chat")} variant="text" icon="arrow-left">
				{t("toChat")}
			</LinkButton>
		</main>
	);
}
