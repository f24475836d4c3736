import { data } from "react-router";
import { findReset } from "../../accounts/password/recover.server.ts";
import texts from "../../i18n/ru/auth.ts";
import { db } from "../../platform/db/service.server.ts";
import { accountContext } from "../../platform/http/context.server.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { changeBySession, wayBySession } from "./change-by-session.server.ts";
import { changeByToken, deadLink } from "./change-by-token.server.ts";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { NothingToChange } from "./nothing-to-change.tsx";
import type { Way } from "./way.ts";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.change.title);

/** The e-mail's link takes precedence over a session: it was opened for that account. It is not consumed. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const token = new URL(request.url).searchParams.get("token");
	if (token) {
		const reset = await findReset(db(), token);
		if (!reset) throw await deadLink();
		return data<Way>({ kind: "token", token, email: reset.email }, { headers: PRIVATE });
	}
	const account = context.get(accountContext);
	const way: Way = account ? await wayBySession(account) : { kind: "none" };
	return data(way, { headers: PRIVATE });
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	return form.has("token") ? changeByToken(form, request, context) : changeBySession(form, request, context);
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
	const way = actionData?.way ?? loaderData;
	return way.kind === "none" ? <NothingToChange /> : <ChangePasswordForm way={way} state={actionData} />;
}
