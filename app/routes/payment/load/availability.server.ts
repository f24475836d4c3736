import { billSeller } from "../../../billing/bills/bill-seller.server.ts";
import type { Plan } from "../../../billing/plans/plan.server.ts";
import { packagesOnOffer, plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { hasModel } from "../../../chat/services.server.ts";

export type MissingToSell = "payments" | "model" | "both";

/**
 * What is missing before anything can be bought here: payments have to be on, and there has to be a model to pay for.
 * @returns null: nothing is
 */
export function missingToSell(): MissingToSell | null {
	if (paymentContext() !== null) return hasModel() ? null : "model";
	return hasModel() ? "payments" : "both";
}

/** Whether anything can be bought here: where payments are off, no chat has to be there to be asked. */
export const isSelling = (): boolean => paymentContext() !== null && missingToSell() === null;

/** The plan on sale with this key; undefined when payments are off, or the plan is not on sale. */
export const onSale = (key: string | null) =>
	isSelling() ? plansOnOffer().find((plan) => plan.key === key && plan.price > 0) : undefined;

/** The plans that a bill can be for; none where bills cannot be made. No gateway is needed for them. */
export const plansForBills = (): readonly Plan[] =>
	billSeller() !== null && hasModel() ? plansOnOffer().filter(({ price }) => price > 0) : [];

/** Why the page sells nothing by card: what is missing, or `bills`, which are then the only way to pay. */
export type NotSold = MissingToSell | "bills";

/** @returns null: it is sold */
export function whyNotSold(): NotSold | null {
	const missing = missingToSell();
	return missing === "payments" && plansForBills().length > 0 ? "bills" : missing;
}

/** Whether plans are sold for money here, by card or by bill: the sandbox takes none, and its bills are only tried. */
export const isSellingForMoney = (): boolean =>
	paymentContext()?.gateway.name !== "sandbox" && (isSelling() || plansForBills().length > 0);

/** The messages on sale with this key; undefined when payments are off, or there are none of this key. */
export const packageOnSale = (key: string | null) =>
	isSelling() ? packagesOnOffer().find((one) => one.key === key) : undefined;
