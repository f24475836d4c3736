import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { compareEditions } from "../../../legal/editions/compare-editions.server.ts";
import { editionTextOf, findDraft, readEditionText } from "../../../legal/editions/draft.server.ts";
import { earliestDay, missingIn } from "../../../legal/editions/publish-edition.server.ts";
import type { LegalDocument, LegalDocumentKind } from "../../../legal/legal-document.server.ts";
import { currentVersion, heldEdition, heldEditions } from "../../../legal/legal-documents.server.ts";
import { DETAIL_NAMES } from "../../../operator/details.server.ts";
import { detailsInForce } from "../../../operator/service.server.ts";
import { config } from "../../../platform/config.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { RouteArgs } from "../../../platform/http/context.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import { proofNeeded } from "../confirm/prove.server.ts";
import { dayWords, draftView, stateOf } from "./load-editions.server.ts";

export const DRAFT = "draft";

/** The number of an edition, from 1 in the order of their days; the draft comes last. */
function numberOf(kind: LegalDocumentKind, edition: string): number {
	const editions = heldEditions(kind);
	const index = editions.findIndex(({ legalDocument }) => legalDocument.version === edition);
	return (index === -1 ? editions.length : index) + 1;
}

/** The edition in force. */
export const currentEdition = (kind: LegalDocumentKind) => {
	const held = heldEdition(kind, currentVersion(kind));
	if (!held) throw new Error("the edition in force is missing");
	return held;
};

/** The earliest day of the next edition of a legal document. */
export const earliestOf = (kind: LegalDocumentKind) =>
	earliestDay(currentEdition(kind).legalDocument, detailsInForce(), Date.now(), config.timeZone);

/** An edition as people will see it, with the details of the operator; of a draft how it is published. Null: no such one. */
export async function loadEdition(kind: LegalDocumentKind, edition: string, staff: Staff, asked: RouteArgs) {
	const mayChange = mayDo(staff.role, "editions");
	const details = detailsInForce();
	const common = {
		kind,
		edition,
		number: numberOf(kind, edition),
		current: numberOf(kind, currentVersion(kind)),
		details,
		mayChange,
		lock: lockOf("papers", null),
	};
	const shown = (legalDocument: LegalDocument) => ({
		legalDocument,
		missing: missingIn(legalDocument, details),
	});
	if (edition !== DRAFT) {
		const held = heldEdition(kind, edition);
		if (!held) return null;
		const { file, legalDocument } = held;
		const view = { state: stateOf(kind, held), file, from: dayWords(legalDocument.date) };
		return { ...common, ...shown(legalDocument), view, draft: null };
	}
	const draft = await findDraft(db(), kind);
	const read = draft && readEditionText(draft);
	if (!draft || read?.outcome !== "fits") return null;
	const { day: earliest, promised } = earliestOf(kind);
	const publishing = {
		...(await draftView(staff, draft)),
		revision: draft.revision,
		earliest,
		earliestWords: dayWords(earliest),
		promised,
		needed: mayChange ? await proofNeeded(staff, asked) : null,
	};
	return { ...common, ...shown(read.legalDocument), view: null, draft: publishing };
}

/** The draft as a form; where there is none, what the edition in force says. */
export async function loadDraft(kind: LegalDocumentKind) {
	const draft = await findDraft(db(), kind);
	const { title, description, body } = draft ?? editionTextOf(currentEdition(kind).text);
	return { kind, title, description, body, revision: draft?.revision ?? 0, details: DETAIL_NAMES };
}

/** Two editions side by side: without names the one in force and the next. Null: no such one. */
export async function loadComparison(kind: LegalDocumentKind, query: URLSearchParams) {
	const draft = await findDraft(db(), kind);
	const read = draft && readEditionText(draft);
	const documents = new Map(
		heldEditions(kind).map(({ legalDocument }) => [legalDocument.version, legalDocument]),
	);
	if (read?.outcome === "fits") documents.set(DRAFT, read.legalDocument);
	const versions = [...documents.keys()];
	const current = currentVersion(kind);
	// By default the newest edition is compared with the one in force, or that with the one before it.
	const newest = versions.at(-1) ?? current;
	const b = query.get("b") ?? (query.get("a") ? current : newest);
	const a = query.get("a") ?? (b === current ? (versions[versions.indexOf(current) - 1] ?? b) : current);
	const [before, after] = [documents.get(a), documents.get(b)];
	if (!before || !after) return null;
	return {
		kind,
		a,
		b,
		options: versions.map((version) => ({
			version,
			number: numberOf(kind, version),
			isDraft: version === DRAFT,
			isCurrent: version === current,
		})),
		...compareEditions(before, after, detailsInForce()),
	};
}

export type LoadedEdition = NonNullable<Awaited<ReturnType<typeof loadEdition>>>;
export type LoadedDraft = Awaited<ReturnType<typeof loadDraft>>;
export type LoadedComparison = NonNullable<Awaited<ReturnType<typeof loadComparison>>>;
