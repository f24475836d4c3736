import { Trans, useTranslation } from "react-i18next";
import { Talk } from "./talk.tsx";

export function WriteExample() {
	const { t } = useTranslation("home");
	return (
		<Talk question={t("examples.write.question")}>
			<p>{t("examples.write.answer")}</p>
			<blockquote>
				<p>{t("examples.write.paragraph1")}</p>
				<p>{t("examples.write.paragraph2")}</p>
				<p>{t("examples.write.paragraph3")}</p>
			</blockquote>
			<ul>
				<li>
					<Trans t={t} i18nKey="examples.write.softer" />
				</li>
				<li>
					<Trans t={t} i18nKey="examples.write.firmer" />
				</li>
			</ul>
		</Talk>
	);
}
