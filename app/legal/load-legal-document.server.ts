import { missingDetails } from "../operator/details.server.ts";
import { detailsInForce } from "../operator/service.server.ts";
import { config } from "../platform/config.server.ts";
import { russianDate } from "../platform/dates/dates-in-texts.server.ts";
import { notFound } from "../platform/http/http.server.ts";
import type { LegalDocumentKind } from "./legal-document.server.ts";
import { currentVersion, editionsOf, legalDocumentOf } from "./legal-documents.server.ts";
import { plainText } from "./plain-text.server.ts";

/**
 * The loader data of a legal document's page. `?version=` selects an edition; without it the one in force.
 * @throws 404 for an unknown version
 */
export function loadLegalDocument(kind: LegalDocumentKind, request: Request) {
	const details = detailsInForce();
	const url = new URL(request.url);
	const legalDocument =
		legalDocumentOf(kind, url.searchParams.get("version")) ?? notFound(url.pathname + url.search);
	const current = currentVersion(kind);
	const editions = editionsOf(kind);
	const order = editions.map((edition) => edition.version);
	return {
		legalDocument,
		details,
		title: plainText(legalDocument.title, details),
		date: russianDate(legalDocument.date),
		/** The newest comes first, so a smaller index means a later edition. */
		edition:
			legalDocument.version === current
				? ("current" as const)
				: order.indexOf(legalDocument.version) > order.indexOf(current)
					? ("old" as const)
					: ("future" as const),
		editions: editions.map((edition) => ({ ...edition, date: russianDate(edition.date) })),
		path: `/${kind}`,
		/** Shown in trial mode only, to the operator; null in production. */
		missing: config.trial ? missingDetails(details) : null,
	};
}

export type LegalDocumentData = ReturnType<typeof loadLegalDocument>;
