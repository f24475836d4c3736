import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../accounts/http/guards.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import texts from "../../i18n/ru/payment-outcomes.ts";
import { config } from "../../platform/config.server.ts";
import { PRIVATE, routeHeaders } from "../../platform/http/http.server.ts";
import type { PageHandle } from "../../shell/page/page-handle.ts";
import { pageTitle } from "../../shell/page/page-title.ts";
import type { Route } from "./+types/success";
import { loadOutcome } from "./load/load-outcome.server.ts";
import { Checking } from "./outcome/checking.tsx";
import { OutcomePage } from "./outcome/outcome-page.tsx";
import { Paid } from "./outcome/paid.tsx";

export const handle = { page: "static" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = routeHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(matches, titleOf(loaderData?.outcome));

const titleOf = (outcome: Awaited<ReturnType<typeof loadOutcome>> | undefined) => {
	if (outcome?.state !== "paid") return texts.checking.title;
	return outcome.returning ? texts.paid.returning : texts.paid.title;
};

/** The return from the gateway proves nothing: it triggers a request to the gateway, whose state is shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const id = new URL(request.url).searchParams.get("payment");
	const t = getI18n(context).getFixedT("ru", "payment");
	const outcome = id ? await loadOutcome(signedIn(context).id, id, t) : null;
	if (!outcome) throw redirect(href("/payment"));
	if (outcome.state === "failed") throw redirect(`${href("/payment/fail")}?payment=${outcome.id}`);
	if (outcome.state === "refunded") throw redirect(`${href("/payment")}?show=${outcome.id}`);
	return data({ sandbox: config.payments === "sandbox", outcome }, { headers: PRIVATE });
}

export default function PaymentSuccess({ loaderData: { sandbox, outcome } }: Route.ComponentProps) {
	return (
		<OutcomePage sandbox={sandbox}>
			{outcome.state === "paid" ? <Paid paid={outcome} /> : <Checking outcome={outcome} />}
		</OutcomePage>
	);
}
