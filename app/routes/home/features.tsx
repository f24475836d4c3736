import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card, CardTitle } from "../../ui/card.tsx";
import {
	ControlPicture,
	FilesPicture,
	HistoryPicture,
	OwnPicture,
	QueryPicture,
	SafePicture,
} from "./feature-pictures.tsx";
import { SectionHead } from "./section-head.tsx";

/**
 * The chat's features, in cards, each with a small picture made of the chat's own components: five of them, two in the
 * first row; six, two in each row, where a model reads files.
 */
export function Features({ readsFiles }: { readsFiles: boolean }) {
	const { t } = useTranslation("home");
	return (
		<section id="features" className="page-wrap part part-next" aria-labelledby="features-heading">
			<SectionHead id="features-heading" eyebrow={t("features.eyebrow")} heading={t("features.heading")} />
			<div className="features">
				<Feature wide title={t("features.control.title")} text={t("features.control.text")}>
					<ControlPicture />
				</Feature>
				<Feature wide title={t("features.code.title")} text={t("features.code.text")}>
					<QueryPicture />
				</Feature>
				<Feature wide={readsFiles} title={t("features.history.title")} text={t("features.history.text")}>
					<HistoryPicture />
				</Feature>
				{readsFiles && (
					<Feature wide title={t("features.files.title")} text={t("features.files.text")}>
						<FilesPicture />
					</Feature>
				)}
				<Feature wide={readsFiles} title={t("features.safe.title")} text={t("features.safe.text")}>
					<SafePicture />
				</Feature>
				<Feature wide={readsFiles} title={t("features.own.title")} text={t("features.own.text")}>
					<OwnPicture />
				</Feature>
			</div>
		</section>
	);
}

type FeatureProps = { title: string; text: string; wide?: boolean; children: ReactNode };

function Feature({ title, text, wide = false, children }: FeatureProps) {
	return (
		<Card as="article" className={wide ? "feature feature-wide" : "feature"}>
			<CardTitle as="h3">{title}</CardTitle>
			<p className="feature-text">{text}</p>
			<div className="feature-picture" aria-hidden="true">
				{children}
			</div>
		</Card>
	);
}
