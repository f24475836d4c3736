import { cancelEmailChange, resendEmailChange } from "../../../accounts/email-change/change-email.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { type AccountAct, done, doneWithLetter, tryLater } from "./responses.server.ts";

/** `intent=resend-email-change`: sends the e-mail again. */
export const resendEmailChangeAct: AccountAct = async ({ account, client }) => {
	const sent = await resendEmailChange(db, accountSettings, account.id, client);
	switch (sent.outcome) {
		case "posted":
			return doneWithLetter("letter-sent", sent);
		case "nothing-pending":
			return done("nothing-pending");
		case "letter-wait":
			return tryLater("resend-email-change", sent.retryAfterSeconds, {}, "letter-wait");
	}
};

/** `intent=cancel-email-change`. */
export const cancelEmailChangeAct: AccountAct = async ({ account }) => {
	await cancelEmailChange(db, account.id);
	return done("email-change-cancelled");
};
