import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plan } from "../../app/billing/plans/plan.server.ts";
import { plans } from "../../app/billing/plans/plans.server.ts";

/** A file of plans for an instance: the usual ones, with another free plan. @returns its path */
export function plansFile(free: Partial<Plan>): string {
	return plansFileOf(plans().map((plan) => (plan.key === "start" ? { ...plan, ...free } : plan)));
}

export function plansFileOf(content: unknown): string {
	const file = join(mkdtempSync(join(tmpdir(), "sobesednik-plans-")), "plans.json");
	writeFileSync(file, JSON.stringify(content));
	return file;
}
