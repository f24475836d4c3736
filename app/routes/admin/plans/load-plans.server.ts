import { freePlan, packages, plans } from "../../../billing/plans/plans.server.ts";
import { rubles } from "../../../billing/rubles.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { config } from "../../../platform/config.server.ts";

/** What the catalogue sells, and the file that it stands in. */
export function loadPlans() {
	return {
		file: config.plansFile,
		isSelling: paymentContext() !== null,
		plans: plans.map(({ key, title, price, days, quota, models }) => ({
			key,
			title,
			days,
			isFree: key === freePlan.key,
			price: rubles(price),
			quota,
			models: models?.join(", ") ?? null,
		})),
		packages: packages.map(({ key, title, price, days, messages }) => ({
			key,
			title,
			price: rubles(price),
			days,
			messages,
		})),
	};
}

export type LoadedPlans = ReturnType<typeof loadPlans>;
