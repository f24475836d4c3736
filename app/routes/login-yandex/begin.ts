import { href, redirect } from "react-router";
import { accountSettings } from "../../accounts/current.server.ts";
import { clientOf } from "../../accounts/http/client.server.ts";
import { yandexCookie } from "../../accounts/http/cookies.server.ts";
import { beginVisit } from "../../accounts/yandex/begin-visit.server.ts";
import { yandexFailed } from "../../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../../platform/db/current.server.ts";
import { accountContext } from "../../platform/http/context.server.ts";
import { PRIVATE, safeReturnPath } from "../../platform/http/http.ts";
import type { Route } from "./+types/begin";
import { leaveForLinking } from "./leave-for-linking.server.ts";

/** The way out to Yandex. A link leads here; whoever only looks at where it goes has changed nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
	if (!accountSettings.yandex) return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	if (query.get("via") === "link") return leaveForLinking(request, account);
	if (account) return redirect(href("/chat"), { headers: PRIVATE });
	const begun = await beginVisit(
		db,
		accountSettings,
		{
			purpose: query.get("via") === "token" ? "token" : "sign-in",
			redirectTo: safeReturnPath(query.get("redirectTo"), "") || null,
		},
		clientOf(request, context),
	);
	if (begun.outcome === "too-many-attempts") return yandexFailed("too-many");
	return redirect(begun.address, {
		headers: { ...PRIVATE, "Set-Cookie": yandexCookie.set(begun.visitToken) },
	});
}
