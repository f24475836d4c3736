import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyPostgres } from "../../support/database/empty-postgres.ts";
import { openWay } from "../../support/database/way.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, runInstance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";

let database: Awaited<ReturnType<typeof emptyPostgres>>;
let way: Awaited<ReturnType<typeof openWay>>;
let instance: Instance;
let model: FakeModel;
beforeAll(async () => {
	database = await emptyPostgres();
	model = await startFakeModel();
	const url = new URL(database.url);
	way = await openWay(Number(url.port));
	url.port = String(way.port);
	instance = await startInstance({ env: { DATABASE_URL: url.href, MODEL_BASE_URL: model.url } });
});
afterAll(async () => {
	await instance?.stop("SIGKILL");
	way?.close();
	await model?.stop();
	await database?.remove();
});

test("while PostgreSQL is away every answer is an honest 503, and nobody is signed out by it", async () => {
	const anna = await new Person(instance).register();
	const { conversationId } = await anna.ask("Что такое чай?");
	const html = { headers: { Accept: "text/html" } };
	const cookie = anna.cookie;
	way.cut();

	const page = await anna.fetch(`/chat?c=${conversationId}`, html);
	expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "10"]);
	expect(page.headers.get("Cache-Control")).toContain("no-store");
	expect(page.headers.get("Content-Security-Policy")).toContain("script-src");
	const text = await page.text();
	expect(text).toContain("Сервис ненадолго прервался");
	expect(text).not.toMatch(/ECONN|Connection terminated|Postgre/i);

	// A page that runs takes it for a lost connection: it has no answer of the application in it.
	const data = await anna.fetch(`/chat.data?c=${conversationId}`);
	expect([data.status, data.headers.get("X-Remix-Response"), await data.text()]).toEqual([503, null, ""]);
	const form = { intent: "ask", promptId: crypto.randomUUID(), conversationId: "", text: "Второй" };
	expect((await anna.post("/chat", form)).status).toBe(503);
	expect((await anna.fetch(`/chat/events?answer=${crypto.randomUUID()}`)).status).toBe(503);
	const stranger = new Person(instance);
	expect((await stranger.post("/login", { email: anna.email, password: anna.password })).status).toBe(503);
	expect((await anna.fetch("/health")).status).toBe(503);
	expect(anna.cookie).toBe(cookie);

	way.restore();
	await expect.poll(async () => (await anna.fetch(`/chat?c=${conversationId}`, html)).status).toBe(200);
	expect((await anna.post("/chat", form)).status).toBe(303);
	const said = instance
		.logs()
		.split("\n")
		.filter((line) => line.includes("База данных не отвечает") && line.includes("path=/chat"));
	expect(said.length).toBeGreaterThan(2);
	// Once for a request, and without a stack.
	const ids = said.map((line) => /requestId=(\S+)/.exec(line)?.[1]);
	expect(new Set(ids).size).toBe(ids.length);
	expect(instance.logs()).not.toContain("Непредвиденная ошибка");
});

test("a server that finds no database says so in a sentence", async () => {
	const url = new URL(database.url);
	url.port = "1";
	const { code, logs } = await runInstance({ env: { DATABASE_URL: url.href } });
	expect(code).toBe(1);
	expect(logs).toContain("База данных не отвечает, проверьте DATABASE_URL: ");
	expect(logs).not.toMatch(/^\s+at /m);
});
