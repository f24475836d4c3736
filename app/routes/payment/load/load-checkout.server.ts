import type { TFunction } from "i18next";
import type { Client } from "../../../accounts/http/request-client.server.ts";
import { isYearly, type Plan } from "../../../billing/plans/plan.server.ts";
import {
	planInForceOf,
	readUnfinished,
	type Unfinished,
} from "../../../billing/plans/plan-in-force.server.ts";
import { dayOfPrice, planView } from "../../../billing/plans/plan-view.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { type PlanPreview, planPreviewOf } from "../../../billing/plans/subscriptions.server.ts";
import { consentText, renewalTerms } from "../../../billing/renewals/consent.server.ts";
import {
	changedTerms,
	isActive,
	priceToCome,
	type RenewalRow,
	type RenewalSettings,
	renewalOf,
} from "../../../billing/renewals/renewal.server.ts";
import { nextCharge } from "../../../billing/renewals/renewal-emails.server.ts";
import { turnOnOffer } from "../../../billing/renewals/turn-on.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { currentVersion, legalDocumentOf } from "../../../legal/legal-documents.server.ts";
import { config } from "../../../platform/config.server.ts";
import { comingDayOf, dayOf } from "../../../platform/dates/dates.server.ts";
import { russianDate } from "../../../platform/dates/dates-in-texts.server.ts";
import { DAY } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { span } from "../overview/span.server.ts";
import { onSale } from "./availability.server.ts";
import { loadPromo } from "./load-promo.server.ts";

/**
 * The checkout of a plan.
 * @param promo a code of the address, and who asks about it
 * @returns undefined when no plan with this key is on sale
 */
export async function loadCheckout(
	account: Account,
	key: string,
	promo: { typed: string; client: Client } | null,
	t: TFunction<"payment">,
	now: number,
) {
	const plan = onSale(key);
	if (!plan) return undefined;
	const unfinished = await readUnfinished(db(), account.id, now);
	const preview = planPreviewOf(unfinished, plan, now);
	const changes = [changeOf(unfinished, preview, t, now), await endedRenewal(account.id, plan, t)];
	const { title, price, priceSoon, quota } = planView(plan, t);
	const later = await turnOnOffer(db(), paymentContext(), account.id, now, key);
	return {
		screen: "checkout" as const,
		key,
		title,
		sum: price,
		kopecks: plan.price,
		/** The higher price that is announced; null: none is. */
		priceSoon,
		quota,
		period: t("plan.days", { count: plan.days ?? 0 }),
		until: dayOf(preview.until),
		periods: periodsOf(plan, t),
		/** The changes to the plan in force and to its renewal; empty: none. */
		change: changes.filter((text) => text !== null).join(" "),
		/** The day from which this plan can follow the one in force, with nothing paid now; null: it cannot. */
		later: later?.replaces ? comingDayOf(later.chargeAt, now) : null,
		email: account.email,
		/** The date of the edition that paying accepts. */
		offerDate: russianDate(legalDocumentOf("oferta", null, now)?.date ?? ""),
		/** The edition itself, which the form sends back. */
		offerVersion: currentVersion("oferta", now),
		/** Whether the gateway makes the receipt, and not the seller. */
		receiptsHere: paymentContext()?.makesReceipts === true,
		/** Chosen before the first try, so that a second press is the same purchase. */
		paymentId: crypto.randomUUID(),
		renewal: await renewalOffer(account.id, plan, preview.until, t, now),
		promo: promo && (await loadPromo({ accountId: account.id, plan, ...promo }, t, now)),
	};
}

/** The box «продлевать»; null where plans do not renew themselves. */
async function renewalOffer(
	accountId: string,
	plan: Plan,
	until: number,
	t: TFunction<"payment">,
	now: number,
) {
	const settings = paymentContext()?.renewal;
	if (!settings) return null;
	const renewal = await renewalOf(db(), accountId);
	const chargeAt = nextCharge(config, until, now);
	const soon = priceToCome({ plan: JSON.stringify(plan) }, settings, chargeAt);
	return {
		text: consentText(plan),
		terms: renewalTerms(plan),
		/** The day of the next charge. */
		day: comingDayOf(chargeAt, now),
		/** What is told in place of that day, where a price that is announced ends the renewal before it; null: nothing. */
		ends: soon && t("checkout.renewal.ends", { from: dayOfPrice(soon) }),
		/** The renewal of this plan that a purchase without the box leaves as it is (`followPurchase`). */
		kept: renewal && renewal.plan_key === plan.key ? keptAs(renewal, settings, chargeAt) : ("off" as const),
	};
}

/**
 * The state that a purchase without the box leaves a renewal in: one whose terms have changed ends all the same, and so
 * does one that an announced price ends before its next charge.
 */
function keptAs(renewal: RenewalRow, settings: RenewalSettings, chargeAt: number) {
	const { state } = renewal;
	if (!isActive(renewal)) return state;
	if (changedTerms(renewal, settings) !== null)
		return state === "charging" ? ("endsCharging" as const) : ("ends" as const);
	return state !== "charging" && priceToCome(renewal, settings, chargeAt) ? ("soon" as const) : state;
}

export type RenewalOffer = NonNullable<Awaited<ReturnType<typeof renewalOffer>>>;

export type LoadedCheckout = NonNullable<Awaited<ReturnType<typeof loadCheckout>>>;

/** The same plan for a month and for a year, to choose from. */
function periodsOf({ tier, key }: Plan, t: TFunction<"payment">) {
	const periods = plansOnOffer().filter((plan) => plan.tier === tier && onSale(plan.key));
	return periods.map((plan) => ({
		key: plan.key,
		chosen: plan.key === key,
		name: isYearly(plan) ? t("choose.year") : t("choose.month"),
		price: planView(plan, t).price,
	}));
}

/** The note that another plan turns the renewal off; null where it does not. */
async function endedRenewal(accountId: string, plan: Plan, t: TFunction<"payment">) {
	const renewal = await renewalOf(db(), accountId);
	// As `followPurchase` does it: also one that waits for another card, or for the operator to switch renewals on.
	if (!renewal || renewal.state === "off" || renewal.plan_key === plan.key) return null;
	const { title }: Plan = JSON.parse(renewal.plan);
	return t("checkout.endsRenewal", { title });
}

/** The change of the current paid time, in words; null when there is none. */
function changeOf(
	unfinished: readonly Unfinished[],
	preview: PlanPreview,
	t: TFunction<"payment">,
	now: number,
) {
	if (preview.follows) return t("checkout.follows", { date: dayOf(preview.from) });
	if (preview.converted < DAY / 24) return null;
	const { plan } = planInForceOf(unfinished, now);
	return t("checkout.replaces", { old: plan.title, carried: span(preview.converted, t) });
}
