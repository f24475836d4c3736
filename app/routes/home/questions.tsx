import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../layouts/auth/text-link.tsx";
import { AccordionItem } from "../../ui/accordion.tsx";
import { SectionHead } from "./section-head.tsx";

/** @param renewable whether a bought plan renews itself for who has agreed to it */
export function Questions({ renewable }: { renewable: boolean }) {
	const { t } = useTranslation("home");
	const questions = ["count", "closed", renewable ? "renewable" : "renewal", "where"] as const;
	return (
		<section id="faq" className="page-wrap part part-next questions" aria-labelledby="faq-heading">
			<SectionHead id="faq-heading" eyebrow={t("faq.eyebrow")} heading={t("faq.heading")}>
				{t("faq.lead")}
			</SectionHead>
			<div className="card questions-list">
				{questions.map((key, i) => (
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
