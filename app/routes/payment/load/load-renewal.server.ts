import type { TFunction } from "i18next";
import { href } from "react-router";
import { refusalWords } from "../../../billing/payments/refusal.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import type { Unfinished } from "../../../billing/plans/plan-in-force.server.ts";
import { dayOfPrice } from "../../../billing/plans/plan-view.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import {
	isActive,
	isChargeOpen,
	isOver,
	isPostponed,
	isRenewing,
	priceToCome,
	type RenewalRow,
	renewalOf,
	savedCardOf,
	toldUntil,
	willEndFor,
} from "../../../billing/renewals/renewal.server.ts";
import { nextChargeOf } from "../../../billing/renewals/renewal-emails.server.ts";
import {
	attemptTimes,
	MAX_ATTEMPTS,
	nextNoticeTime,
} from "../../../billing/renewals/renewal-times.server.ts";
import { turnOnOffer } from "../../../billing/renewals/turn-on.server.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { sentAt } from "../../../mail/outbox.server.ts";
import { config } from "../../../platform/config.server.ts";
import { comingDayOf, dayOf, minuteOf, nearDayOf } from "../../../platform/dates/dates.server.ts";
import { DAY } from "../../../platform/dates/day-boundaries.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { onSale } from "./availability.server.ts";

type SavedCard = NonNullable<Awaited<ReturnType<typeof savedCardOf>>>;
type T = TFunction<"payment">;

/**
 * The renewal of a plan and the saved card; null where there was never one.
 * @param did what was just done here
 * @param unfinished the account's subscriptions; empty: no paid time is left
 */
export async function loadRenewal(
	account: Pick<Account, "id" | "email">,
	{ did, unfinished }: { did: string | null; unfinished: readonly Unfinished[] },
	t: T,
	now: number,
) {
	const planKey = unfinished.at(0)?.plan_key;
	const [found, card, again] = await Promise.all([
		renewalOf(db(), account.id),
		savedCardOf(db(), account.id),
		turnOnOffer(db(), paymentContext(), account.id, now),
	]);
	if (!found) return null;
	const ends = unfinished.map(({ ends_at }) => ends_at);
	const renewal = { ...found, paid_until: toldUntil(found, ends) };
	const toldAt = renewal.told_at ?? (renewal.notice_id && (await sentAt(db(), renewal.notice_id)));
	const state = stateOf(renewal);
	const asleep = isAsleep(renewal) && !(await isChargeOpen(db(), renewal));
	const free = plansOnOffer().find(({ price }) => price === 0)?.title ?? "";
	return {
		state,
		chip: chipOf(renewal, asleep, now),
		/** Deleting the card has the same effect as turning off, and says so itself. */
		done: doneText(renewal, card, did, t, now),
		...textsOf(
			{ ...renewal, told_at: toldAt || null },
			card,
			{ email: account.email, planKey, asleep, free, now },
			t,
		),
		card: card
			? { id: card.id, title: card.title, term: card.expires_at && termOf(card.expires_at, now, t) }
			: null,
		canStop: renewal.state !== "off",
		links: linksOf(renewal, { canTurnOn: again !== undefined, planKey }, t),
		consent: t("renewal.consentAt", { moment: minuteOf(renewal.created_at) }),
	};
}

export type LoadedRenewal = NonNullable<Awaited<ReturnType<typeof loadRenewal>>>;

/** Agreed to, where renewals are switched off or no model is connected. */
const isAsleep = (renewal: RenewalRow) => isActive(renewal) && !isRenewing(paymentContext()?.renewal);

/** A charge that is on its way is one of a renewal that is on. */
const stateOf = ({ state }: RenewalRow) => (state === "charging" ? ("on" as const) : state);

function chipOf(renewal: RenewalRow, asleep: boolean, now: number) {
	if (asleep) return "paused" as const;
	if (endsFor(renewal) || soonFor(renewal, now)) return "ends" as const;
	return isPostponed(renewal) ? ("postponed" as const) : stateOf(renewal);
}

const endsFor = (renewal: RenewalRow) => willEndFor(renewal, paymentContext()?.renewal);

/** The announced price that ends a renewal before its next charge; null: none. */
function soonFor(renewal: RenewalRow, now: number) {
	const settings = paymentContext()?.renewal;
	if (!settings || renewal.state !== "on") return null;
	return priceToCome(renewal, settings, nextChargeOf(config, renewal, now));
}

type Link = { to: string; label: string };

/** The links for paying by hand, with another card, or turning it on again; the first is the main one. */
function linksOf(
	renewal: RenewalRow,
	{ canTurnOn, planKey }: { canTurnOn: boolean; planKey: string | undefined },
	t: T,
): Link[] {
	const { state, plan, plan_key } = renewal;
	if (canTurnOn) {
		const label = t(endsFor(renewal) ? "renewal.ends.agree" : "renewal.turnOn");
		return [{ to: href("/payment/renewal"), label }];
	}
	if (!onSale(plan_key) || state === "on" || state === "charging") return [];
	const checkout = `${href("/payment")}?plan=${plan_key}`;
	if (state === "off" || !paymentContext()?.renewal) {
		const { title }: Plan = JSON.parse(plan);
		// A purchase of another plan than the one in force would convert that one, not prolong it.
		if (planKey !== undefined && planKey !== plan_key) return [];
		const label = planKey !== undefined ? t("renewal.again") : t("plan.connect", { title });
		return [{ to: checkout, label }];
	}
	const card = href("/payment/card");
	if (state === "paused") return [{ to: card, label: t("renewal.newCard") }];
	return [
		{ to: checkout, label: t("renewal.payNow") },
		{ to: card, label: t("renewal.anotherCard") },
	];
}

