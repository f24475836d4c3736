import { useTranslation } from "react-i18next";
import { Chip } from "../../ui/chip.tsx";
import { LogoGlyph } from "../../ui/logo.tsx";
import { Actions, type Entrance } from "./actions.tsx";
import { HeroSample } from "./hero-sample.tsx";

type HeroProps = {
	appName: string;
	free: string;
	entrance: Entrance;
	/** The operator's own. */
	texts: { heading?: string | undefined; lead?: string | undefined; button?: string | undefined };
};

/** The first screen: what this is, the main button, and an example answer. */
export function Hero({ appName, free, entrance, texts }: HeroProps) {
	const { t } = useTranslation("home");
	return (
		<section className="page-wrap hero" aria-labelledby="hero">
			<div className="hero-text">
				<Chip tone="primary" icon="source-branch">
					{t("hero.chip")}
				</Chip>
				<h1 id="hero">{texts.heading ?? t("hero.heading")}</h1>
				<p className="hero-lead">{texts.lead ?? t("hero.lead", { appName })}</p>
				<Actions entrance={entrance} label={texts.button} />
				{entrance !== "chat" && <p className="hero-note">{free}</p>}
			</div>
			<div className="hero-picture">
				<LogoGlyph className="hero-ghost" dot="plain" />
				<HeroSample />
			</div>
		</section>
	);
}
