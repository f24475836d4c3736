import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedDocument } from "../load/load-list.server.ts";

const isUnread = ({ state }: ListedDocument) => state === "waiting" || state === "reading";

/**
 * What a screen reader is told when the list is loaded anew: which files have come into it, and which have been read or
 * could not be.
 * @param came the ids of the files that this page has sent
 */
export function useTold(documents: readonly ListedDocument[] | null, came: readonly string[]): string {
	const { t } = useTranslation("documents");
	const [told, setTold] = useState({ documents, text: "" });
	if (documents === told.documents) return told.text;
	const before = new Map(told.documents?.map((file) => [file.id, file]));
	const news = (documents ?? []).filter((file) => {
		const earlier = before.get(file.id);
		return earlier ? isUnread(earlier) && !isUnread(file) : came.includes(file.id);
	});
	const wordsOf = (key: "reading" | "ready" | "failed", of: readonly ListedDocument[]) =>
		of.length > 0 ? t(`told.${key}`, { names: of.map(({ name }) => name).join(", ") }) : [];
	const text = [
		wordsOf("reading", news.filter(isUnread)),
		...(["ready", "failed"] as const).map((key) =>
			wordsOf(
				key,
				news.filter(({ state }) => state === key),
			),
		),
	]
		.flat()
		.join(" ");
	// Words that are the latest stay until there are others.
	const next = { documents, text: text || told.text };
	setTold(next);
	return next.text;
}
