import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { LogoMark } from "../../ui/logo.tsx";

/** The link to the chat for questions that are not answered here; the query is passed to the composer. */
export function AskInChat({ query, appName }: { query: string; appName: string }) {
	const { t } = useTranslation("faq");
	const carried = query === "" ? "" : `?${new URLSearchParams({ ask: query })}`;
	return (
		<section className="faq-ask" aria-labelledby="ask">
			<LogoMark />
			<div>
				<h2 id="ask">{t("ask.title")}</h2>
				<p>{t("ask.text", { appName })}</p>
			</div>
			<LinkButton to={href("/chat") + carried} variant="primary">
				{t("ask.button")}
			</LinkButton>
		</section>
	);
}
