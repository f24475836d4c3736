import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card, CardTitle } from "../../ui/card.tsx";
import {
	ControlPicture,
	HistoryPicture,
	OwnPicture,
	QueryPicture,
	SafePicture,
} from "./feature-pictures.tsx";
import { SectionHead } from "./section-head.tsx";

/** The chat's features, in five cards, each with a small picture made of the chat's own components. */
export function Features() {
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
				<Feature title={t("features.history.title")} text={t("features.history.text")}>
					<HistoryPicture />
				</Feature>
				<Feature title={t("features.safe.title")} text={t("features.safe.text")}>
					<SafePicture />
				</Feature>
				<Feature title={t("features.own.title")} text={t("features.own.text")}>
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