function doneText(
	renewal: RenewalRow,
	card: SavedCard | undefined,
	did: string | null,
	t: T,
	now: number,
): string | null {
	const { state, plan } = renewal;
	if (state === "on" && did === "on") return t("renewal.done.on");
	if (state !== "off") return null;
	const { title }: Plan = JSON.parse(plan);
	if (did === "stopped")
		return t(isOver(renewal, now) ? "renewal.done.stoppedOver" : "renewal.done.stopped", {
			plan: title,
			until: comingDayOf(renewal.paid_until, now),
		});
	if (did === "stopped-charging") return t("renewal.done.stoppedCharging");
	if (card) return null;
	if (did === "unlinked") return t("renewal.done.unlinked");
	return did === "unlinked-charging" ? t("renewal.done.unlinkedCharging") : null;
}

/** The words for the present state, and for the next event. */
function textsOf(
	renewal: RenewalRow,
	card: SavedCard | undefined,
	{
		email,
		planKey,
		asleep,
		free,
		now,
	}: {
		email: string;
		planKey: string | undefined;
		/** Nothing is charged here now, and nothing is at the gateway. */
		asleep: boolean;
		/** The title of the free plan. */
		free: string;
		now: number;
	},
	t: T,
) {
	const plan: Plan = JSON.parse(renewal.plan);
	const chargeAt = nextChargeOf(config, renewal, now);
	const values = {
		plan: plan.title,
		sum: rubles(renewal.charge_amount ?? plan.price),
		day: comingDayOf(chargeAt, now),
		card: card?.title ?? "",
		until: dayOf(renewal.paid_until),
		email,
		reason: t(`renewal.reasons.${refusalWords(renewal.reason)}`),
	};
	// Existing agreements are kept, and wait.
	if (asleep) {
		const why = paymentContext()?.renewal ? "renewal.asleepWithoutModel" : "renewal.asleep";
		return { headline: t(why), text: null };
	}
	const ends = endsFor(renewal);
	if (ends) {
		const text = ends === "price" ? "renewal.ends.text" : "renewal.ends.textGone";
		return {
			headline: t(`renewal.ends.${ends}`),
			text: t(isOver(renewal, now) ? "renewal.ends.isOver" : text, values),
		};
	}
	const soon = soonFor(renewal, now);
	if (soon) {
		const told = { ...values, from: dayOfPrice(soon), price: rubles(soon.price) };
		return { headline: t("renewal.soon.headline", told), text: t("renewal.soon.text", told) };
	}
	switch (renewal.state) {
		case "on": {
			const { told_at: toldAt, notice_id: noticeId } = renewal;
			const day = comingDayOf(toldAt ?? nextNoticeTime(renewal.paid_until, now), now);
			const isOther = planKey !== undefined && planKey !== renewal.plan_key;
			const known = isOther ? "renewal.on.other" : "renewal.on.headline";
			const headline = t(isPostponed(renewal) ? "renewal.on.postponed" : known, values);
			const told =
				toldAt !== null
					? t("renewal.on.told", { ...values, day })
					: t(noticeId !== null ? "renewal.on.sending" : "renewal.on.text", { ...values, day });
			const isGap = chargeAt > renewal.paid_until && !isOver(renewal, now);
			if (!isGap) return { headline, text: told };
			const gap = { from: nearDayOf(renewal.paid_until), day: values.day, free };
			return { headline, text: `${told} ${t("renewal.on.gap", gap)}` };
		}
		case "charging":
			return { headline: t("renewal.charging.headline", values), text: t("renewal.charging.text") };
		case "retrying": {
			const [, , , last] = attemptTimes(renewal.paid_until, chargeAt);
			const day = comingDayOf(renewal.next_at ?? last, now);
			const lastDay = comingDayOf(last, now);
			const isLast = renewal.attempt >= MAX_ATTEMPTS - 1 || day === lastDay;
			return {
				headline: t("renewal.retrying.headline", { ...values, day }),
				text: [
					t("renewal.retrying.text", values),
					...(isOver(renewal, now) ? [t("renewal.retrying.isOver", values)] : []),
					isLast ? t("renewal.retrying.isLast") : t("renewal.retrying.last", { last: lastDay }),
				].join(" "),
			};
		}
		case "paused":
			return {
				headline: t("renewal.paused.headline", values),
				text: t(isOver(renewal, now) ? "renewal.paused.isOver" : "renewal.paused.text", values),
			};
		case "off": {
			const moment = minuteOf(renewal.changed_at);
			const withoutCard = t(planKey ? "renewal.off.noCard" : "renewal.off.noPlan");
			return {
				headline: t("renewal.off.headline", { moment }),
				text: `${whyOff(renewal.reason, t)}${card ? t("renewal.off.saved") : withoutCard}`,
			};
		}
	}
}

const WHY = [
	...(["refund", "plan-changed", "plan-gone", "price", "failed", "revoked", "no-notice", "staff"] as const),
];

function whyOff(reason: string | null, t: T): string {
	const known = WHY.find((why) => why === reason);
	return known ? `${t(`renewal.off.why.${known}`)} ` : "";
}

/** «действует до 09/28», as it stands on the card; its end is a moment of the month after. */
function termOf(expiresAt: number, now: number, t: T): string {
	const [year = "", number = ""] = new Date(expiresAt - DAY).toISOString().split("-");
	const month = `${number}/${year.slice(2)}`;
	return t(expiresAt > now ? "renewal.cardUntil" : "renewal.cardWasUntil", { month });
}
