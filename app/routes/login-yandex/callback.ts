import { clientOf } from "../../accounts/http/client.server.ts";
import { sessionCookie, yandexCookie } from "../../accounts/http/cookies.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { handleCallbackCode } from "../../accounts/yandex/oauth-callback.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { accountContext } from "../../platform/http/context.server.ts";
import { PRIVATE } from "../../platform/http/http.server.ts";
import type { Route } from "./+types/callback";
import { finishCallback } from "./finish-callback.server.ts";

/** The OAuth callback: with a code or with an error. */
export async function loader({ request, context }: Route.LoaderArgs) {
	if (!accountSettings().yandex)
		return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	const outcome = await handleCallbackCode(
		db(),
		accountSettings(),
		{
			stateToken: yandexCookie.read(request),
			state: query.get("state"),
			code: query.get("code"),
			error: query.get("error"),
			accountId: account?.id ?? null,
			replaces: sessionCookie.read(request),
		},
		clientOf(request, context),
	);
	return finishCallback(outcome, account !== null);
}
