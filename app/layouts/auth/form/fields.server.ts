import * as v from "valibot";
import { type EmailAddress, parseEmail } from "../../../accounts/email.server.ts";
import { filled, mustTick, ticked } from "../../../platform/http/forms.ts";

/** An e-mail as the domain takes it; what was typed goes back to the form as it was typed. */
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

/** A password that is there. Whether it will do is the domain's to say. */
export const passwordField = filled("password-empty");

/** The consents as `Consents` draws them. */
export const consentFields = {
	consentOffer: mustTick("offer-needed"),
	consentPersonalData: mustTick("personal-data-needed"),
	consentNews: ticked(),
};
