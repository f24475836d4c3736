import { data } from "react-router";
import { bindingCookie } from "../../accounts/http/cookies.server.ts";
import texts from "../../i18n/ru/auth.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/index";
import { confirmWithCode } from "./confirm-with-code.server.ts";
import { confirmWithLink } from "./confirm-with-link.server.ts";
import { resendEmail } from "./resend-email.server.ts";
import { stepOf, stepOfLink } from "./step.server.ts";
import { verifyFailed } from "./verify-failed.server.ts";
import { VerifyMailScreen } from "./verify-mail-screen.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, texts.verify.tab);

/** Consumes nothing: mail scanners open links. */
export async function loader({ request }: Route.LoaderArgs) {
	const token = new URL(request.url).searchParams.get("token");
	const binding = bindingCookie.read(request);
	if (!token) return data(await stepOf(binding), { headers: PRIVATE });
	const step = await stepOfLink(token, binding);
	if (step) return data(step, { headers: PRIVATE });
	throw await verifyFailed("dead-link");
}

export async function action({ request, context }: Route.ActionArgs) {
	const form = await readForm(request);
	if (form.has("token")) return confirmWithLink(form, request, context);
	if (form.has("code")) return confirmWithCode(form, request, context);
	return resendEmail(form, request, context);
}

export default function VerifyMail({ loaderData, actionData }: Route.ComponentProps) {
	return <VerifyMailScreen step={actionData?.step ?? loaderData} state={actionData} />;
}
