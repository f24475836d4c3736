import { expect, test } from "vitest";
import { currentTime } from "../../app/tools/current-time.server.ts";
import { PageGuard } from "../../app/tools/pages/page-guard.server.ts";
import { hashSchema } from "../../app/tools/schema-hash.server.ts";
import { Tools } from "../../app/tools/tools.server.ts";
import { context } from "./context.ts";

const searchLog = { onFailure: () => {}, onRecovery: () => {} };
const open = (search: ConstructorParameters<typeof Tools>[0]["search"]) =>
	new Tools({
		timeZone: "Europe/Moscow",
		search,
		searchLog,
		pageGuard: new PageGuard(),
		about: "Test",
		personal: [],
		pictures: null,
		servers: [],
	});
const { signal } = context();
const names = async (tools: Tools, search: boolean) =>
	(await tools.toolsFor({ search, further: [] }, signal)).map(({ name }) => name);

test("a question is offered what it has switched on, and what is configured", async () => {
	const without = open(null);
	expect(without.canSearch).toBe(false);
	expect(await names(without, true)).not.toContain("search_web");
	const tools = open({ provider: "searxng", baseUrl: "http://localhost:8080" });
	expect(tools.canSearch).toBe(true);
	expect(await names(tools, true)).toEqual(expect.arrayContaining(["search_web", "read_page"]));
	expect(await names(tools, false)).not.toContain("search_web");
	expect(await names(tools, false)).toContain("current_time");
	expect((await tools.find("search_web", signal))?.name).toBe("search_web");
	expect(await tools.find("pay", signal)).toBeNull();
});

test("a search abroad is said to be abroad", async () => {
	const isForeign = async (search: ConstructorParameters<typeof Tools>[0]["search"]) =>
		(await open(search).find("search_web", signal))?.crossBorder;
	expect(await isForeign({ provider: "tavily", baseUrl: "https://proxy.example.ru", apiKey: "k" })).toBe(
		true,
	);
	expect(await isForeign({ provider: "searxng", baseUrl: "https://searx.example.com" })).toBe(true);
	expect(await isForeign({ provider: "searxng", baseUrl: "http://searxng:8080" })).toBe(false);
	const yandex = { provider: "yandex", apiKey: "k", folderId: "f" } as const;
	expect(await isForeign({ ...yandex, baseUrl: "https://searchapi.api.cloud.yandex.net" })).toBe(false);
});

test("every tool of ours describes itself to a model, and asks for no consent", async () => {
	const tools = await open({ provider: "searxng", baseUrl: "http://localhost:8080" }).toolsFor(
		{ search: true, further: [] },
		signal,
	);
	for (const tool of tools) {
		expect(tool.name).toMatch(/^[a-z_]{1,64}$/);
		expect(tool.description.length).toBeLessThan(1_000);
		expect(tool.parameters).toMatchObject({ type: "object", additionalProperties: false });
		expect(tool).toMatchObject({ server: null, asks: false });
	}
});

test("the time is told in the operator's zone and in others", async () => {
	const tool = currentTime("Europe/Moscow");
	expect((await tool.run({}, context())).text).toBe(
		"понедельник, 23 ноября 2026 г. в 09:30 GMT+3, часовой пояс Europe/Moscow.",
	);
	const far = await tool.run({ time_zone: "Asia/Vladivostok" }, context());
	expect(far.text).toContain("16:30");
	expect(await tool.run({ time_zone: "Луна" }, context())).toMatchObject({
		ok: false,
		code: "bad-arguments",
	});
});

test("the hash of a schema changes with what a person sees, and not with the order of its keys", () => {
	const tool = {
		name: "pay",
		description: "Платит",
		parameters: { type: "object", properties: { sum: {} } },
	};
	const hash = hashSchema(tool);
	expect(hashSchema({ ...tool, parameters: { properties: { sum: {} }, type: "object" } })).toBe(hash);
	for (const changed of [
		{ ...tool, name: "pay2" },
		{ ...tool, description: "Платит всё" },
		{ ...tool, parameters: { type: "object", properties: { sum: { type: "string" } } } },
	])
		expect(hashSchema(changed)).not.toBe(hash);
});
