import { href, redirect } from "react-router";
import { clientOf } from "../../accounts/http/client.server.ts";
import { yandexCookie } from "../../accounts/http/cookies.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { beginOAuth } from "../../accounts/yandex/begin-oauth.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { accountContext } from "../../platform/http/context.server.ts";
import { PRIVATE, safeReturnPath } from "../../platform/http/http.server.ts";
import type { Route } from "./+types/begin";
import { leaveForLinking } from "./leave-for-linking.server.ts";

/** Redirects to Yandex. Reached by a link; following it changes nothing in an account. */
export async function loader({ request, context }: Route.LoaderArgs) {
	if (!accountSettings().yandex)
		return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	if (query.get("via") === "link") return leaveForLinking(request, account);
	if (account) return redirect(href("/chat"), { headers: PRIVATE });
	const begun = await beginOAuth(
		db(),
		accountSettings(),
		{
			purpose: query.get("via") === "token" ? "token" : "sign-in",
			redirectTo: safeReturnPath(query.get("redirectTo"), "") || null,
		},
		clientOf(request, context),
	);
	if (begun.outcome === "too-many-attempts") return yandexFailed("too-many");
	return redirect(begun.address, {
		headers: { ...PRIVATE, "Set-Cookie": yandexCookie.set(begun.stateToken) },
	});
}
