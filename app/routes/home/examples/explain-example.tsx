import { Trans, useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { CompoundInterest } from "./compound-interest.tsx";
import { Talk } from "./talk.tsx";

export function ExplainExample() {
	const { t } = useTranslation("home");
	return (
		<Talk question={t("examples.explain.question")}>
			<p>
				<Trans t={t} i18nKey="examples.explain.answer" />
			</p>
			<CompoundInterest />
			<ul>
				<li>{t("examples.explain.start")}</li>
				<li>
					<Trans t={t} i18nKey="examples.explain.end" />
				</li>
			</ul>
			<blockquote>{t("examples.explain.moral")}</blockquote>
			<div className="talk-actions" aria-hidden="true">
				<Icon name="content-copy" size="sm" />
				<Icon name="refresh" size="sm" />
				<span className="talk-versions">
					<Icon name="chevron-left" />
					2/3
					<Icon name="chevron-right" />
				</span>
			</div>
		</Talk>
	);
}
