import { missingDetails } from "../operator/details.ts";
import { details } from "../operator/service.server.ts";
import { config } from "../platform/config.server.ts";
import { notFound } from "../platform/http/http.ts";
import type { LegalDocumentKind } from "./paper.ts";
import { currentVersion, editionsOf, legalDocumentOf } from "./papers.server.ts";
import { plainText } from "./plain-text.ts";
import { russianDate } from "./russian-date.ts";

/**
 * Everything the page of one paper shows. `?version=` names an edition; without it the one in force.
 * @throws 404 for a version that never was.
 */
export function loadLegalDocument(kind: LegalDocumentKind, request: Request) {
	const url = new URL(request.url);
	const paper = legalDocumentOf(kind, url.searchParams.get("version")) ?? notFound(url.pathname + url.search);
	const current = currentVersion(kind);
	const editions = editionsOf(kind);
	const order = editions.map((edition) => edition.version);
	return {
		paper,
		details,
		title: plainText(paper.title, details),
		date: russianDate(paper.date),
		/** The newest stands first, so a higher place means an earlier edition. */
		standing:
			paper.version === current
				? ("current" as const)
				: order.indexOf(paper.version) > order.indexOf(current)
					? ("old" as const)
					: ("future" as const),
		editions: editions.map((edition) => ({ ...edition, date: russianDate(edition.date) })),
		path: `/${kind}`,
		/** Only the operator sees this, on their own machine; null in production. */
		missing: config.trial ? missingDetails(details) : null,
	};
}

export type LegalDocumentData = ReturnType<typeof loadLegalDocument>;
