import { useTranslation } from "react-i18next";
import type { GivenDocument } from "../../../chat/context/documents.server.ts";

/** What the model was given of the documents: all of one, or the passages that were found. */
export function GivenDocuments({ given }: { given: readonly GivenDocument[] }) {
	const { t } = useTranslation("files");
	return given.map(({ file, name, passages, found, of }) => (
		<p key={file} className="msg-note" data-given={passages === null ? "whole" : "found"}>
			{passages === null
				? t("given.whole", { name })
				: found === 0
					? t("given.none", { name })
					: t("given.found", { name, count: found, of })}
		</p>
	));
}
