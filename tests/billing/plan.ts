import type { Plan } from "../../app/billing/plans/plan.server.ts";

/** A plan as the catalogue has it; free unless a price is given. */
export const aPlan = (
	quota: Plan["quota"],
	{ key = "start", price = 0, days = price === 0 ? null : 30 }: Partial<Plan> = {},
): Plan => ({ key, tier: key, title: key, description: "", price, days, quota, recommended: false });
