import type { TFunction } from "i18next";
import { rubles } from "../rubles.server.ts";
import { isYearly, type Plan } from "./plan.server.ts";

/** How often the quota is renewed: «в сутки», «каждые 30 дней». */
export const everyDays = ({ quota }: Plan, t: TFunction<"payment">) =>
	quota.everyDays === 1 ? t("plan.everyDay") : t("plan.every", { count: quota.everyDays });

/**
 * A plan in words. Formatted on the server, since browsers use other spaces between digits and hydration would
 * mismatch.
 */
export function planView(plan: Plan, t: TFunction<"payment">) {
	const quota = t("plan.messages", { count: plan.quota.messages, every: everyDays(plan, t) });
	const models = plan.models ? t("plan.modelsOf", { models: plan.models.join(", ") }) : t("plan.models");
	return {
		key: plan.key,
		title: plan.title,
		description: plan.description,
		icon: plan.icon,
		price: rubles(plan.price),
		period: plan.days === null ? t("plan.forever") : t("plan.forDays", { count: plan.days }),
		yearly: isYearly(plan),
		paid: plan.price > 0,
		recommended: plan.recommended,
		quota,
		features: [quota, models, t("plan.history"), ...(plan.price > 0 ? [t("plan.oneOff")] : [])],
	};
}

export type PlanView = ReturnType<typeof planView>;
