import { data, href, type RouterContextProvider, redirect } from "react-router";
import { acceptOffer } from "../../accounts/consents.server.ts";
import { clientOf } from "../../accounts/http/client.server.ts";
import { signedIn } from "../../accounts/http/guards.server.ts";
import { startPayment } from "../../billing/payments/start-payment.server.ts";
import { requestRefund } from "../../billing/refunds/refund-purchase.server.ts";
import { renewalTerms } from "../../billing/renewals/consent.server.ts";
import { stopRenewal, unlinkCard } from "../../billing/renewals/turn-off.server.ts";
import { paymentContext } from "../../billing/services.server.ts";
import { getI18n } from "../../i18n/middleware.server.ts";
import { currentVersion } from "../../legal/legal-documents.server.ts";
import { db } from "../../platform/db/service.server.ts";
import { readForm } from "../../platform/http/forms.server.ts";
import {
	badRequest,
	notFound,
	PRIVATE,
	tooManyRequests,
	unavailable,
} from "../../platform/http/http.server.ts";
import { activateCode } from "./activate-code.server.ts";
import type { PaymentFormState } from "./checkout/payment-form.ts";
import { missingToSell, onSale, packageOnSale } from "./load/availability.server.ts";
import { loadPromo } from "./load/load-promo.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Handles the forms of this screen. */
export async function dispatchPaymentAction(request: Request, context: Context) {
	const form = await readForm(request);
	const field = (name: string) => String(form.get(name) ?? "");
	switch (field("intent")) {
		case "pay":
			return pay(request, context, field);
		case "activate":
			return activateCode(request, context, field("activationCode"));
		case "refund":
			return refund(request, context, field);
		case "stop-renewal":
			return endRenewal(request, context);
		case "unlink-card":
			return unlink(request, context, field("methodId"));
		default:
			// An unknown form: the overview shows what is possible.
			throw redirect(href("/payment"), 303);
	}
}

const SOON_S = 60;

/** Starts a purchase and redirects to the payment page. The price is the catalogue's, whatever the form says. */
export async function pay(request: Request, context: Context, field: (name: string) => string) {
	const { id: accountId } = signedIn(context);
	const purchaseId = field("paymentId");
	const receiptEmail = field("receiptEmail");
	const [act = "", periodKey] = field("promoAct").split(":");
	// «За 30 дней» or «За год»: the page of another plan, with what was typed. Its sum has not been agreed to.
	const shown = new URL(request.url).searchParams.get("plan");
	const period = act === "period" ? (periodKey ?? shown) : null;
	// A text browser does not know that a button may have an address of its own.
	if (period !== null && period !== shown) {
		const query = new URLSearchParams({ plan: period, promo: field("promo") });
		throw redirect(`${href("/payment")}?${query}`, 303);
	}
	const renew = field("renew") === "on" && period === null;
	const plan = onSale(period ?? field("planKey"));
	const product = plan ?? packageOnSale(field("moreKey"));
	const payments = paymentContext();
	const typed = act === "remove" ? "" : field("promo");
	const isAsked = typed !== "" || act === "apply";
	const t = getI18n(context).getFixedT("ru", "payment");
	const client = clientOf(request, context);
	const readPromo = async (order?: string) =>
		plan && isAsked ? loadPromo({ accountId, client, plan, typed, purchaseId: order }, t, Date.now()) : null;
	const promo = await readPromo(purchaseId);
	const returned = (problem: PaymentFormState["problem"]) => ({ problem, receiptEmail, renew, promo });
	if (!product || !payments) return badRequest<PaymentFormState>(returned(whyRefused()));
	if (promo?.retryAfterSeconds)
		return tooManyRequests<PaymentFormState>(returned("promo"), promo.retryAfterSeconds);
	if (act !== "" && (promo === null || promo.applied))
		return data<PaymentFormState>(returned(null), { headers: PRIVATE });
	if (promo && !promo.applied) return badRequest<PaymentFormState>(returned("promo"));
	// Nobody pays a sum that they have not read.
	if (promo?.applied && field("promoSum") !== String(promo.applied.kopecks))
		return badRequest<PaymentFormState>(returned("promoChanged"));
	const renews = renew && plan !== undefined && payments.renewal !== null;
	// Other terms than those that stood beside the box: nothing is agreed to, and no money is asked for.
	if (renew && (!renews || !plan || field("renewTerms") !== renewalTerms(plan)))
		return badRequest<PaymentFormState>(returned("renewal"));
	const offerVersion = currentVersion("oferta");
	const shownOffer = field("offerVersion") || offerVersion;
	const started = await startPayment(db(), payments, accountId, {
		purchaseId,
		plan: product,
		receiptEmail,
		offerVersion,
		// Nor is an edition agreed to that nobody has seen.
		shownOffer,
		promo: promo?.applied ? { code: promo.code, amount: promo.applied.kopecks } : undefined,
		// Nobody pays a price that they have not read: the operator may have changed it since.
		shownPrice: field("shownPrice") === "" ? undefined : Number(field("shownPrice")),
		renewalAgreedBy: renews ? client : undefined,
	});
	switch (started.outcome) {
		case "pay":
		case "see":
			// A form that is sent again after a change was about the edition before.
			if (shownOffer === offerVersion) await acceptOffer(db(), accountId, offerVersion, client);
			throw redirect(
				started.outcome === "pay"
					? started.address
					: `${href("/payment/success")}?payment=${encodeURIComponent(purchaseId)}`,
				303,
			);
		case "invalid-email":
			return badRequest<PaymentFormState>(returned("email"));
		case "price-changed":
			return badRequest<PaymentFormState>(returned("price"));
		case "offer-changed":
			return badRequest<PaymentFormState>(returned("offer"));
		case "promo-changed": {
			// Since it was looked at above; the form tells what it is now.
			const changed = await readPromo(purchaseId);
			const problem = changed?.applied ? "promoChanged" : "promo";
			return badRequest<PaymentFormState>({ ...returned(problem), promo: changed });
		}
		case "id-taken":
			// The form has a new id: a code that the order of the old one bears is not free for it.
			return badRequest<PaymentFormState>({ ...returned("stale"), promo: await readPromo() });
		case "too-many":
			return tooManyRequests<PaymentFormState>(returned("tooMany"), started.retryAfterSeconds);
		case "failed":
			return unavailable<PaymentFormState>(returned("failed"), SOON_S);
	}
}

