import { describe, expect, test } from "vitest";
import { checkPlanModels, modelsOf } from "../../app/chat/plan-models.server.ts";
import type { Catalogue } from "../../app/chat/providers/catalogue.server.ts";
import { aPlan } from "../billing/plan.ts";

const catalogue = (source: Catalogue["source"], ...ids: string[]) =>
	({ source, models: ids.map((id) => ({ id, title: id })) }) as Catalogue;
const plan = (models?: string[]) => ({ ...aPlan({ messages: 1, everyDays: 1 }), models });
const idsOf = (...given: Parameters<typeof modelsOf>) => modelsOf(...given).map(({ id }) => id);

describe("the models of a plan", () => {
	const three = catalogue("configured", "small", "middle", "large");

	test("are those it names, in the order of the operator's list; without names all", () => {
		expect(idsOf(three, plan())).toEqual(["small", "middle", "large"]);
		expect(idsOf(three, plan(["large", "small"]))).toEqual(["small", "large"]);
	});

	test("begin with the person's own default, where the plan may use it", () => {
		expect(idsOf(three, plan(), "middle")).toEqual(["middle", "small", "large"]);
		expect(idsOf(three, plan(["small", "large"]), "middle")).toEqual(["small", "large"]);
		expect(idsOf(three, plan(), "gone")).toEqual(["small", "middle", "large"]);
		expect(three.models.map(({ id }) => id)).toEqual(["small", "middle", "large"]);
	});

	test("are all there are when none of those that were bought is left, and with the FAQ provider", () => {
		expect(idsOf(three, plan(["gone"]))).toEqual(["small", "middle", "large"]);
		expect(idsOf(catalogue("faq", "handbook"), plan(["large"]))).toEqual(["handbook"]);
	});

	test("that a plan names in vain stop the start, with the plan and the models there are", () => {
		expect(() => checkPlanModels(three, [plan(), plan(["small"])])).not.toThrow();
		expect(() => checkPlanModels(three, [plan(["small", "larg"])])).toThrow(
			"Тариф «start»: модели «larg» нет среди подключённых (small, middle, large).",
		);
		expect(() => checkPlanModels(catalogue("faq", "handbook"), [plan(["large"])])).not.toThrow();
	});
});
