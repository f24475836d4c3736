import type { Plan } from "../billing/plans/plan.server.ts";
import { ConfigError } from "../platform/config.server.ts";
import type { Catalogue } from "./providers/catalogue.server.ts";
import type { Model } from "./providers/provider.server.ts";

/**
 * The models that a plan may use, the default first. All models of a purchased plan may have been removed since: then
 * the installation's models serve it.
 * @param preferred the person's own default, which comes first where the plan may use it
 */
export function modelsOf(catalogue: Catalogue, plan: Plan, preferred: string | null = null): Model[] {
	const allowed = allowedBy(catalogue, plan);
	const first = allowed.find(({ id }) => id === preferred);
	return first ? [first, ...allowed.filter((model) => model !== first)] : allowed;
}

function allowedBy({ source, models }: Catalogue, plan: Plan): Model[] {
	if (plan.models === undefined || source === "faq") return models;
	const named = models.filter(({ id }) => plan.models?.includes(id));
	return named.length > 0 ? named : models;
}

/**
 * Checks that the plans on offer name only existing models.
 * @throws {ConfigError} naming the plan and its unknown models
 */
export function checkPlanModels({ source, models }: Catalogue, plans: readonly Plan[]): void {
	if (source === "faq") return;
	const known = new Set(models.map(({ id }) => id));
	const problems = plans.flatMap((plan) =>
		(plan.models ?? [])
			.filter((id) => !known.has(id))
			.map((id) => `Тариф «${plan.key}»: модели «${id}» нет среди подключённых (${[...known].join(", ")}).`),
	);
	if (problems.length > 0) throw new ConfigError(problems);
}
