import { useTranslation } from "react-i18next";
import { FILE_LIMITS } from "../../../../files/file-limits.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { formatBytes } from "./format-bytes.ts";

/** Covers the conversation while files are dragged over the page. */
export function DropCover() {
	const { t } = useTranslation(["files", "reading"]);
	const limits = { count: FILE_LIMITS.perPrompt, size: formatBytes(t, FILE_LIMITS.bytes) };
	return (
		<div className="drop" aria-hidden="true">
			<Icon name="paperclip" size="xl" />
			<b>{t("drop")}</b>
			<span>{t("dropHint", limits)}</span>
		</div>
	);
}
