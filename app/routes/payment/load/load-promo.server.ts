import type { TFunction } from "i18next";
import { href } from "react-router";
import type { Client } from "../../../accounts/http/request-client.server.ts";
import { accountSettings } from "../../../accounts/services.server.ts";
import { throttleAll, throttles, undoAttempts } from "../../../accounts/throttle.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { readUnfinished } from "../../../billing/plans/plan-in-force.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { planPreviewOf } from "../../../billing/plans/subscriptions.server.ts";
import { checkPromoCode, type PromoProblem } from "../../../billing/promo-codes/check-promo-code.server.ts";
import { nextCharge } from "../../../billing/renewals/renewal-emails.server.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { config } from "../../../platform/config.server.ts";
import { cutText } from "../../../platform/cut-text.server.ts";
import { comingDayOf, dayOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** A promo code in the checkout. */
export type PromoView = {
	/** The code as typed, or as it is kept where it fits. */
	code: string;
	/** Why it does not fit. */
	problem: string | null;
	/** The page of the order that bears it already. */
	ordered: string | null;
	/** The change that the code makes; null where it does not fit. */
	applied: AppliedPromo | null;
	retryAfterSeconds?: number;
};

export type AppliedPromo = {
	/** The sum to be paid, in kopecks and in words. */
	kopecks: number;
	sum: string;
	/** The plan's price, which later charges are; null: the code gives days, and the sum is the price. */
	price: string | null;
	/** «−78 ₽», or «+14 дней». */
	gives: string;
	/** The end with the days that it adds. */
	until: string;
	/** The day of the next charge. */
	next: string;
};

type Asked = {
	accountId: string;
	client: Client;
	plan: Plan;
	typed: string;
	/** The purchase of the form that was sent. */
	purchaseId?: string | undefined;
};

/** Tells what a typed promo code means for a plan. Codes that nobody has made are throttled: nobody tries them out. */
export async function loadPromo(
	{ accountId, client, plan, typed, purchaseId }: Asked,
	t: TFunction<"payment">,
	now: number,
): Promise<PromoView> {
	const shown = { code: cutText(typed, LONGEST), problem: null, ordered: null, applied: null };
	if (typed.trim() === "") return { ...shown, problem: t("promo.problems.empty") };
	const counts = throttles.promoCode(accountSettings().secret, accountId, client);
	const attempt = await throttleAll(db(), counts, now);
	if (!attempt.allowed) {
		const { retryAfterSeconds } = attempt;
		const minutes = Math.ceil(retryAfterSeconds / 60);
		return { ...shown, problem: t("promo.problems.tooMany", { minutes }), retryAfterSeconds };
	}
	const checked = await checkPromoCode(db(), accountId, typed, plan, now, purchaseId);
	if (checked.outcome !== "unknown") await undoAttempts(db(), counts);
	if (checked.outcome !== "fits")
		return {
			...shown,
			problem: problemText(checked, t),
			ordered:
				checked.outcome === "ordered"
					? `${href("/payment")}?show=${encodeURIComponent(checked.purchaseId)}`
					: null,
		};
	const { code, amount, days } = checked;
	const unfinished = await readUnfinished(db(), accountId, now);
	const { until } = planPreviewOf(unfinished, plan, now, (plan.days ?? 0) + days);
	const applied = {
		kopecks: amount,
		sum: rubles(amount),
		price: amount < plan.price ? rubles(plan.price) : null,
		gives:
			days > 0 ? t("promo.days", { count: days }) : t("promo.less", { sum: rubles(plan.price - amount) }),
		until: dayOf(until),
		next: comingDayOf(nextCharge(config, until, now), now),
	};
	return { ...shown, code, applied };
}

const LONGEST = 64;

function problemText(problem: PromoProblem, t: TFunction<"payment">): string {
	switch (problem.outcome) {
		case "ended":
			// The last moment belongs to the day that is named.
			return t("promo.problems.ended", { day: dayOf(problem.at - 1) });
		case "not-yet":
			return t("promo.problems.not-yet", { day: dayOf(problem.from) });
		case "other-plan": {
			const named = plansOnOffer()
				.filter(({ key }) => problem.planKeys.includes(key))
				.map(({ title, days }) => t("promo.plan", { title, days: t("plan.days", { count: days ?? 0 }) }));
			return named.length > 0
				? t("promo.problems.other-plan", { plans: named.join("; ") })
				: t("promo.problems.off");
		}
		default:
			return t(`promo.problems.${problem.outcome}`);
	}
}
