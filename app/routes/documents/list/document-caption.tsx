import { useTranslation } from "react-i18next";
import type { Document } from "../../../files/library/list-documents.server.ts";
import { fileKind, pagesOf } from "../../chat/composer/attachments/file-kind.ts";
import { formatBytes } from "../../chat/composer/attachments/format-bytes.ts";

/** «PDF · 14 стр. · 1,2 МБ», or that it is being read; and what will become of it. */
export function DocumentCaption({ file }: { file: Document }) {
	const { t } = useTranslation("documents");
	const { t: tf } = useTranslation(["files", "reading"]);
	if (file.state === "waiting" || file.state === "reading") {
		if (file.replaces) return <span>{t("replacing")}</span>;
		const { pages, pagesRead } = file;
		if (file.asPictures) return <span>{t("done.as-pictures")}</span>;
		if (pagesRead === null || pages === null) return <span>{t(file.state)}</span>;
		return (
			<span className="doc-reading">
				{t("readingPage", { page: pagesRead, pages })}
				<progress className="progress" max={pages} value={pagesRead} aria-hidden="true" />
			</span>
		);
	}
	const parts = [
		fileKind(file).label,
		file.pages ? tf(pagesOf(file.type), { count: file.pages }) : "",
		formatBytes(tf, file.bytes),
		file.kept ? "" : t("withChat"),
	];
	return <span>{parts.filter(Boolean).join(" · ")}</span>;
}
