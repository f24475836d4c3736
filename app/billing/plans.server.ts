import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { ConfigError } from "../config.server.ts";
import type { Plan } from "./plan.ts";

const FREE_KEY = "start";

const natural = v.pipe(v.number(), v.integer(), v.minValue(1));

const catalogue = v.pipe(
	v.array(
		v.strictObject({
			key: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
			tier: v.pipe(v.string(), v.nonEmpty()),
			title: v.pipe(v.string(), v.nonEmpty()),
			description: v.string(),
			price: v.pipe(v.number(), v.integer(), v.minValue(0)),
			days: v.nullable(natural),
			quota: v.strictObject({ messages: natural, everyDays: natural }),
			recommended: v.optional(v.boolean(), false),
		}),
	),
	v.check((plans) => new Set(plans.map((plan) => plan.key)).size === plans.length, "ключи повторяются"),
	v.check(
		(plans) => plans.some((plan) => plan.key === FREE_KEY && plan.price === 0 && plan.days === null),
		`нужен бесплатный бессрочный тариф с ключом «${FREE_KEY}»`,
	),
	v.check(
		(plans) => plans.every((plan) => (plan.price === 0) === (plan.days === null)),
		"у платного тарифа есть срок, у бесплатного его нет",
	),
);

/**
 * The catalogue of plans from an operator's file.
 * @throws {ConfigError} naming the file and the place in it.
 */
export function readPlans(file: string): readonly Plan[] {
	try {
		return v.parse(catalogue, JSON.parse(readFileSync(resolve(file), "utf8")));
	} catch (error) {
		if (error instanceof SyntaxError) throw new ConfigError([`${file}: это не JSON. ${error.message}`]);
		if (!v.isValiError(error)) throw error;
		const [issue] = error.issues;
		throw new ConfigError([`${file}: ${[v.getDotPath(issue), issue.message].filter(Boolean).join(": ")}.`]);
	}
}

/** What is on offer, in the order of the file. Read once: prices do not change under a running server. */
export const plans = readPlans("content/plans.json");

/** What everybody has who bought nothing. */
export const freePlan = plans.find((plan) => plan.key === FREE_KEY) ?? noFreePlan();

function noFreePlan(): never {
	throw new Error("the catalogue was checked to have a free plan");
}
