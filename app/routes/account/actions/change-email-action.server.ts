import * as v from "valibot";
import { askEmailChange } from "../../../accounts/email-change/change-email.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { emailField } from "../../../layouts/auth/form/fields.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { parseForm } from "../../../platform/http/forms.server.ts";
import {
	type AccountAction,
	doneWithEmail,
	invalidAction,
	notProved,
	tryActionLater,
} from "./responses.server.ts";

const INTENT = "change-email";
const emailForm = v.object({
	email: emailField,
	currentPassword: v.string(),
	code: v.string(),
	appCode: v.string(),
});

/** `intent=change-email`: requests a change of e-mail. */
export const changeEmailAction: AccountAction = async ({ form, account, client }) => {
	const typed = parseForm(emailForm, form);
	const values = { email: typed.values.email };
	if (!typed.ok) return invalidAction(INTENT, typed.errors, values);
	const asked = await askEmailChange(db(), accountSettings(), account, typed.value, client);
	switch (asked.outcome) {
		case "posted":
			return doneWithEmail("email-change-asked", asked);
		case "same-email":
			return invalidAction(INTENT, { email: "email-same" }, values);
		case "email-wait":
			return tryActionLater(INTENT, asked.retryAfterSeconds, values, "email-wait");
		default:
			return notProved(INTENT, asked, values);
	}
};
