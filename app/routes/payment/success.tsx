import { data, href, redirect } from "react-router";
import { requireAccount, signedIn } from "../../accounts/guards.server.ts";
import { config } from "../../config.server.ts";
import { answerHeaders, PRIVATE } from "../../http.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import words from "../../i18n/ru/payment-outcomes.ts";
import type { PageHandle } from "../../page-handle.ts";
import { pageTitle } from "../../page-title.ts";
import type { Route } from "./+types/success";
import { Checking } from "./checking.tsx";
import { loadOutcome } from "./load-outcome.server.ts";
import { OutcomePage } from "./outcome-page.tsx";
import { Paid } from "./paid.tsx";

export const handle = { page: "document" } satisfies PageHandle;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
export const headers = answerHeaders;
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	pageTitle(matches, loaderData?.outcome.state === "paid" ? words.paid.title : words.checking.title);

/** The return from the gateway proves nothing: it is a reason to ask, and what the gateway says is shown. */
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
