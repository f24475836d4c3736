import type { TFunction } from "i18next";
import { config } from "../../platform/config.server.ts";
import { comingDayOf } from "../../platform/dates/dates.server.ts";
import { startOfIsoDay } from "../../platform/dates/day-boundaries.server.ts";
import { roundedRubles, rubles } from "../rubles.server.ts";
import { type AnnouncedPrice, isYearly, type Plan } from "./plan.server.ts";
import { announcedPrice } from "./plans.server.ts";

/** How often the quota is renewed: «в сутки», «каждые 30 дней». */
export const everyDays = ({ quota }: Plan, t: TFunction<"payment">) =>
	quota.everyDays === 1 ? t("plan.everyDay") : t("plan.every", { count: quota.everyDays });

/**
 * A plan in words. Formatted on the server, since browsers use other spaces between digits and hydration would
 * mismatch.
 * @param renewable whether plans may renew themselves here
 * @param next the price that is announced for it
 */
export function planView(
	plan: Plan,
	t: TFunction<"payment">,
	renewable = config.renewal,
	next: AnnouncedPrice | null = announcedPrice(plan.key),
) {
	const quota = t("plan.messages", { count: plan.quota.messages, every: everyDays(plan, t) });
	const models: string = plan.models
		? t("plan.modelsOf", { models: plan.models.join(", ") })
		: t("plan.models");
	const { toolCallsPerDay: calls, webSearch, thinkLonger, pictures } = plan;
	const included = [
		...(webSearch && calls !== 0 ? [t("plan.search")] : []),
		...(pictures && calls !== 0 ? [t("plan.pictures")] : []),
		...(calls ? [t("plan.toolCalls", { count: calls })] : []),
		...(thinkLonger ? [t("plan.thinkLonger")] : []),
	];
	const excluded = [
		...(webSearch === false || calls === 0 ? [t("plan.search")] : []),
		...(pictures === false ? [t("plan.pictures")] : []),
		...(calls === 0 ? [t("plan.tools")] : []),
		...(thinkLonger === false ? [t("plan.thinkLonger")] : []),
	];
	const features: string[] = [
		models,
		...included,
		t("plan.history"),
		...(plan.price > 0 ? [t(renewable ? "plan.renewable" : "plan.oneOff")] : []),
	];
	return {
		key: plan.key,
		title: plan.title,
		description: plan.description,
		icon: plan.icon,
		price: rubles(plan.price),
		/** The price that is to come; null: none is announced. */
		priceSoon: priceSoon(next, t),
		period: periodOf(plan, t),
		pricePerDay: pricePerDay(plan, t),
		yearly: isYearly(plan),
		paid: plan.price > 0,
		recommended: plan.recommended,
		quota,
		/** In the unit of a plan that is renewed daily, to compare with; null for that one itself. */
		quotaPerDay: plan.quota.everyDays === 1 ? null : t("plan.perDay", { messages: messagesPerDay(plan) }),
		features,
		/** Features that other plans may have and this one lacks, listed only where the plan's line in the file says so. */
		excluded,
	};
}

export type PlanView = ReturnType<typeof planView>;

/** «С 12 декабря цена — 490 ₽»; null where no price is announced. */
export const priceSoon = (next: AnnouncedPrice | null, t: TFunction<"payment">): string | null =>
	next && t("plan.priceSoon", { day: dayOfPrice(next), price: rubles(next.price) });

/** «12 декабря», the day from which an announced price counts. */
export const dayOfPrice = ({ from }: Pick<AnnouncedPrice, "from">): string =>
	comingDayOf(startOfIsoDay(from, config.timeZone) ?? 0, Date.now());

/**
 * Plans side by side: what they all have is said once, so that each has what is its own.
 * @returns the views without the features that all of them have, and those features
 */
export function compareViews<View extends PlanView>(views: View[]): { plans: View[]; shared: string[] } {
	const [first, ...others] = views;
	const shared = (first?.features ?? []).filter((feature) =>
		others.every(({ features }) => features.includes(feature)),
	);
	if (others.length === 0) return { plans: views, shared: [] };
	const plans = views.map((view) => ({
		...view,
		features: view.features.filter((feature) => !shared.includes(feature)),
	}));
	return { plans, shared };
}

/** A year is called so, as on the switch of the periods. */
function periodOf({ days }: Plan, t: TFunction<"payment">): string {
	if (days === null) return t("plan.forever");
	return days === YEAR_DAYS ? t("plan.forYear") : t("plan.forDays", { count: days });
}

/** «13 ₽ в день», or «около 10 ₽ в день»; null for what costs nothing, or less than half a rouble. */
function pricePerDay({ price, days }: Plan, t: TFunction<"payment">): string | null {
	if (days === null || price < (days * KOPECKS) / 2) return null;
	const isExact = price % (days * KOPECKS) === 0;
	return t(isExact ? "plan.pricePerDay" : "plan.aboutPricePerDay", { price: roundedRubles(price / days) });
}

const messagesPerDay = ({ quota }: Plan) => Math.max(1, Math.round(quota.messages / quota.everyDays));

const YEAR_DAYS = 365;
const KOPECKS = 100;
