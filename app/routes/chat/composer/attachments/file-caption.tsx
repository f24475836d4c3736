import { useTranslation } from "react-i18next";
import type { ShownFile } from "../../../../files/attachments.server.ts";
import { fileKind, pagesOf } from "./file-kind.ts";
import { formatBytes } from "./format-bytes.ts";

/** The caption of a file under its name: «PDF · 1,2 МБ · 14 стр.», or that it is being read. */
export function FileCaption({ file }: { file: ShownFile }) {
	const { t } = useTranslation(["files", "reading"]);
	if (file.state === "waiting") return t("waiting");
	if (file.state === "reading")
		return file.pagesRead === null
			? t("reading")
			: t("readingPage", { page: file.pagesRead, pages: file.pages });
	const pages = file.pages ? t(pagesOf(file.type), { count: file.pages }) : "";
	const shown = file.asPictures ? `${pages} ${t("picture.asPictures")}` : pages;
	return [fileKind(file).label, formatBytes(t, file.bytes), shown].filter(Boolean).join(" · ");
}
