import { Trans, useTranslation } from "react-i18next";
import { PageStyle } from "../../../shell/page/page-style.tsx";
import { Card } from "../../../ui/card.tsx";
import { LogoMark } from "../../../ui/logo.tsx";

type LookPreviewProps = { name: string; css: string; isUnsaved: boolean };

/** Name and accent in both themes. Its buttons and its link are pictures of some. */
export function LookPreview({ name, css, isUnsaved }: LookPreviewProps) {
	const { t } = useTranslation("admin");
	return (
		<section className="look-preview" aria-labelledby="preview">
			<PageStyle css={css} />
			<h2 id="preview">{t("look.previewTitle")}</h2>
			{isUnsaved && <p className="note">{t("look.notSaved")}</p>}
			{(["light", "dark"] as const).map((theme) => (
				<Card key={theme} data-theme={theme}>
					{theme === "dark" && <p className="note">{t("look.darkTheme")}</p>}
					<span className="logo">
						<LogoMark />
						<span>{name}</span>
					</span>
					<p>
						<Trans t={t} i18nKey="look.previewText" components={{ to: <span className="link" /> }} />
					</p>
					<div className="form-acts">
						<span className="btn btn-primary">{t("look.previewButton")}</span>
						<span className="btn btn-tonal">{t("look.previewSecond")}</span>
					</div>
					<p className="look-bubble">{t("look.previewBubble")}</p>
				</Card>
			))}
		</section>
	);
}
