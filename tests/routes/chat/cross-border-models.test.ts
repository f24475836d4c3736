import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

const NOTE = "Эта модель работает за пределами России, и ваши сообщения и файлы уходят туда.";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-models-"));
let model: FakeModel;
let instance: Instance;
beforeAll(async () => {
	model = await startFakeModel();
	const server = (crossBorder: boolean, id: string) => ({
		baseUrl: model.url,
		crossBorder,
		models: [{ id, title: id }],
	});
	const file = join(folder, "models.json");
	writeFileSync(file, JSON.stringify({ servers: [server(false, "Своя"), server(true, "Дальняя")] }));
	instance = await startInstance({ env: { MODELS_FILE: file } });
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
	rmSync(folder, { recursive: true });
});

test("a model abroad says so in the list, and beneath the field once it is chosen, before anything is written to it", async () => {
	const anna = await new Person(instance).register();
	const read = async (path: string) => (await anna.fetch(path)).text();
	const before = await read("/chat");
	expect(before).toContain("Дальняя (за пределами России)</option>");
	expect(before).not.toContain("Своя (за пределами");
	expect(before).not.toContain(`${NOTE}<`);
	const { conversationId } = await anna.ask("Вопрос сценарий:slow:0:1");
	await anna.post("/chat", { intent: "pick-model", conversationId, model: "Дальняя" });
	const after = await read(`/chat?c=${conversationId}`);
	expect(after).toMatch(new RegExp(`${NOTE}.{0,40}<a [^>]*href="/privacy"`));
});
