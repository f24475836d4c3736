import { listedPage } from "../shell/page/listed-page.ts";
import type { LegalDocumentData } from "./load-legal-document.server.ts";

type LegalDocumentMeta = Pick<LegalDocumentData, "title" | "path"> & {
	legalDocument: Pick<LegalDocumentData["legalDocument"], "description">;
};

/** The `meta` of a legal document's page. An old edition's canonical address is that of the one in force. */
export function legalDocumentMeta(
	matches: Parameters<typeof listedPage>[0],
	data: LegalDocumentMeta | undefined,
) {
	if (!data) return [];
	return listedPage(matches, {
		title: data.title,
		description: data.legalDocument.description,
		path: data.path,
	});
}
