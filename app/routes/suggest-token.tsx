import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { clientOf } from "../accounts/http/client.server.ts";
import { sessionCookie, yandexCookie } from "../accounts/http/cookies.server.ts";
import { accountSettings } from "../accounts/services.server.ts";
import { handleCallbackToken } from "../accounts/yandex/oauth-callback.server.ts";
import texts from "../i18n/ru/legal.ts";
import { Outcome } from "../layouts/auth/outcome.tsx";
import { yandexFailed } from "../layouts/auth/yandex/yandex-failed.server.ts";
import { db } from "../platform/db/service.server.ts";
import { accountContext } from "../platform/http/context.server.ts";
import { readForm } from "../platform/http/forms.server.ts";
import { PRIVATE } from "../platform/http/http.server.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import { pageTitle } from "../shell/page/page-title.ts";
import type { Route } from "./+types/suggest-token";
import { finishCallback } from "./login-yandex/finish-callback.server.ts";
import { TokenForm } from "./login-yandex/token-form.tsx";

export const handle = { page: "static" } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle(matches, texts.suggest.title)];

export const loader = () => data({ byYandex: accountSettings().yandex !== null }, { headers: PRIVATE });

/** Receives the token that the script has found in this page's address. */
export async function action({ request, context }: Route.ActionArgs) {
	if (!accountSettings().yandex) return yandexFailed("late");
	const form = await readForm(request);
	const outcome = await handleCallbackToken(
		db(),
		accountSettings(),
		{
			stateToken: yandexCookie.read(request),
			state: String(form.get("state") ?? ""),
			accessToken: String(form.get("accessToken") ?? ""),
			error: String(form.get("error") ?? "") || null,
			replaces: sessionCookie.read(request),
		},
		clientOf(request, context),
	);
	return finishCallback(outcome, context.get(accountContext) !== null);
}

/** The helper page of Yandex's instant sign-in. With a token in its address the script takes over. */
export default function SuggestToken({ loaderData: { byYandex } }: Pick<Route.ComponentProps, "loaderData">) {
	const { t } = useTranslation("legal");
	const toLogin = { to: href("/login"), text: t("suggest.toLogin") };
	return (
		<main id="main" className="page-wrap flex flex-1 py-8" tabIndex={-1}>
			{byYandex && <TokenForm />}
			<Outcome
				icon="account-key-outline"
				tone="primary"
				title={t("suggest.title")}
				text={t(byYandex ? "suggest.text" : "suggest.notHere")}
				{...(byYandex
					? { main: { to: href("/login/yandex"), text: t("suggest.signIn") }, other: toLogin }
					: { main: toLogin })}
			/>
		</main>
	);
}