/** Why nothing of the form can be bought: nothing is sold here, or this not any more. */
function whyRefused() {
	const missing = missingToSell();
	if (missing === null) return "gone";
	return missing === "model" ? "model" : "off";
}

/** «Не продлевать». */
async function endRenewal(request: Request, context: Context): Promise<never> {
	const { id } = signedIn(context);
	const stopped = await stopRenewal(db(), paymentContext(), id, clientOf(request, context));
	const did = stopped.outcome === "stopped" && stopped.charging ? "stopped-charging" : "stopped";
	throw redirect(`${href("/payment")}?did=${did}`, 303);
}

/** «Удалить карту». */
async function unlink(request: Request, context: Context, methodId: string): Promise<never> {
	const { id } = signedIn(context);
	const unlinked = await unlinkCard(db(), paymentContext(), id, methodId, clientOf(request, context));
	const did = unlinked.outcome === "unlinked" && unlinked.charging ? "unlinked-charging" : "unlinked";
	throw redirect(`${href("/payment")}?did=${did}`, 303);
}

/** Requests a refund; the page of the purchase shows its state. */
async function refund(request: Request, context: Context, field: (name: string) => string): Promise<never> {
	const [purchaseId, refundId] = [field("paymentId"), field("refundId")];
	const payments = paymentContext();
	if (!payments) throw redirect(href("/payment"), 303);
	const { pathname, search } = new URL(request.url);
	const requested = await requestRefund(db(), payments, signedIn(context).id, { purchaseId, refundId });
	const page = (name: string) => `${href("/payment")}?${name}=${encodeURIComponent(purchaseId)}`;
	switch (requested.outcome) {
		case "no-such-purchase":
			return notFound(pathname + search);
		case "nothing-to-refund":
		case "id-taken":
			// Shows the form again: it says that nothing can be refunded, or has a new id.
			throw redirect(page("refund"), 303);
		default:
			throw redirect(page("show"), 303);
	}
}
