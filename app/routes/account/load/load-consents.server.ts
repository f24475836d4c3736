import { href } from "react-router";
import { type ConsentKind, consentsOf } from "../../../accounts/consents.server.ts";
import { dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

export type ConsentView = {
	kind: ConsentKind;
	state: "given" | "withdrawn" | "never";
	/** When it was given or withdrawn; empty for one that was never given. */
	date: string;
	/** The edition, as its date, and its address. */
	version: string;
	documentPath: string;
};

const KINDS: ConsentKind[] = ["offer", "personal-data", "news"];
/** The privacy policy says what the e-mails with news are for. */
const DOCUMENT_PATHS = { offer: href("/oferta"), "personal-data": href("/consent"), news: href("/privacy") };

export async function loadConsents(accountId: string): Promise<ConsentView[]> {
	const consents = await consentsOf(db(), accountId);
	return KINDS.map((kind) => {
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
}

/**
 * The day of an edition. Its name begins with its date, which is the same in every time zone; the rest tells apart the
 * editions of a day, as in `2026-11-26-renewal`.
 */
const dayOfEdition = (version: string) => {
	const noon = Date.parse(`${version.slice(0, "2026-11-26".length)}T12:00:00Z`);
	return Number.isNaN(noon) ? version : dayOf(noon);
};
