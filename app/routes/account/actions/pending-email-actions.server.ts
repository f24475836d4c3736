import { cancelEmailChange, resendEmailChange } from "../../../accounts/email-change/change-email.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAction, done, doneWithEmail, tryActionLater } from "./responses.server.ts";

/** `intent=resend-email-change`: sends the e-mail again. */
export const resendEmailChangeAction: AccountAction = async ({ account, client }) => {
	const sent = await resendEmailChange(db(), accountSettings(), account.id, client);
	switch (sent.outcome) {
		case "posted":
			return doneWithEmail("email-sent", sent);
		case "nothing-pending":
			return done("nothing-pending");
		case "email-wait":
			return tryActionLater("resend-email-change", sent.retryAfterSeconds, {}, "email-wait");
	}
};

/** `intent=cancel-email-change`. */
export const cancelEmailChangeAction: AccountAction = async ({ account }) => {
	await cancelEmailChange(db(), account.id);
	return done("email-change-cancelled");
};
