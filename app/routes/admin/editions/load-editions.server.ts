import { countConsents, MOST_COUNTED } from "../../../accounts/consents.server.ts";
import type { Staff } from "../../../accounts/http/staff-guards.server.ts";
import { mayDo } from "../../../accounts/staff/rights.ts";
import { type Draft, findDraft } from "../../../legal/editions/draft.server.ts";
import { missingIn } from "../../../legal/editions/publish-edition.server.ts";
import {
	type HeldEdition,
	LEGAL_DOCUMENT_KINDS,
	type LegalDocumentKind,
} from "../../../legal/legal-document.server.ts";
import { currentVersion, heldEditions, isCounting } from "../../../legal/legal-documents.server.ts";
import { detailsInForce } from "../../../operator/service.server.ts";
import { config } from "../../../platform/config.server.ts";
import { dateAndTimeIn } from "../../../platform/dates/date-and-time.ts";
import { dayIn } from "../../../platform/dates/dates-in-texts.server.ts";
import { DAY, isoDayIn } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { lockOf } from "../../../platform/stored-settings/section-source.server.ts";
import { nameOf } from "./name-of.server.ts";

export const kindOf = (text: string | null): LegalDocumentKind | undefined =>
	LEGAL_DOCUMENT_KINDS.find((kind) => kind === text);

/** The name of an edition's version in `consents`; the privacy policy is not consented to. */
const CONSENTS = { oferta: "offer", consent: "personal-data", privacy: null } as const;

/** `2026-12-03` as «3 декабря 2026». */
export const dayWords = (isoDay: string): string => dayIn("UTC", Date.parse(isoDay));

/** The legal documents with their editions, the newest first. */
export async function loadDocuments(staff: Staff) {
	const documents = await Promise.all(LEGAL_DOCUMENT_KINDS.map((kind) => loadDocument(staff, kind)));
	return {
		documents,
		lock: lockOf("papers", null),
		mayChange: mayDo(staff.role, "editions"),
		most: MOST_COUNTED,
	};
}

async function loadDocument(staff: Staff, kind: LegalDocumentKind) {
	const editions = heldEditions(kind);
	const views = await Promise.all(editions.map((_, i) => viewOf(kind, editions, i)));
	const draft = await findDraft(db(), kind);
	const current = views.find(({ state }) => state === "current");
	return {
		kind,
		missing: current?.missing ?? 0,
		draft: draft && { ...(await draftView(staff, draft)), number: editions.length + 1 },
		editions: views.toReversed(),
	};
}

/** A draft as the list shows it. */
export const draftView = async (staff: Staff, { changedAt, changedBy }: Draft) => ({
	changedAt: dateAndTimeIn(config.timeZone, changedAt),
	changedBy: await nameOf(staff.role, changedBy),
});

/** Whether an edition is in force, will be, has been, or does not count here. */
export function stateOf(kind: LegalDocumentKind, { legalDocument }: HeldEdition) {
	if (!isCounting(legalDocument)) return "off" as const;
	if (legalDocument.version === currentVersion(kind)) return "current" as const;
	return legalDocument.date > isoDayIn(Date.now(), config.timeZone) ? ("later" as const) : ("old" as const);
}

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

async function viewOf(kind: LegalDocumentKind, editions: readonly HeldEdition[], i: number) {
	const held = editions[i] as HeldEdition;
	const { version, date } = held.legalDocument;
	const state = stateOf(kind, held);
	const next = editions.slice(i + 1).find(({ legalDocument }) => isCounting(legalDocument))
		?.legalDocument.date;
	const consents = CONSENTS[kind];
	return {
		number: i + 1,
		version,
		state,
		file: held.file,
		from: dayWords(date),
		until: state === "old" && next ? dayWords(next > date ? dayBefore(next) : date) : null,
		agreed: consents && (await countConsents(db(), consents, version)),
		missing: state === "old" ? 0 : missingIn(held.legalDocument, detailsInForce()).length,
	};
}

export type LoadedDocuments = Awaited<ReturnType<typeof loadDocuments>>;
export type LoadedDocument = LoadedDocuments["documents"][number];
