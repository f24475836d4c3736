import type { TFunction } from "i18next";
import { ourTerms } from "../../../billing/payments/terms.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { planInForceOf, type Unfinished } from "../../../billing/plans/plan-in-force.server.ts";
import { planView, priceSoon } from "../../../billing/plans/plan-view.server.ts";
import { announcedPrice } from "../../../billing/plans/plans.server.ts";
import { readAllowance } from "../../../billing/quota/allowance.server.ts";
import {
	isChargeOpen,
	priceToCome,
	renewalOf,
	willCharge,
} from "../../../billing/renewals/renewal.server.ts";
import { nextChargeOf } from "../../../billing/renewals/renewal-emails.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { config } from "../../../platform/config.server.ts";
import { comingDayOf, dayOf, nearDayOf } from "../../../platform/dates/dates.server.ts";
import { dayNumber } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { onSale } from "./availability.server.ts";

/**
 * The current plan, its end, and its remaining messages.
 * @param unfinished the account's subscriptions
 */
export async function loadCurrent(
	accountId: string,
	unfinished: readonly Unfinished[],
	t: TFunction<"payment">,
	now: number,
) {
	const renewal = await renewalOf(db(), accountId);
	const inForce = planInForceOf(unfinished, now);
	const {
		granted,
		left,
		until,
		bought: apart,
	} = await readAllowance(db(), accountId, now, ourTerms, inForce);
	const { plan, source, paidUntil } = inForce;
	const subscription = unfinished.find(({ id }) => id === source);
	const isGiven = subscription?.purchase_id === null;
	const bought = paidUntil !== null;
	const paid = unfinished.filter(({ purchase_id }) => purchase_id !== null);
	const isPaidAfter = paid.some(({ id }) => id !== source);
	// By their beginnings: after the first that is paid for, one that is given lies between it and another paid one.
	const isMixed = unfinished
		.slice(unfinished.findIndex(({ purchase_id }) => purchase_id !== null))
		.some(
			({ purchase_id, starts_at }) => purchase_id === null && paid.some((one) => one.starts_at > starts_at),
		);
	const boughtUntil = Math.max(0, ...paid.map(({ ends_at }) => ends_at));
	const chargeAt = renewal ? nextChargeOf(config, renewal, now) : 0;
	const settings = paymentContext()?.renewal ?? null;
	const goesOn =
		(settings !== null && willCharge(renewal, settings) && !priceToCome(renewal, settings, chargeAt)) ||
		(renewal !== undefined && (await isChargeOpen(db(), renewal)));
	return {
		key: plan.key,
		title: plan.title,
		/** Its end, and its price. */
		text: termOf(
			plan,
			paidUntil,
			{
				given: isGiven && (subscription.bill_id === null ? "given" : "activated"),
				/** When what was given ends, and what was paid for goes on. */
				givenUntil: isGiven && isPaidAfter ? (paid[0]?.starts_at ?? null) : null,
				boughtUntil,
				isMixed,
				next: goesOn ? JSON.parse(renewal.plan) : null,
				chargeDay: renewal && chargeAt > renewal.paid_until ? comingDayOf(chargeAt, now) : null,
				isUncertain: renewal?.state === "retrying" || renewal?.state === "paused",
			},
			t,
		),
		/** The higher price that is announced for it; null: none is. */
		priceSoon: bought ? priceSoon(announcedPrice(plan.key), t) : null,
		/** Whether it can be bought again, to follow the current one. */
		extendable: bought && onSale(plan.key)?.price === plan.price,
		bought,
		used: granted - left,
		granted,
		left,
		/** The messages of it that were bought apart. */
		apart:
			apart.until === null
				? null
				: t("messages.left", { count: apart.left, date: comingDayOf(apart.until, now) }),
		renews: whenItRenews(until, bought && until === paidUntil, t, now),
	};
}

export type Current = Awaited<ReturnType<typeof loadCurrent>>;

function whenItRenews(until: number, last: boolean, t: TFunction<"payment">, now: number): string {
	if (last) return t("quota.until", { date: comingDayOf(until, now) });
	const days = dayNumber(until, config.timeZone) - dayNumber(now, config.timeZone);
	return days <= 1 ? t("quota.tomorrow") : t("quota.on", { date: nearDayOf(until) });
}

function termOf(
	plan: Plan,
	paidUntil: number | null,
	{
		given,
		givenUntil,
		boughtUntil,
		isMixed,
		next,
		chargeDay,
		isUncertain,
	}: {
		given: "given" | "activated" | false;
		givenUntil: number | null;
		/** When what was paid for ends; a gift may follow it. */
		boughtUntil: number;
		/** Something given lies between two times that were paid for. */
		isMixed: boolean;
		next: Plan | null;
		/** The day of the next charge, where it comes after the end; null: before it. */
		chargeDay: string | null;
		/** The bank has refused a charge: the card of the renewal says so, and this one promises nothing. */
		isUncertain: boolean;
	},
	t: TFunction<"payment">,
): string {
	if (paidUntil === null) return t("current.free");
	const until = dayOf(paidUntil);
	const isAllBought = boughtUntil === paidUntil;
	if (given && givenUntil !== null && isMixed)
		return t(`current.${given}ThenMixed`, { given: dayOf(givenUntil), until });
	if (given && givenUntil !== null) {
		const ends = { given: dayOf(givenUntil), until: dayOf(boughtUntil) };
		const text = t(`current.${given}ThenPaid`, ends);
		return isAllBought ? text : t("current.thenGiven", { text, until });
	}
	if (given) return t(`current.${given}`, { until });
	const { price, period } = planView(plan, t);
	const term = t(isAllBought && !isMixed ? "current.paidUntil" : "current.lasts", { until });
	if (isUncertain) return t("current.paid", { price, period, term });
	if (next && next.key !== plan.key) return t("current.thenOther", { price, period, term, next: next.title });
	if (next && chargeDay !== null) return t("current.renewingLater", { price, period, term, day: chargeDay });
	return t(next ? "current.renewing" : "current.bought", { price, period, until, term });
}
