import { href, redirectDocument } from "react-router";
import { yandexCookie } from "../../../accounts/http/cookies.server.ts";
import { proveOwner } from "../../../accounts/password/prove-owner.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { beginLinking } from "../../../accounts/yandex/begin-oauth.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { proofOf } from "./owners-proof.server.ts";
import { type AccountAction, invalidAction, notProved } from "./responses.server.ts";

const INTENT = "link-yandex";

/**
 * `intent=link-yandex`: re-authenticates, since another way to sign in matters more than a new password, and
 * redirects to Yandex.
 */
export const linkYandexAction: AccountAction = async ({ form, account, client }) => {
	if (!accountSettings().yandex) return invalidAction(INTENT, {}, {}, "unknown-action");
	const proved = await proveOwner(db(), accountSettings(), account.id, proofOf(form), client);
	if (proved.outcome !== "proved") return notProved(INTENT, proved);
	const stateToken = await beginLinking(db(), account.id);
	// A full navigation, with script too: what comes next is no screen of the application.
	return redirectDocument(`${href("/login/yandex")}?via=link`, {
		status: 303,
		headers: { ...PRIVATE, "Set-Cookie": yandexCookie.set(stateToken) },
	});
};
