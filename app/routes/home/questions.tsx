import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { SectionHead } from "./section-head.tsx";

const QUESTIONS = ["count", "closed", "renewal", "where"] as const;

/** Four questions; opening one closes another where the browser knows `name` on `details`. */
export function Questions() {
	const { t } = useTranslation("home");
	return (
		<section id="faq" className="page-wrap part part-next questions" aria-labelledby="faq-heading">
			<SectionHead id="faq-heading" eyebrow={t("faq.eyebrow")} heading={t("faq.heading")}>
				{t("faq.lead")}
			</SectionHead>
			<div className="card questions-list">
				{QUESTIONS.map((key, i) => (
					<details key={key} name="faq" className="question" open={i === 0}>
						<summary>
							{t(`faq.${key}.question`)}
							<Icon name="chevron-down" />
						</summary>
						<p>
							<Trans
								t={t}
								i18nKey={`faq.${key}.answer`}
								components={{ to: <TextLink href={href("/privacy")} /> }}
							/>
						</p>
					</details>
				))}
			</div>
		</section>
	);
}
