import { pageTitle } from "../page-title.ts";
import type { PaperData } from "./load-paper.server.ts";

type PaperMeta = Pick<PaperData, "title" | "canonical"> & { paper: Pick<PaperData["paper"], "description"> };

/** The `meta` of a paper's page. An old edition points at the address of the one in force. */
export function paperMeta(matches: Parameters<typeof pageTitle>[0], data: PaperMeta | undefined) {
	if (!data) return [];
	return [
		...pageTitle(matches, data.title),
		{ name: "description", content: data.paper.description },
		{ tagName: "link", rel: "canonical", href: data.canonical },
	];
}
