import type { TFunction } from "i18next";
import { compareViews, planView } from "../../../billing/plans/plan-view.server.ts";
import { freePlan, plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { isSelling, onSale } from "./availability.server.ts";
import type { Current } from "./load-current.server.ts";

/**
 * The offer of a plan's card: `connect` and `extend` lead to the checkout; `connected` is free and active, `after`
 * becomes active when the paid time ends; `none`: payments are off.
 */
export type Offer = "connect" | "extend" | "connected" | "after" | "none";

/** The plans as offered to this person, and what they all include. One of them is highlighted. */
export function offersTo(current: Pick<Current, "key" | "bought">, t: TFunction<"payment">) {
	const views = plansOnOffer().map((plan) => ({
		...planView(plan, t),
		tier: plan.tier,
		offer: offerOf(plan.key, current),
	}));
	const tier = views.find(({ key }) => key === current.key)?.tier;
	const others = views.filter((view) => view.offer === "connect" && view.tier !== tier);
	const main = others.find(({ recommended }) => recommended) ?? others[0];
	// A tier is one card with two periods, so both are highlighted or neither.
	return compareViews(
		views.map((view) => ({ ...view, main: view.offer === "connect" && view.tier === main?.tier })),
	);
}

export type OfferView = ReturnType<typeof offersTo>["plans"][number];

function offerOf(key: string, current: Pick<Current, "key" | "bought">): Offer {
	if (key === freePlan().key) return current.bought ? "after" : isSelling() ? "connected" : "none";
	if (!onSale(key)) return "none";
	return key === current.key ? "extend" : "connect";
}
