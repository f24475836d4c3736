import { agreeToNews, withdrawNews } from "../../../accounts/consents.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { throttleAll, throttles } from "../../../accounts/throttle.server.ts";
import { currentVersion } from "../../../legal/legal-documents.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { seeOther } from "../../../platform/http/see-other.server.ts";
import { type AccountAction, done, invalidAction, tryActionLater } from "./responses.server.ts";

/** `intent=withdraw`: news at once; without the processing of personal data there can be no account. */
export const withdrawAction: AccountAction = async ({ form, account, client }) => {
	const consent = form.get("consent");
	if (consent === "personal-data") return seeOther("/account?do=delete");
	if (consent !== "news") return invalidAction("", {}, {}, "unknown-action");
	await withdrawNews(db(), account.id, client);
	return done("news-withdrawn");
};

/** `intent=consent-news`: accepts what the privacy policy now says about news. */
export const consentNewsAction: AccountAction = async ({ account, client }) => {
	const counts = throttles.newsConsent(accountSettings().secret, account.id);
	const throttled = await throttleAll(db(), counts, Date.now());
	if (!throttled.allowed) return tryActionLater("consent-news", throttled.retryAfterSeconds);
	await agreeToNews(db(), account.id, currentVersion("privacy"), client);
	return done("news-given");
};
