import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { PageStyle } from "../shell/page/page-style.tsx";
import { Banner } from "../ui/banner.tsx";
import { PrintButton } from "../ui/print-button.tsx";
import { Contents } from "./contents.tsx";
import { DocumentText } from "./document-text.tsx";
import { EditionList } from "./edition-list.tsx";
import css from "./legal.css?inline";
import { LegalDocumentSection } from "./legal-document-section.tsx";
import type { LegalDocumentData } from "./load-legal-document.server.ts";
import { TemplateBanner } from "./template-banner.tsx";

/** A legal document as a page: the contents, the heading, the numbered clauses. Has print styles too. */
export function LegalDocumentPage({
	legalDocument,
	details,
	date,
	edition,
	editions,
	path,
	missing,
}: LegalDocumentData) {
	const { t } = useTranslation("legal");
	return (
		<main id="main" className="page-wrap legal-main" tabIndex={-1}>
			<PageStyle css={css} />
			{missing && <TemplateBanner unfilled={missing.length > 0} />}
			<div className="legal-grid">
				<aside className="legal-aside no-print">
					<nav aria-labelledby="contents" data-reading-place="">
						<h2 id="contents" className="eyebrow">
							{t("contents")}
						</h2>
						<Contents sections={legalDocument.sections} details={details} />
					</nav>
				</aside>
				<article className="card legal-document" aria-labelledby="legal-title">
					{edition !== "current" && (
						<div className="legal-edition">
							<Banner tone="warning">
								{t(edition)}{" "}
								<a className="link" href={path}>
									{t("inForce")}
								</a>
							</Banner>
						</div>
					)}
					<h1 id="legal-title" className="legal-title">
						<DocumentText pieces={legalDocument.title} details={details} />
					</h1>
					<p className="legal-date">{t("edition", { date })}</p>
					<div className="no-print script-only legal-tools">
						<PrintButton words={t("print")} />
					</div>
					<details className="legal-contents no-print">
						<summary>
							<Icon name="format-list-bulleted" />
							{t("contents")}
							<Icon name="chevron-down" />
						</summary>
						<Contents sections={legalDocument.sections} details={details} />
					</details>
					<div className="legal-text">
						<DocumentText pieces={legalDocument.lead} details={details} />
						{legalDocument.sections.map((section) => (
							<LegalDocumentSection key={section.id} section={section} details={details} />
						))}
					</div>
					{editions.length > 1 && (
						<EditionList editions={editions} shown={legalDocument.version} path={path} />
					)}
				</article>
			</div>
		</main>
	);
}
