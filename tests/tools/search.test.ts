import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SearchSettings } from "../../app/platform/settings/tools.server.ts";
import { searchWeb } from "../../app/tools/search/search-web.server.ts";
import { type SearchFault, startFakeSearch } from "../support/fakes/fake-search.ts";
import { context } from "./context.ts";

const PAGES = [
	{
		url: "https://www.cbr.ru/press/keypr/?a=1&b=2",
		title: "Ставка & решение <ЦБ>",
		snippet: "Совет директоров принял решение сохранить ставку",
		date: "2026-11-20T10:00:00.000Z",
	},
	{ url: "https://xn--e1ajeds9e.xn--p1ai/news", title: "Новости", snippet: "Сегодня" },
];

let server: Awaited<ReturnType<typeof startFakeSearch>>;
const log = { onFailure: vi.fn(), onRecovery: vi.fn() };
beforeEach(async () => {
	server = await startFakeSearch(PAGES);
	log.onFailure.mockReset();
	log.onRecovery.mockReset();
});
afterEach(() => server.stop());

const PROVIDERS = ["searxng", "yandex", "brave", "tavily"] as const;
const settingsOf = (provider: (typeof PROVIDERS)[number], baseUrl = server.url): SearchSettings =>
	provider === "searxng"
		? { provider, baseUrl }
		: provider === "yandex"
			? { provider, baseUrl, apiKey: "the-key", folderId: "b1g" }
			: { provider, baseUrl, apiKey: "the-key" };
const toolOf = (provider: (typeof PROVIDERS)[number], baseUrl?: string) =>
	searchWeb(settingsOf(provider, baseUrl), false, log);
const search = (query: string, provider: (typeof PROVIDERS)[number] = "searxng") =>
	toolOf(provider).run({ query }, context());

describe.each(PROVIDERS)("%s", (provider) => {
	test("gives the pages as sources and as a text", async () => {
		const outcome = await search("ставка цб", provider);
		expect(outcome).toMatchObject({
			ok: true,
			summary: "2\u00a0страницы",
			sources: [
				{
					url: "https://www.cbr.ru/press/keypr/?a=1&b=2",
					title: "Ставка & решение <ЦБ>",
					host: "cbr.ru",
					snippet: "Совет директоров принял решение сохранить ставку",
					publishedAt: Date.UTC(2026, 10, 20, 10),
				},
				{ title: "Новости", host: "кремль.рф", publishedAt: null },
			],
		});
		expect(outcome.text).toContain("Найдено страниц: 2.");
		expect(outcome.text).toContain(
			"https://www.cbr.ru/press/keypr/?a=1&b=2\n20\u00a0ноября 2026\nСовет директоров",
		);
	});

	test("says that nothing was found", async () => {
		await server.stop();
		server = await startFakeSearch([]);
		const outcome = await search("абракадабра", provider);
		expect(outcome).toEqual({
			ok: true,
			text: "По запросу «абракадабра» ничего не нашлось.",
			sources: [],
			summary: "ничего не нашлось",
		});
	});

	test.each<[SearchFault, string]>([
		["500", "unavailable"],
		["403", "unavailable"],
		["429", "busy"],
		["no-json", "unavailable"],
		["other-json", "unavailable"],
		["breaks", "unavailable"],
		["huge", "unavailable"],
	])("a server that fails (%s) is an outcome", async (fault, code) => {
		server.fail(fault);
		const outcome = await search("ставка", provider);
		expect(outcome).toMatchObject({
			ok: false,
			code,
			text: expect.stringContaining("проверить в интернете"),
		});
	});

	test("a search that is stopped hangs up", async () => {
		server.fail("hangs");
		const stop = new AbortController();
		const running = toolOf(provider).run({ query: "ставка" }, context({ signal: stop.signal }));
		const ended = expect(running).rejects.toThrow("stopped");
		await vi.waitFor(() => expect(server.requests).toHaveLength(1));
		stop.abort(new Error("stopped"));
		await ended;
		await vi.waitFor(() => expect(server.closed()).toBe(1));
		expect(log.onFailure).not.toHaveBeenCalled();
	});
});

