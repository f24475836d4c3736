import type { AcceptedDocuments } from "../../../accounts/registration/pending-registrations.server.ts";
import { currentVersion } from "../../../legal/legal-documents.server.ts";

/**
 * The versions of the legal documents that a person has just accepted: those in force, which the boxes' links open.
 * The purpose of the e-mails with news is stated in the privacy policy, so that is the document of that consent.
 */
export function acceptedDocuments(form: { consentNews: boolean }): AcceptedDocuments {
	return {
		offer: currentVersion("oferta"),
		personalData: currentVersion("consent"),
		news: form.consentNews ? currentVersion("privacy") : null,
	};
}
