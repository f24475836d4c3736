import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { FakeReply } from "../../support/fakes/fake-model-reply.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { startPageServer } from "../../tools/pages/page-server.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-tools-"));
const TEXT = "Совет директоров сохранил ключевую ставку.";

let instance: Instance;
let model: FakeModel;
const stops: (() => unknown)[] = [];
let pagesUrl: string;

beforeAll(async () => {
	const pages = await startPageServer((_, response) =>
		response
			.writeHead(200, { "content-type": "text/html; charset=utf-8" })
			.end(`<main><p>${TEXT}</p></main>`),
	);
	pagesUrl = pages.url;
	const found = [{ url: `${pages.url}/news`, title: "Ставка ЦБ", snippet: "Решение совета" }];
	const [search, mcp] = await Promise.all([
		startFakeSearch(found),
		startFakeMcp({ era: "modern", fault: "none" }),
	]);
	model = await startFakeModel();
	stops.push(pages.stop, search.stop, mcp.stop, model.stop);
	const TOOLS_FILE = join(folder, "tools.json");
	const tools = { echo: { effect: "read", title: "Эхо" } };
	writeFileSync(
		TOOLS_FILE,
		JSON.stringify({ servers: [{ key: "test", title: "Проба", url: mcp.url, tools }] }),
	);
	instance = await startInstance({
		env: {
			MODEL_BASE_URL: model.url,
			MODELS: "test-model",
			MODEL_TITLES: "0",
			MODEL_TOOLS: "1",
			SEARXNG_URL: search.url,
			READ_PAGE_HOSTS: pages.host,
			TOOLS_FILE,
		},
	});
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all(stops.map((stop) => stop()));
	rmSync(folder, { recursive: true });
});

/** Calls these tools, one after the other, and then answers. */
const calls =
	(...asked: [name: string, args: object][]) =>
	async (reply: FakeReply) => {
		const results = reply.question.messages.filter(({ role }) => role === "tool").length;
		const next = asked[results];
		if (next) {
			const [name, args] = next;
			const call = { name, arguments: JSON.stringify(args) };
			reply.delta({ tool_calls: [{ index: 0, id: `call-${results}`, type: "function", function: call }] });
			return reply.finish("tool_calls");
		}
		await reply.stream("Готово.");
		reply.finish();
	};

test("a question searches, reads, computes and calls a server, and the model is told what came of it", async () => {
	const anna = await new Person(instance).register();
	model.otherwise = calls(
		["search_web", { query: "ставка цб" }],
		["read_page", { url: `${pagesUrl}/news` }],
		["run_code", { code: "21 * 2" }],
		["test__echo", { text: "привет" }],
		["search_history", { query: "шарлотка" }],
		["search_documents", { query: "договор" }],
		["current_time", {}],
	);
	const switches: [string, string][] = [
		["search", "1"],
		["tool", "test__echo"],
	];
	const id = conversationOf(await anna.postFiles("/chat", question("Какая ставка?", [], switches)));
	await ended(anna, id);
	const offered = (model.requests[0] as unknown as { tools: { function: { name: string } }[] }).tools;
	expect(offered.map((tool) => tool.function.name).sort()).toEqual([
		"current_time",
		"read_page",
		"run_code",
		"search_documents",
		"search_history",
		"search_web",
		"test__echo",
	]);
	const results = model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
	const said = [
		`${pagesUrl}/news`,
		TEXT,
		"42",
		"echo: привет",
		"ничего не нашлось",
		"ничего не нашлось",
		"Europe/Moscow",
	];
	expect(results).toHaveLength(said.length);
	for (const [i, words] of said.entries()) expect(results[i]?.content).toContain(words);
});

test("what the question has not switched on is not offered", async () => {
	const boris = await new Person(instance).register();
	model.requests.length = 0;
	model.otherwise = calls(["search_web", { query: "ставка цб" }]);
	const id = conversationOf(await boris.postFiles("/chat", question("Какая ставка?", [])));
	await ended(boris, id);
	const { tools } = model.requests[0] as unknown as { tools: { function: { name: string } }[] };
	expect(tools.map((tool) => tool.function.name)).not.toContain("search_web");
	const [result] = model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
	expect(result?.content).toContain("такого инструмента нет");
});
