import { useTranslation } from "react-i18next";
import { LogoGlyph } from "../../ui/logo.tsx";
import { Actions, type Entrance } from "./actions.tsx";

export function CallToAction({ entrance, label }: { entrance: Entrance; label: string | undefined }) {
	const { t } = useTranslation("home");
	return (
		<section className="page-wrap start" aria-labelledby="start">
			<div className="start-panel">
				<LogoGlyph className="start-ghost" dot="plain" />
				<h2 id="start" className="part-heading">
					{t("start.heading")}
				</h2>
				<p className="start-lead">{t(`start.lead.${entrance}`)}</p>
				<Actions entrance={entrance} label={label} onBrand />
			</div>
		</section>
	);
}
