import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let instance: Instance;
let model: FakeModel;
let anna: Person;
let boris: Person;
/** The conversation that is open, and its neighbour in the list. */
let open: { conversationId: string; answerId: string };
beforeAll(async () => {
	model = await startFakeModel();
	model.title = "";
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
	anna = await new Person(instance).register();
	boris = await new Person(instance).register();
	await anna.ask("Про соседа");
	open = await anna.ask("Про лаванду");
	await (await anna.fetch(`/chat/events?answer=${open.answerId}`)).text();
});
afterAll(async () => {
	await instance?.stop();
	await model?.stop();
});

/** Words of the transcript alone: of the fake model's answer. */
const ANSWERED = "Хороший чай требует";

async function dataOf(person: Person, routes: string, query = `?c=${open.conversationId}`) {
	const only = routes && `&_routes=${encodeURIComponent(routes)}`;
	const response = await person.fetch(`/chat.data${query}${only}`);
	const text = await response.text();
	return { status: response.status, cache: response.headers.get("Cache-Control"), text };
}

test("the frame has the list and what the open conversation is called, without what was said in it", async () => {
	const { status, cache, text } = await dataOf(anna, "root,layouts/chat");
	expect([status, cache]).toEqual([200, "no-store"]);
	for (const word of ["Про соседа", "Про лаванду", "groups", "granted"]) expect(text).toContain(word);
	for (const word of [ANSWERED, "exchanges", "promptId", open.answerId]) expect(text).not.toContain(word);
});

test("the screen has what was said, without the list", async () => {
	const { status, cache, text } = await dataOf(anna, "routes/chat/index");
	expect([status, cache]).toEqual([200, "no-store"]);
	expect(text).toContain(ANSWERED);
	for (const word of ["Про соседа", "groups", "granted"]) expect(text).not.toContain(word);
});

test("both come with one request, and each once", async () => {
	const { text } = await dataOf(anna, "");
	for (const word of [ANSWERED, "Про соседа", '"groups"', '"exchanges"', '"granted"'])
		expect([word, text.split(word).length - 1]).toEqual([word, 1]);
});

test("another's conversation is not found by either", async () => {
	for (const routes of ["layouts/chat", "routes/chat/index", ""]) {
		const { status, text } = await dataOf(boris, routes);
		expect([routes, status]).toEqual([routes, 404]);
		for (const word of ["Про лаванду", ANSWERED]) expect(text).not.toContain(word);
	}
});

test("the instruction of a conversation comes alone; opened by hand, it is the page with its form", async () => {
	const { conversationId } = open;
	const own = await anna.fetch(`/chat/instruction.data?c=${conversationId}`);
	expect([own.status, own.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
	expect(await own.text()).toContain("instruction");
	const byHand = await anna.fetch(`/chat/instruction?c=${conversationId}`);
	expect(byHand.headers.get("Location")).toBe(`/chat?c=${conversationId}&do=instruct`);
	// The dialog says so: the page of an error would take the place of its screen.
	for (const address of ["/chat/instruction.data", `/chat/instruction.data?c=${conversationId}`]) {
		const none = await boris.fetch(address);
		expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('"instruction"')]);
	}
	expect((await boris.fetch(`/chat/instruction?c=${conversationId}`)).status).toBe(404);
});

test("a further page of the list comes alone; opened by hand, it is a page of the chat", async () => {
	const more = await anna.fetch("/chat/list.data?older=recent.99999999999999.x");
	expect([more.status, more.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
	const text = await more.text();
	expect(text).toContain("Про соседа");
	expect(text).not.toContain("granted");
	const byHand = await anna.fetch("/chat/list?older=recent.1.x&archive=1&c=1");
	expect([byHand.status, byHand.headers.get("Location")]).toEqual([302, "/chat?older=recent.1.x&archive=1"]);
	const stranger = await new Person(instance).fetch("/chat/list.data?older=recent.1.x");
	expect(await stranger.text()).toContain("/login?redirectTo=");
});
