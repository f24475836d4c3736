import type { AcceptedDocuments } from "../../../accounts/registration/pending-registrations.server.ts";
import { currentVersion } from "../../../legal/papers.server.ts";

/**
 * The versions of the papers a person has just agreed to: those in force, which the boxes' links open.
 * What the letters with news are for is said in the privacy policy, so that is the paper of that consent.
 */
export function acceptedDocuments(form: { consentNews: boolean }): AcceptedDocuments {
	return {
		offer: currentVersion("oferta"),
		personalData: currentVersion("consent"),
		news: form.consentNews ? currentVersion("privacy") : null,
	};
}
