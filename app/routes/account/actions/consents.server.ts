import { agreeToNews, withdrawNews } from "../../../accounts/consents.server.ts";
import { currentVersion } from "../../../legal/legal-documents.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { seeOther } from "../../../platform/http/see-other.ts";
import { type AccountAct, done, mend } from "./responses.server.ts";

/** `intent=withdraw`: news at once; without the processing of personal data there can be no account. */
export const withdrawAct: AccountAct = async ({ form, account, client }) => {
	const consent = form.get("consent");
	if (consent === "personal-data") return seeOther("/account?do=delete");
	if (consent !== "news") return mend("", {}, {}, "unknown-act");
	await withdrawNews(db, account.id, client);
	return done("news-withdrawn");
};

/** `intent=consent-news`: accepts what the privacy policy now says about news. */
export const consentNewsAct: AccountAct = async ({ account, client }) => {
	await agreeToNews(db, account.id, currentVersion("privacy"), client);
	return done("news-given");
};
