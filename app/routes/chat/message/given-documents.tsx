import { useTranslation } from "react-i18next";
import { givenWithQuestion } from "../../../chat/citations/given-passage.ts";
import type { GivenDocument } from "../../../chat/context/given-documents.server.ts";
import { extentText } from "./files/extent-text.ts";

type Props = {
	given: readonly GivenDocument[];
	/** The ids of files whose cards say it: those of the question itself. */
	carded: readonly string[];
};

/** The documents of earlier questions and of collections that the model was given. */
export function GivenDocuments({ given, carded }: Props) {
	const { t } = useTranslation("files");
	return givenWithQuestion(given)
		.filter(({ file }) => !carded.includes(file))
		.map((document) => (
			<p key={document.file} className="msg-note" data-given={document.passages === null ? "whole" : "found"}>
				{t("given", { name: document.name, extent: extentText(t, document) })}
			</p>
		));
}
