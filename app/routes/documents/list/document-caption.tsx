import { useTranslation } from "react-i18next";
import type { Document } from "../../../files/library/list-documents.server.ts";
import { fileKind } from "../../chat/composer/attachments/file-kind.ts";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";

/** «PDF · 14 стр. · 1,2 МБ», or that it is being read; and what will become of it. */
export function DocumentCaption({ file }: { file: Document }) {
	const { t } = useTranslation("documents");
	const { t: tf } = useTranslation(["files", "reading"]);
	if (file.state === "waiting" || file.state === "reading")
		return <span>{t(file.replaces ? "replacing" : file.state === "waiting" ? "waiting" : "reading")}</span>;
	const parts = [
		fileKind(file).label,
		file.pages ? t(`${pagesOf(file.type)}`, { count: file.pages }) : "",
		formatBytes(tf, file.bytes),
		file.kept ? "" : t("withChat"),
	];
	return <span>{parts.filter(Boolean).join(" · ")}</span>;
}

const SHEETS = new Set(["xlsx", "ods"]);
const SLIDES = new Set(["pptx", "odp"]);

/** What a document of this type has of pages. */
function pagesOf(type: string | null) {
	if (SHEETS.has(type ?? "")) return "sheets";
	return SLIDES.has(type ?? "") ? "slides" : "pagesShort";
}
