import { data, href, type RouterContextProvider, redirect } from "react-router";
import { signedIn } from "../../../accounts/http/guards.server.ts";
import { dayOfPrice } from "../../../billing/plans/plan-view.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { consentAgainText, renewalTerms } from "../../../billing/renewals/consent.server.ts";
import { priceToCome } from "../../../billing/renewals/renewal.server.ts";
import { noticeTime } from "../../../billing/renewals/renewal-times.server.ts";
import { turnOnOffer } from "../../../billing/renewals/turn-on.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { getI18n } from "../../../i18n/middleware.server.ts";
import { currentVersion } from "../../../legal/legal-documents.server.ts";
import { config } from "../../../platform/config.server.ts";
import { comingDayOf, nearDayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { PRIVATE } from "../../../platform/http/http.server.ts";

/**
 * Loads the page that turns the renewal on again, or with `plan` has a cheaper plan follow; where it cannot be, the
 * overview says why.
 */
export async function loadTurnOn(request: Request, context: Readonly<RouterContextProvider>) {
	const planKey = new URL(request.url).searchParams.get("plan") ?? undefined;
	const { id, email } = signedIn(context);
	const t = getI18n(context).getFixedT("ru", "payment");
	const now = Date.now();
	const offer = await turnOnOffer(db(), paymentContext(), id, now, planKey);
	if (!offer) throw redirect(href("/payment"), 303);
	const { plan, replaces, chargeAt, until, card } = offer;
	const settings = paymentContext()?.renewal;
	const soon = settings && priceToCome({ plan: JSON.stringify(plan) }, settings, chargeAt);
	const free = plansOnOffer().find(({ price }) => price === 0)?.title ?? "";
	const screen = {
		title: replaces ? t("turnOn.change", { title: plan.title }) : t("turnOn.title"),
		query: replaces ? `plan=${plan.key}` : "",
		follows: replaces && t("turnOn.follows", { old: replaces.title }),
		plan: `${plan.title}, ${t("plan.days", { count: plan.days ?? 0 })}`,
		day: soon ? t("renewal.soon.none", { from: dayOfPrice(soon) }) : comingDayOf(chargeAt, now),
		/** What holds between the end of the paid time and the first charge; null: nothing lies between. */
		gap:
			chargeAt > until && !soon
				? t("turnOn.gap", { from: nearDayOf(until), day: comingDayOf(chargeAt, now), free })
				: null,
		told: soon
			? t("checkout.renewal.ends", { from: dayOfPrice(soon) })
			: t(noticeTime(until) > now ? "turnOn.told" : "turnOn.toldNow", { email }),
		card,
		/** The edition of the offer in force, which the form sends back. */
		offerVersion: currentVersion("oferta", now),
		offer: { text: consentAgainText(plan), terms: renewalTerms(plan) },
	};
	return data({ screen, sandbox: config.payments === "sandbox" }, { headers: PRIVATE });
}
