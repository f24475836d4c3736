import { freePlan, plans } from "../../../billing/plans/plans.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { catalogue } from "../../../chat/services.server.ts";

/**
 * Whether anything can be bought here: there is something to pay with, and there is a model to pay for. The
 * handbook answers everybody for nothing.
 */
export const selling = paymentContext !== null && catalogue.source !== "handbook";

/** The plan that is on sale under this key; undefined when nothing can be bought, or not this. */
export const onSale = (key: string | null) =>
	selling ? plans.find((plan) => plan.key === key && plan !== freePlan) : undefined;
