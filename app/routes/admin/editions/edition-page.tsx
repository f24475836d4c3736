import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { DocumentText } from "../../../legal/document-text.tsx";
import legalCss from "../../../legal/legal.css?inline";
import { LegalDocumentSection } from "../../../legal/legal-document-section.tsx";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { ProblemBanner } from "../confirm/confirm-fields.tsx";
import { Crumbs } from "../crumbs.tsx";
import { Section } from "../section.tsx";
import { editionActPath } from "./edition-path.ts";
import { EditionState } from "./edition-state.tsx";
import type { EditionsState } from "./editions-state.ts";
import type { LoadedEdition } from "./load-edition.server.ts";
import { PublishForm } from "./publish-form.tsx";

/** An edition as people see it; a draft with what publishes it. */
export function EditionPage(props: LoadedEdition & { state: EditionsState | undefined }) {
	const { kind, edition, number, current, legalDocument, details, missing, view, draft, mayChange, lock } =
		props;
	const { t } = useTranslation(["admin", "legal"]);
	const name = t(`editions.kinds.${kind}`);
	const shown = draft ? t("editions.draft", { number }) : t("editions.number", { number });
	const comparison = new URLSearchParams({ b: edition });
	return (
		<>
			<PageStyle css={legalCss} />
			<Crumbs path={[[href("/admin/papers"), t("editions.title")]]}>{`${name}, ${shown}`}</Crumbs>
			<div className="adm-head">
				<h1>{name}</h1>
				{view ? (
					<EditionState state={view.state} isUnfilled={missing.length > 0} />
				) : (
					<span className="chip">{shown}</span>
				)}
				<div className="adm-acts">
					{number !== current && (
						<LinkButton to={`${editionActPath(kind, "compare")}&${comparison}`}>
							{t("editions.compareWith", { number: current })}
						</LinkButton>
					)}
					{draft && mayChange && !lock && (
						<LinkButton to={editionActPath(kind, "edit")} variant="tonal" icon="pencil-outline">
							{t("editions.edit")}
						</LinkButton>
					)}
				</div>
			</div>
			<ProblemBanner state={props.state} />
			<div className="adm-two">
				<article className="card legal-document" aria-label={t("editions.preview")}>
					<p className="eyebrow">{t("editions.preview")}</p>
					<p className="legal-title">
						<DocumentText pieces={legalDocument.title} details={details} />
					</p>
					<div className="legal-text">
						<DocumentText pieces={legalDocument.lead} details={details} />
						{legalDocument.sections.map((section) => (
							<LegalDocumentSection key={section.id} section={section} details={details} />
						))}
					</div>
				</article>
				<div>
					{missing.length > 0 && (
						<Banner tone="warning" title={t("editions.missing", { count: missing.length })}>
							{missing.map((detail) => t(`legal:details.${detail}`)).join(", ")}.
						</Banner>
					)}
					{legalDocument.needs === "renewal" && <Banner tone="info">{t("editions.needsRenewal")}</Banner>}
					{draft &&
						(mayChange && !lock ? <PublishForm {...props} draft={draft} /> : <DraftFacts {...draft} />)}
					{view && <EditionFacts {...props} view={view} />}
				</div>
			</div>
		</>
	);
}

function DraftFacts({ changedAt, changedBy }: NonNullable<LoadedEdition["draft"]>) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("editions.publication")}>
			<p>
				{changedBy
					? t("editions.changedBy", { at: changedAt, who: changedBy })
					: t("editions.changedAt", { at: changedAt })}
			</p>
		</Section>
	);
}

type EditionFactsProps = Pick<LoadedEdition, "kind" | "edition" | "number"> & {
	view: NonNullable<LoadedEdition["view"]>;
};

function EditionFacts({ kind, edition, number, view }: EditionFactsProps) {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("editions.number", { number })}>
			<p>{t("editions.since", { from: view.from })}</p>
			<p className="note">{view.file ? t("look.setByFile", { name: view.file }) : t("editions.published")}</p>
			<p className="note">{t("editions.immutable")}</p>
			<div className="form-acts">
				<LinkButton to={`${href("/admin/papers")}?${new URLSearchParams({ kind, edition, format: "md" })}`}>
					{t("look.exportFile")}
				</LinkButton>
				<LinkButton to={`/${kind}?${new URLSearchParams({ version: edition })}`}>
					{t("editions.asPeopleSee")}
				</LinkButton>
			</div>
		</Section>
	);
}