test("each server is asked in its own way", async () => {
	for (const provider of PROVIDERS) await search("ключевая ставка", provider);
	const [searxng, yandex, brave, tavily] = server.requests;
	expect([searxng?.method, searxng?.path]).toEqual(["GET", "/search"]);
	expect(Object.fromEntries(searxng?.query ?? [])).toMatchObject({ q: "ключевая ставка", format: "json" });
	expect([yandex?.path, yandex?.headers.authorization]).toEqual(["/v2/web/search", "Api-Key the-key"]);
	expect(JSON.parse(yandex?.body ?? "")).toMatchObject({
		query: { searchType: "SEARCH_TYPE_RU", queryText: "ключевая ставка" },
		folderId: "b1g",
		responseFormat: "FORMAT_XML",
	});
	expect([brave?.path, brave?.headers["x-subscription-token"]]).toEqual(["/res/v1/web/search", "the-key"]);
	expect(brave?.query.get("q")).toBe("ключевая ставка");
	expect([tavily?.path, tavily?.headers.authorization]).toEqual(["/search", "Bearer the-key"]);
	expect(JSON.parse(tavily?.body ?? "")).toMatchObject({ query: "ключевая ставка" });
});

test("Yandex is sent a query that it takes: 40 words, 400 characters, whole words", async () => {
	await search("да ".repeat(60), "yandex");
	await search(`${"слово-из-двадцати-букв ".repeat(17)}`.trim(), "yandex");
	const [many, long] = server.requests.map(({ body }) => JSON.parse(body).query.queryText as string);
	expect(many?.split(" ")).toHaveLength(40);
	expect(long?.length).toBeLessThanOrEqual(400);
	expect(long?.endsWith("слово-из-двадцати-букв")).toBe(true);
});

test("what is no page of the web is left out, and no more than eight are given", async () => {
	const strange = ["javascript:alert(1)", "file:///etc/passwd", "not an address", "https://ya.ru/?1"];
	await server.stop();
	server = await startFakeSearch(
		[...strange, ...Array.from({ length: 12 }, (_, i) => `https://ya.ru/?${i}`)].map((url) => ({
			url,
			title: "<b>Т</b>&amp;",
			snippet: `a\u0000b${"ы".repeat(5_000)}`,
			date: "3026-01-01",
		})),
	);
	const outcome = await search("что угодно");
	const sources = outcome.ok ? (outcome.sources ?? []) : [];
	expect(sources).toHaveLength(8);
	expect(new Set(sources.map(({ url }) => url)).size).toBe(8);
	expect(sources.every(({ url }) => url.startsWith("https://ya.ru/"))).toBe(true);
	expect(sources[0]).toMatchObject({ title: "Т&", publishedAt: null });
	expect(sources[0]?.snippet).toMatch(/^a bы{690,}…$/);
});

test("no half of a character is shown where a title or a snippet is cut", async () => {
	await server.stop();
	const [title, snippet] = [198, 698].map((count) => `${"ы".repeat(count)}🏦 и дальше`);
	server = await startFakeSearch([{ url: "https://ya.ru/", title: title ?? "", snippet: snippet ?? "" }]);
	expect(await search("что угодно")).toMatchObject({
		sources: [{ title: `${"ы".repeat(198)}…`, snippet: `${"ы".repeat(698)}…` }],
	});
});

test("the operator is told once when the server fails, and once when it is back, without the query", async () => {
	const tool = toolOf("brave");
	server.fail("403");
	await tool.run({ query: "тайный вопрос" }, context());
	await tool.run({ query: "тайный вопрос" }, context());
	server.fail("none");
	await tool.run({ query: "тайный вопрос" }, context());
	expect(log.onFailure.mock.calls).toEqual([[expect.stringContaining("403")]]);
	expect(log.onFailure.mock.calls[0]?.[0]).not.toMatch(/тайный|the-key|%D1/);
	expect(log.onRecovery).toHaveBeenCalledTimes(1);
});

test.each([[{}], [{ query: "" }], [{ query: 7 }], [{ query: "я".repeat(401) }]])(
	"arguments that do not fit are told to the model: %j",
	async (args) => {
		const outcome = await toolOf("searxng").run(args, context());
		expect(outcome).toMatchObject({
			ok: false,
			code: "bad-arguments",
			text: expect.stringContaining("query"),
		});
		expect(server.requests).toHaveLength(0);
	},
);
