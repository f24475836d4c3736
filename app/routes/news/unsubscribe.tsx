import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { withdrawNews } from "../../accounts/consents.server.ts";
import { clientOf } from "../../accounts/http/client.server.ts";
import { readUnsubscribeToken } from "../../accounts/newsletters/unsubscribe-link.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import texts from "../../i18n/ru/news.ts";
import { Outcome } from "../../layouts/auth/outcome.tsx";
import { db } from "../../platform/db/service.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import { Button } from "../../ui/button.tsx";
import type { Route } from "./+types/unsubscribe";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.title);

const accountOf = (request: Request) =>
	readUnsubscribeToken(accountSettings(), new URL(request.url).searchParams.get("token") ?? "");

/** Changes nothing: mail scanners open links. */
export function loader({ request }: Route.LoaderArgs) {
	return data({ step: accountOf(request) ? ("ask" as const) : ("dead" as const) }, { headers: PRIVATE });
}

/**
 * The signed address is enough, without signing in. It answers with a page and never with a redirect: the other who calls
 * it is a mail server, by RFC 8058.
 */
export async function action({ request, context }: Route.ActionArgs) {
	const accountId = accountOf(request);
	if (!accountId) return data({ step: "dead" as const }, { status: 400, headers: PRIVATE });
	await withdrawNews(db(), accountId, clientOf(request, context));
	return data({ step: "done" as const }, { headers: PRIVATE });
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useTranslation("news");
	const { step } = actionData ?? loaderData;
	if (step === "ask")
		return (
			<Outcome icon="email-fast-outline" tone="info" title={t("ask")} text={t("text")}>
				<form method="post">
					<input type="hidden" name="List-Unsubscribe" value="One-Click" />
					<Button variant="primary" block>
						{t("button")}
					</Button>
				</form>
			</Outcome>
		);
	const isDone = step === "done";
	return (
		<Outcome
			icon={isDone ? "check-bold" : "alert-outline"}
			tone={isDone ? "success" : "info"}
			title={t(isDone ? "done" : "dead")}
			text={t(isDone ? "doneText" : "deadText")}
			main={{ to: href("/"), text: t("toHome") }}
			other={{ to: href("/account"), text: t("toAccount") }}
		/>
	);
}
