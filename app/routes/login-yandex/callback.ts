import { clientOf } from "../../accounts/client.server.ts";
import { sessionCookie, yandexCookie } from "../../accounts/cookies.server.ts";
import { accountSettings } from "../../accounts/current.server.ts";
import { comeBackWithCode } from "../../accounts/yandex/come-back.server.ts";
import { accountContext } from "../../context.server.ts";
import { db } from "../../db/current.server.ts";
import { PRIVATE } from "../../http.ts";
import type { Route } from "./+types/callback";
import { cameBack } from "./came-back.server.ts";

/** Where Yandex sends people back to, with a code or with the reason why there is none. */
export async function loader({ request, context }: Route.LoaderArgs) {
	if (!accountSettings.yandex) return new Response("Нет такой страницы.", { status: 404, headers: PRIVATE });
	const query = new URL(request.url).searchParams;
	const account = context.get(accountContext);
	const outcome = await comeBackWithCode(
		db,
		accountSettings,
		{
			visitToken: yandexCookie.read(request),
			state: query.get("state"),
			code: query.get("code"),
			error: query.get("error"),
			accountId: account?.id ?? null,
			replaces: sessionCookie.read(request),
		},
		clientOf(request, context),
	);
	return cameBack(outcome, account !== null);
}
