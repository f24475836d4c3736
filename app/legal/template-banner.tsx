import { useTranslation } from "react-i18next";
import { Banner } from "../ui/banner.tsx";

/** Shown in trial mode only, to the operator: what to do with a legal document before going public. */
export function TemplateBanner({ unfilled }: { unfilled: boolean }) {
	const { t } = useTranslation("legal");
	return (
		<div className="legal-template no-print">
			<Banner tone="warning" title={t("template.title")}>
				{t("template.text")} {unfilled && t("template.fill")}
			</Banner>
		</div>
	);
}
