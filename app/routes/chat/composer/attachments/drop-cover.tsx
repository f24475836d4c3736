import { useTranslation } from "react-i18next";
import { Icon } from "../../../../icons/icon.tsx";
import { fileLimits } from "./file-limits.ts";

/** Covers the conversation while files are dragged over the page. */
export function DropCover() {
	const { t } = useTranslation(["files", "reading"]);
	const limits = fileLimits(t);
	return (
		<div className="drop" aria-hidden="true">
			<span className="tile tile-lg">
				<Icon name="tray-arrow-up" size="xl" />
			</span>
			<b>{t("drop")}</b>
			<span>{t("dropHint", limits)}</span>
		</div>
	);
}
