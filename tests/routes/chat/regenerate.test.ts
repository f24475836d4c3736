import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let model: FakeModel;
let instance: Instance;
let anna: Person;
beforeAll(async () => {
	model = await startFakeModel();
	model.title = "";
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "one,two" } });
	anna = await new Person(instance).register();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

const ended = async (answerId: string) => (await anna.fetch(`/chat/events?answer=${answerId}`)).text();
const page = async (conversationId: string) => (await anna.fetch(`/chat?c=${conversationId}`)).text();
const regenerate = (answerId: string, fields: Record<string, string> = {}) =>
	anna.post("/chat", { intent: "regenerate", answerId, attemptId: randomUUID(), ...fields });
const lastAnswer = (html: string) =>
	[...html.matchAll(/id="m-([\w-]+)"[^>]*data-role="assistant"/g)].at(-1)?.[1] ?? "";

test("an answer is created anew in a manner or by another model, by a form that needs no script", async () => {
	const { conversationId, answerId } = await anna.ask("Как заварить чай?");
	await ended(answerId);
	const html = await page(conversationId);
	// In hidden fields: a text browser shows the value of a button, and sends «BUTTON» in place of an empty one.
	const forms = html.matchAll(/<form[^>]*>(?=<input[^>]*value="regenerate")(.*?)<\/form>/gs);
	const choices = [...forms].map(([, form = ""]) =>
		[...form.matchAll(/name="(manner|model)" value="(\w+)"/g)].map(([, name, value]) => `${name}=${value}`),
	);
	expect(choices).toEqual([[], ["manner=shorter"], ["manner=simpler"], ["model=two"]]);
	expect(html).not.toMatch(/<button[^>]*class="menu-item"[^>]*value=/);

	const simpler = await regenerate(answerId, { manner: "simpler" });
	expect([simpler.status, simpler.headers.get("Location")]).toEqual([303, `/chat?c=${conversationId}`]);
	const second = lastAnswer(await page(conversationId));
	await ended(second);
	expect(model.requests.at(-1)).toMatchObject({
		model: "one",
		messages: [{ role: "system", content: expect.stringContaining("проще") }, { role: "user" }],
	});
	expect(await page(conversationId)).toMatch(/<li><span>[^<]*<\/span> (?:<!-- -->)?Проще<\/li>/);

	expect((await regenerate(second, { model: "two" })).status).toBe(303);
	await ended(lastAnswer(await page(conversationId)));
	expect(model.requests.at(-1)).toMatchObject({ model: "two", messages: [{ role: "user" }] });
	// The conversation keeps its model.
	expect((await regenerate(second, { manner: "" })).status).toBe(303);
	await ended(lastAnswer(await page(conversationId)));
	expect(model.requests.at(-1)).toMatchObject({ model: "one" });
});

test("a model or a manner that there is not is refused, and nothing is asked", async () => {
	const { answerId } = await anna.ask("Ещё вопрос");
	await ended(answerId);
	const before = model.requests.length;
	const unknown = await regenerate(answerId, { model: "three" });
	expect(unknown.status).toBe(400);
	expect(await unknown.text()).toContain("Этой модели больше нет.");
	expect((await regenerate(answerId, { manner: "longer" })).status).toBe(400);
	expect(model.requests.length).toBe(before);
});
