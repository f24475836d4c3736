import { afterAll, beforeAll, expect, test } from "vitest";
import { openAiProvider } from "../../app/chat/providers/openai.server.ts";
import { tryModel } from "../../app/doctor/try-models.server.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";

let fake: FakeModel;
beforeAll(async () => {
	fake = await startFakeModel();
});
afterAll(() => fake?.stop());

const model = (sees: boolean) => ({
	id: "fake-model",
	title: "Модель",
	sees,
	provider: openAiProvider({ baseUrl: fake.url, idleTimeoutMs: 60_000 }),
});

test("a model is asked for a word; one that takes pictures is shown one, too", async () => {
	const blind = await tryModel(model(false));
	expect(blind).toEqual([
		{
			level: "fine",
			text: expect.stringMatching(/^Модель \(fake-model\) отвечает, первый кусок через \d+ мс$/),
		},
	]);
	const before = fake.requests.length;
	expect((await tryModel(model(true))).map(({ level }) => level)).toEqual(["fine", "fine"]);
	expect(fake.requests.length - before).toBe(2);
});

test("a model that fails is told with the reason; no picture is sent then", async () => {
	fake.script("refused");
	expect(await tryModel(model(true))).toEqual([
		{ level: "broken", text: expect.stringContaining("сервер отказывает: ключ, баланс") },
	]);
	fake.script("default");
	fake.script("refused");
	const [answers, sees] = await tryModel(model(true));
	expect(answers?.level).toBe("fine");
	expect(sees).toEqual({ level: "broken", text: expect.stringContaining("хотя стоит sees") });
});
