import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let model: FakeModel;
let instance: Instance;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODEL_TITLES: "0" } });
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** Without script, from a page that does not know of the running answer yet. */
test.each([
	["a question", {}, 409],
	["a text whose files are being chosen", { intent: "attach" }, 200],
])("%s beside a running answer comes back in a field that stays", async (_what, fields, status) => {
	const anna = await new Person(instance).register();
	const { conversationId } = await anna.ask("сценарий:slow:200:200");
	const response = await anna.post("/chat", {
		intent: "ask",
		promptId: crypto.randomUUID(),
		conversationId,
		text: "Этого я не хочу печатать заново",
		unscripted: "1",
		...fields,
	});
	const html = await response.text();
	expect(response.status).toBe(status);
	expect(html).toContain('data-state="writing"');
	expect(html).not.toMatch(/http-equiv="refresh"/i);
	const composer = html.slice(html.indexOf('class="chat-dock"'));
	expect(composer).toMatch(/<textarea[^>]*>\s*Этого я не хочу печатать заново<\/textarea>/);
	expect(composer).not.toMatch(/<div class="script-only"/);
	expect(composer).toMatch(/class="composer-send"/);
	expect(composer).toContain("Страница не обновляется.");
	// The page of the answer alone does go on by itself.
	const page = await (await anna.fetch(`/chat?c=${conversationId}`)).text();
	expect(page).toMatch(/http-equiv="refresh"/i);
});

test("a part that does not have the running answer can stop it, and is not left for the end of the conversation", async () => {
	const anna = await new Person(instance).register();
	const { conversationId, answerId } = await anna.ask("Как заварить чай?");
	await (await anna.fetch(`/chat/events?answer=${answerId}`)).text();
	model.script("hang-midway");
	await anna.post("/chat", { intent: "regenerate", answerId, attemptId: crypto.randomUUID() });
	const html = await (await anna.fetch(`/chat?c=${conversationId}&m=${answerId}`)).text();
	expect(html).not.toContain('data-state="writing"');
	expect(html).not.toMatch(/http-equiv="refresh"/i);
	expect(html).toContain("Страница не обновляется.");
	const stop = html.slice(html.indexOf('id="stop"'));
	const [, running = ""] = /name="answerId" value="([\w-]+)"/.exec(stop) ?? [];
	expect((await anna.post("/chat/stop", { answerId: running })).status).toBe(303);
	expect(await (await anna.fetch(`/chat/events?answer=${running}`)).text()).toContain('"state":"stopped"');
});
