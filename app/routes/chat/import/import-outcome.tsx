import { useTranslation } from "react-i18next";
import type { Imported } from "../../../chat/import/import-conversations.server.ts";
import type texts from "../../../i18n/ru/import.ts";
import { Banner } from "../../../ui/banner.tsx";
import { countTexts } from "./import-texts.ts";

/** The result of an import, or why there was none; `count` is null where nothing was read. */
export type ImportResult = {
	problem: keyof typeof texts.errors | null;
	canceled: boolean;
	count: Imported | null;
};

export function ImportOutcome({ result: { problem, canceled, count } }: { result: ImportResult }) {
	const { t } = useTranslation("import");
	const summary = count ? countTexts(t, count) : "";
	if (problem)
		return (
			<Banner tone="error" title={t("failed")}>
				{`${t(`errors.${problem}`)} ${summary}`.trim()}
			</Banner>
		);
	if (canceled)
		return (
			<Banner title={t("canceled")}>{`${summary} ${count?.imported ? t("partlyKept") : ""}`.trim()}</Banner>
		);
	return (
		<Banner tone="success" title={t(count?.imported ? "done" : "nothingNew")}>
			{summary}
		</Banner>
	);
}
