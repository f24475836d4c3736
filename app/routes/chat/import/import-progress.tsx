import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { UnfinishedImport } from "../../../chat/import/import-status.server.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { progressTexts } from "./import-texts.ts";

const REFRESH_SECONDS = 3;

/** The progress of an import. With script the page updates itself without layout shifts; without script it reloads. */
export function ImportProgress({ view }: { view: UnfinishedImport }) {
	const { t } = useTranslation("import");
	const { title, text } = progressTexts(t, view);
	return (
		<section className="import-progress" data-follow={href("/chat/import/progress")}>
			<noscript>
				<meta httpEquiv="refresh" content={`${REFRESH_SECONDS}; url=${href("/chat/import")}`} />
			</noscript>
			<h2 data-follow-title>{title}</h2>
			<Progress label={t("read")} value={view.share} />
			<p data-follow-text>{text}</p>
			{view.state !== "canceling" && (
				<form method="post" action={href("/chat/import/cancel")}>
					<Button type="submit" block>
						{t("cancel")}
					</Button>
				</form>
			)}
		</section>
	);
}
