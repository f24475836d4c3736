import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, openDatabase } from "../../../../app/platform/db/connection.server.ts";
import { type FakeModel, startFakeModel } from "../../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../../support/instance.ts";
import { Person } from "../../../support/person.ts";

let instance: Instance;
let model: FakeModel;
let db: Db;
beforeAll(async () => {
	model = await startFakeModel();
	instance = await startInstance({ env: { MODEL_BASE_URL: model.url, MODELS: "test-model" } });
	db = await openDatabase(instance.databaseUrl);
});
afterAll(async () => {
	await db?.destroy();
	await instance?.stop();
	await model?.stop();
});

const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ");
const later = "Попробуйте ещё раз через";

/** Has somebody used up a limit, so far that it lasts as long as the test. */
async function useUp(act: string, { email }: Person, burst: number, everyMs: number): Promise<void> {
	const { id } = await db
		.selectFrom("accounts")
		.select("id")
		.where("email", "=", email)
		.executeTakeFirstOrThrow();
	const full_at = Date.now() + burst * everyMs + 50_000;
	await db
		.insertInto("throttles")
		.values({ key: `${act} ${id}`, full_at })
		.onConflict((oc) => oc.column("key").doUpdateSet({ full_at }))
		.execute();
}

test("past the limit a search is refused in words, what was typed stays, and others search on", async () => {
	const [anna, boris] = [await new Person(instance).register(), await new Person(instance).register()];
	await anna.ask("Сравните ипотечные ставки");
	const query = encodeURIComponent("ипотечная");
	expect((await anna.fetch(`/chat?q=${query}`)).status).toBe(200);
	await useUp("search", anna, 120, 500);
	const page = await anna.fetch(`/chat?q=${query}`);
	expect(page.status).toBe(429);
	expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
	const html = await page.text();
	expect(textOf(html)).toContain(`Вы искали много раз подряд. ${later}`);
	expect(html).not.toContain("<mark>");
	expect(html).toMatch(/<input[^>]*name="q"[^>]*value="ипотечная"/);
	expect(html).toMatch(/<textarea[^>]*id="message"/);
	const data = await anna.fetch(`/chat/search.data?q=${query}`);
	expect([data.status, Number(data.headers.get("Retry-After")) > 0]).toEqual([429, true]);
	expect(await data.text()).toContain("ипотечная");
	// The chat itself needs no search.
	expect((await anna.fetch("/chat")).status).toBe(200);
	expect((await boris.fetch(`/chat?q=${query}`)).status).toBe(200);
});

test("past the limit a single message is refused in words, and conversations are not", async () => {
	const anna = await new Person(instance).register();
	const { conversationId, answerId } = await anna.ask("Скопируйте");
	await (await anna.fetch(`/chat/events?answer=${answerId}`)).text();
	const file = `/chat/export?c=${conversationId}`;
	expect((await anna.fetch(`${file}&m=${answerId}`)).status).toBe(200);
	await useUp("export-message", anna, 100, 1_000);
	const refused = await anna.fetch(`${file}&m=${answerId}`);
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	expect(await refused.text()).toContain(`Вы взяли много сообщений подряд. ${later}`);
	expect((await anna.fetch(`${file}&format=md`)).status).toBe(200);
});
