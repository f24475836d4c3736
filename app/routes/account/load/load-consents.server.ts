import { href } from "react-router";
import { type ConsentKind, consentsOf } from "../../../accounts/consents.server.ts";
import { type AgreedRenewal, agreedRenewalOf } from "../../../billing/renewals/consent.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

export type ConsentView = DocumentConsentView | RenewalConsentView;

/** A consent to a document that has a page. */
type DocumentConsentView = {
	kind: ConsentKind;
	state: "given" | "withdrawn" | "never";
	/** When it was given or withdrawn; empty for one that was never given. */
	date: string;
	/** The edition, as its date, and its address. */
	version: string;
	documentPath: string;
};

/** The consent to renewal: its document is the words beside the box. Not listed before it was ever given. */
export type RenewalConsentView = {
	kind: "renewal";
	state: "given" | "withdrawn";
	date: string;
	version: string;
	words: string;
	/** A renewal rests on it, and can be turned off. */
	isOn: boolean;
};

const KINDS: ConsentKind[] = ["offer", "personal-data", "news"];
/** The privacy policy says what the e-mails with news are for. */
const DOCUMENT_PATHS = { offer: href("/oferta"), "personal-data": href("/consent"), news: href("/privacy") };

export async function loadConsents(accountId: string): Promise<ConsentView[]> {
	const [consents, renewal] = await Promise.all([
		consentsOf(db(), accountId),
		agreedRenewalOf(db(), accountId),
	]);
	const documents = KINDS.map((kind): DocumentConsentView => {
		const consent = consents.find((one) => one.kind === kind);
		if (!consent) return { kind, state: "never", date: "", version: "", documentPath: DOCUMENT_PATHS[kind] };
		return {
			kind,
			state: consent.act,
			date: dayOf(consent.at),
			version: dayOfEdition(consent.version),
			documentPath: `${DOCUMENT_PATHS[kind]}?version=${encodeURIComponent(consent.version)}`,
		};
	});
	return renewal ? [...documents, renewalView(renewal)] : documents;
}

const renewalView = ({ act, text, version, at, isOn }: AgreedRenewal): RenewalConsentView => ({
	kind: "renewal",
	state: act,
	date: dayOf(at),
	version: dayOfEdition(version),
	words: text,
	isOn,
});

/**
 * The day of an edition. Its name begins with its date, which is the same in every time zone; the rest tells apart the
 * editions of a day, as in `2026-11-26-renewal`.
 */
const dayOfEdition = (version: string) => {
	const noon = Date.parse(`${version.slice(0, "2026-11-26".length)}T12:00:00Z`);
	return Number.isNaN(noon) ? version : dayOf(noon);
};
