import * as v from "valibot";
import { type EmailAddress, parseEmail } from "../../../accounts/email.server.ts";
import { filled, mustTick, ticked } from "../../../platform/http/forms.server.ts";

/** An e-mail, normalised for the domain; the form is returned with the value as typed. */
export const emailField = v.pipe(
	v.string(),
	v.trim(),
	v.nonEmpty("email-empty"),
	v.rawTransform<string, EmailAddress>(({ dataset, addIssue, NEVER }) => {
		const email = parseEmail(dataset.value);
		if (email) return email;
		addIssue({ message: "email-invalid" });
		return NEVER;
	}),
);

/** A password that is not empty. The domain validates it. */
export const passwordField = filled("password-empty");

/** The consents as `ConsentFields` renders them. */
export const consentFields = {
	consentOffer: mustTick("offer-needed"),
	consentPersonalData: mustTick("personal-data-needed"),
	consentNews: ticked(),
};
