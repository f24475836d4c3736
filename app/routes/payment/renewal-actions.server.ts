import { href, type RouterContextProvider, redirect } from "react-router";
import { clientOf } from "../../accounts/http/client.server.ts";
import { signedIn } from "../../accounts/http/guards.server.ts";
import { accountSettings } from "../../accounts/services.server.ts";
import { throttleAll, throttles } from "../../accounts/throttle.server.ts";
import { turnOnRenewal } from "../../billing/renewals/turn-on.server.ts";
import { paymentContext } from "../../billing/services.server.ts";
import { currentVersion } from "../../legal/legal-documents.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import { badRequest, tooManyRequests } from "../../platform/http/http.server.ts";
import type { PaymentFormState } from "./checkout/payment-form.ts";
import { pay } from "./payment-actions.server.ts";

type Context = Readonly<RouterContextProvider>;

const returned = (problem: PaymentFormState["problem"], receiptEmail = "") =>
	badRequest<PaymentFormState>({ problem, receiptEmail, renew: false });

/** Pays for the next period with another card, which the gateway saves: without the consent it could not. */
export async function changeCard(request: Request, context: Context) {
	const form = await readForm(request);
	const field = (name: string) => String(form.get(name) ?? "");
	if (field("renew") !== "on") return returned("unticked", field("receiptEmail"));
	return pay(request, context, field);
}

/** Turns the renewal on again, or has a cheaper plan follow, from the saved card. */
export async function turnOn(request: Request, context: Context) {
	const form = await readForm(request);
	if (form.get("renew") !== "on") return returned("unticked");
	const offerVersion = currentVersion("oferta");
	if ((form.get("offerVersion") || offerVersion) !== offerVersion) return returned("offer");
	const { id: accountId } = signedIn(context);
	const counts = throttles.renewalConsent(accountSettings().secret, accountId);
	const throttled = await throttleAll(db(), counts, Date.now());
	if (!throttled.allowed) {
		const state: PaymentFormState = { problem: "tooMany", receiptEmail: "", renew: false };
		return tooManyRequests(state, throttled.retryAfterSeconds);
	}
	const { outcome } = await turnOnRenewal(db(), paymentContext(), accountId, {
		terms: String(form.get("renewTerms") ?? ""),
		offerVersion,
		client: clientOf(request, context),
		planKey: new URL(request.url).searchParams.get("plan") ?? undefined,
	});
	if (outcome === "other-terms") return returned("renewal");
	throw redirect(outcome === "on" ? `${href("/payment")}?did=on` : href("/payment"), 303);
}
