import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { AccordionItem } from "../../ui/accordion.tsx";
import { SectionHead } from "./section-head.tsx";

const QUESTIONS = ["count", "closed", "renewal", "where"] as const;

export function Questions() {
	const { t } = useTranslation("home");
	return (
		<section id="faq" className="page-wrap part part-next questions" aria-labelledby="faq-heading">
			<SectionHead id="faq-heading" eyebrow={t("faq.eyebrow")} heading={t("faq.heading")}>
				{t("faq.lead")}
			</SectionHead>
			<div className="card questions-list">
				{QUESTIONS.map((key, i) => (
					<AccordionItem key={key} name="faq" title={t(`faq.${key}.question`)} open={i === 0}>
						<Trans
							t={t}
							i18nKey={`faq.${key}.answer`}
							components={{ to: <TextLink href={href("/privacy")} /> }}
						/>
					</AccordionItem>
				))}
			</div>
		</section>
	);
}
