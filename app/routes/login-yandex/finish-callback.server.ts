import { href } from "react-router";
import { sessionCookie, yandexCookie } from "../../accounts/http/cookies.server.ts";
import type { OAuthCallback } from "../../accounts/yandex/oauth-callback.server.ts";
import { toSecondStep } from "../../layouts/auth/to-second-step.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { setFlash } from "../../platform/http/flash-cookie.server.ts";
import { safeReturnPath } from "../../platform/http/http.server.ts";
import { seeOther } from "../../platform/http/see-other.server.ts";
import { log } from "../../platform/log.server.ts";

/**
 * The response to an OAuth callback.
 * @param signedIn whether a session is open in this browser: then it was about linking, and `/account` shows the
 * result
 */
export async function finishCallback(callback: OAuthCallback, signedIn: boolean): Promise<Response> {
	if ("detail" in callback)
		log.warn("Яндекс ID: войти не удалось", { why: callback.outcome, detail: callback.detail });
	// The OAuth state may still be in use in another tab, so its cookie stays.
	const cookies = callback.outcome === "late" ? [] : [yandexCookie.clear()];
	switch (callback.outcome) {
		case "signed-in":
			return seeOther(
				safeReturnPath(callback.redirectTo, href("/chat")),
				sessionCookie.set(callback.sessionToken),
				...cookies,
			);
		case "second-step":
			return toSecondStep(callback.stepToken, callback.redirectTo, ...cookies);
		case "registering":
			return seeOther(`${href("/registration")}?via=yandex`, yandexCookie.set(callback.stateToken));
		case "account-exists":
			return seeOther(href("/registration/account-already-exists"), ...cookies);
		case "linked":
		case "taken":
		case "has-another":
			return toAccount(callback.outcome, cookies);
		default:
			return signedIn ? toAccount(callback.outcome, cookies) : yandexFailed(callback.outcome, ...cookies);
	}
}

async function toAccount(how: string, cookies: string[]): Promise<Response> {
	const screen = href("/account");
	return seeOther(screen, await setFlash(screen, `yandex-${how}`), ...cookies);
}
