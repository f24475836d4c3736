import { useTranslation } from "react-i18next";
import type { Imported } from "../../../chat/import/import-conversations.server.ts";
import type words from "../../../i18n/ru/import.ts";
import { Banner } from "../../../ui/banner.tsx";
import { countWords } from "./import-words.ts";

/** The result of an import, or why there was none; `count` is null where nothing was read. */
export type Told = { problem: keyof typeof words.errors | null; canceled: boolean; count: Imported | null };

export function ImportOutcome({ told: { problem, canceled, count } }: { told: Told }) {
	const { t } = useTranslation("import");
	const summary = count ? countWords(t, count) : "";
	if (problem)
		return (
			<Banner tone="error" title={t("failed")}>
				{`${t(`errors.${problem}`)} ${summary}`.trim()}
			</Banner>
		);
	if (canceled)
		return <Banner title={t("canceled")}>{`${summary} ${count?.imported ? t("kept") : ""}`.trim()}</Banner>;
	return (
		<Banner tone="success" title={t(count?.imported ? "done" : "nothingNew")}>
			{summary}
		</Banner>
	);
}
