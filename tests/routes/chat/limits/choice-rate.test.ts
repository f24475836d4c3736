import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";
import { Person } from "../../../support/person.ts";

let instance: Instance;
let model: FakeModel;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

test("of a hundred choices of a version at once some wait, as each walks its conversation", async () => {
	const anna = await new Person(instance).register();
	const choose = () =>
		anna.post("/chat", { intent: "choose", answerId: crypto.randomUUID(), unscripted: "1" });
	const chosen = await Promise.all(Array.from({ length: 100 }, choose));
	expect(new Set(chosen.map(({ status }) => status))).toEqual(new Set([404, 429]));
	const refused = chosen.find(({ status }) => status === 429);
	expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
	expect(await refused?.text()).toContain("Слишком много запросов подряд");
});
