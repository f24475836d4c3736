import { data, href, type RouterContextProvider, redirect } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { readUnfinished } from "../../../billing/plans/plan-in-force.server.ts";
import { dayOfPrice } from "../../../billing/plans/plan-view.server.ts";
import { planPreviewOf } from "../../../billing/plans/subscriptions.server.ts";
import { consentText, renewalTerms } from "../../../billing/renewals/consent.server.ts";
import { priceToCome, renewalOf, savedCardOf } from "../../../billing/renewals/renewal.server.ts";
import { nextCharge } from "../../../billing/renewals/renewal-emails.server.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { currentVersion } from "../../../legal/legal-documents.server.ts";
import { config } from "../../../platform/config.server.ts";
import { comingDayOf, dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";
import { onSale } from "./availability.server.ts";

/** Loads the page that changes the card; the overview where nothing renews itself. */
export async function loadCard(context: Readonly<RouterContextProvider>) {
	const { id } = signedIn(context);
	const t = getI18n(context).getFixedT("ru", "payment");
	const now = Date.now();
	const [renewal, card] = await Promise.all([renewalOf(db(), id), savedCardOf(db(), id)]);
	const settings = paymentContext()?.renewal;
	const plan = renewal ? onSale(renewal.plan_key) : undefined;
	if (!settings || !renewal || !plan) throw redirect(href("/payment"), 303);
	const { until } = planPreviewOf(await readUnfinished(db(), id, now), plan, now);
	const chargeAt = nextCharge(config, until, now);
	const soon = priceToCome({ plan: JSON.stringify(plan) }, settings, chargeAt);
	const screen = {
		planKey: plan.key,
		plan: `${plan.title}, ${t("plan.days", { count: plan.days ?? 0 })}`,
		sum: rubles(plan.price),
		until: dayOf(until),
		next: soon ? t("renewal.soon.none", { from: dayOfPrice(soon) }) : comingDayOf(chargeAt, now),
		replaces: card ? t("newCard.replaces", { card: card.title }) : "",
		receiptEmail: renewal.receipt_email,
		/** Chosen before the first try, so that a second press is the same purchase. */
		paymentId: crypto.randomUUID(),
		/** The edition of the offer in force, which the form sends back. */
		offerVersion: currentVersion("oferta", now),
		offer: { text: consentText(plan), terms: renewalTerms(plan) },
	};
	return data({ screen, sandbox: config.payments === "sandbox" }, { headers: PRIVATE });
}
