import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { FakeReply, ToolCall } from "../../support/fakes/fake-model-reply.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { startPageServer } from "../../tools/pages/page-server.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-tools-"));
const TEXT = "Совет директоров сохранил ключевую ставку.";

/** A page whose owner wants more than to be read: markup, Markdown, marks that turn the direction of a text. */
const HOSTILE = {
	url: "https://user:word@evil.example.com/?a=%22%3E%3Cscript%3E",
	title: "</b><script>alert(2)</script> ](javascript:alert(4)) \u202eкнаб\u202c [1]: <https://b.ru>",
};

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
	const found = [
		{ url: `${pages.url}/news`, title: "Ставка ЦБ", snippet: "Решение совета", date: "2026-11-20T10:00:00Z" },
		{ url: "javascript:alert(1)", title: "Нажми", snippet: "" },
		{ url: "data:text/html,<script>alert(1)</script>", title: "Нажми", snippet: "" },
		{ url: `https://a.ru/?${"x".repeat(5_000)}`, title: "Длинная", snippet: "" },
		{ url: HOSTILE.url, title: HOSTILE.title, snippet: "<script>alert(3)</script>" },
	];
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
			METRICS_TOKEN: "let-me-in",
		},
	});
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all(stops.map((stop) => stop()));
	rmSync(folder, { recursive: true });
});

test("a new chat suggests a document where a model reads it, and a search where there is one", async () => {
	const suggested = async (at: Instance) => {
		const page = await (await (await new Person(at).register()).fetch("/chat")).text();
		const titles = page.matchAll(/<a [^>]*class="prompt .*?<b>([^<]+)<\/b>/gs);
		return [...titles].map(([, title]) => title?.replaceAll("\u00a0", " "));
	};
	expect(await suggested(instance)).toEqual([
		"Разобрать документ",
		"Написать письмо",
		"Найти и сверить",
		"Составить план",
	]);
	const bare = await startInstance();
	expect(await suggested(bare)).toEqual([
		"Разобраться в теме",
		"Написать письмо",
		"Помочь с кодом",
		"Составить план",
	]);
	await bare.stop();
});

/** Calls these tools, one after the other, and then answers. */
const calls =
	(...asked: ToolCall[]) =>
	async (reply: FakeReply) => {
		const results = reply.question.messages.filter(({ role }) => role === "tool").length;
		const next = asked[results];
		if (next) return reply.call(next);
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

test("calls are counted by tool, with their failures and how long they took, and without what they were about", async () => {
	const vera = await new Person(instance).register();
	model.otherwise = calls(["read_page", { url: "http://127.0.0.1:1/secret" }], ["made_up_tool", {}]);
	await ended(
		vera,
		conversationOf(await vera.postFiles("/chat", question("Прочитай", [], [["search", "1"]]))),
	);
	const headers = { Authorization: "Bearer let-me-in" };
	const metrics = await (await fetch(`${instance.url}/metrics`, { headers })).text();
	for (const tool of ["search_web", "run_code", "test__echo"]) {
		expect(metrics).toContain(`sobesednik_tool_calls_total{tool="${tool}"} 1`);
		expect(metrics).toContain(`sobesednik_tool_seconds_count{tool="${tool}"} 1`);
	}
	expect(metrics).toContain('sobesednik_tool_failures_total{tool="read_page",code="refused"} 1');
	expect(metrics).not.toMatch(/made_up_tool|secret/);
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

test("how many tools are on is read once: the count over the icon is no text", async () => {
	const boris = await new Person(instance).register();
	model.otherwise = calls();
	const asked = question("Какая ставка?", [], [["tool", "test__echo"]]);
	const page = await ended(boris, conversationOf(await boris.postFiles("/chat", asked)));
	const [summary] = /<summary class="switch-pill".*?<\/summary>/.exec(page) ?? [];
	expect(summary?.replace(/<[^>]*>/g, "")).toBe("Инструменты, включён 1");
	expect(summary).toContain('data-n="1"');
});

/** Searches, and then says this. */
const searches = (text: string) => async (reply: FakeReply) => {
	if (reply.question.messages.at(-1)?.role !== "tool")
		return calls(["search_web", { query: "ставка цб" }])(reply);
	await reply.stream(text);
	reply.finish();
};
const SEARCH: [string, string][] = [["search", "1"]];

test("what an answer cites of the web is a link and stands below it, and a stranger's title and address do nothing", async () => {
	const anna = await new Person(instance).register();
	model.otherwise = searches("Ставка сохранена [1], а это [2]; того [9] нет, и `[1]` — код.");
	const id = conversationOf(await anna.postFiles("/chat", question("Какая ставка?", [], SEARCH)));
	const page = await ended(anna, id);
	const address = HOSTILE.url.replace("user:word@", "");
	const cites = [...page.matchAll(/<a class="cite" href="([^"]+)" aria-label="([^"]+)"([^>]*)>/g)];
	expect(cites.map(([, href]) => href)).toEqual([`${pagesUrl}/news`, address]);
	for (const [, , label, more] of cites) {
		expect(label).toMatch(/^Источник [12]: /);
		expect(more).toContain('target="_blank" rel="noopener noreferrer nofollow ugc"');
	}
	expect(page).toContain("того [9] нет");
	const cards = [...page.matchAll(/<a class="web-card" href="([^"]+)"([^>]*)>(.*?)<\/a>/g)];
	expect(cards.map(([, href]) => href)).toEqual([`${pagesUrl}/news`, address]);
	const words = cards.map(([, , , inner = ""]) => inner.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "));
	expect(words[0]).toContain("1 Ставка ЦБ 20 ноября 2026");
	expect(words[1]).toContain("evil.example.com 2 ");
	expect(page).not.toMatch(/<script>alert|href="(?:javascript|data):|[\u202a-\u202e]/);
	// No picture of a site is asked for anywhere.
	expect(page).not.toMatch(/<img[^>]+src="http/);
	// What a step has found is in it.
	expect(page).toMatch(/<ul class="found"><li><a href="[^"]+\/news"/);
	const exported = await (await anna.fetch(`/chat/export?c=${id}&format=md`)).text();
	const lines = exported.split("\n").filter((line) => line.startsWith("- ["));
	expect(lines[0]).toBe(
		`- [1] Ставка ЦБ, ${new URL(pagesUrl).hostname}, 20\u00a0ноября 2026: <${pagesUrl}/news>`,
	);
	expect(lines[1]).toContain("\\](javascript:alert(4))");
	expect(lines[1]).toMatch(/: <https:\/\/evil\.example\.com\/\?a=%22%3E%3Cscript%3E>$/);
	expect(lines).toHaveLength(2);
	const json = await (await anna.fetch(`/chat/export?c=${id}&format=json`)).json();
	expect(json.prompts[0].answers[0].webSources).toMatchObject([
		{ n: 1, url: `${pagesUrl}/news`, publishedAt: Date.UTC(2026, 10, 20, 10) },
		{ n: 2, host: "evil.example.com" },
	]);
});

test("what search_documents finds is cited: the link leads to the page with the passage, the step and the exports have it", async () => {
	const vera = await new Person(instance).register();
	const contract = new File(["Залог возвращается за десять дней."], "Договор.txt", { type: "text/plain" });
	const other = conversationOf(await vera.postFiles("/chat", question("Сохраните", [contract])));
	await ended(vera, other);
	model.otherwise = async (reply) => {
		if (reply.question.messages.at(-1)?.role !== "tool")
			return calls(["search_documents", { query: "когда возвращается залог" }])(reply);
		await reply.stream("Залог вернут за десять дней [1], а [2] нет.");
		reply.finish();
	};
	const id = conversationOf(await vera.postFiles("/chat", question("Когда вернут залог?", [])));
	const page = await ended(vera, id);
	expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain(
		"[1] документ «Договор.txt»: «Залог возвращается за десять дней.»",
	);
	const [cite, ...more] = [...page.matchAll(/<a class="cite" href="([^"]+)" aria-label="([^"]+)"/g)];
	expect(more).toEqual([]);
	expect(cite?.[2]).toBe("Источник 1: Договор.txt");
	const address = cite?.[1]?.replaceAll("&amp;", "&") ?? "";
	expect(await (await vera.fetch(address)).text()).toContain("Залог возвращается за десять дней.");
	const below = page.slice(page.indexOf('class="sources"'));
	expect(below).toMatch(/data-source="1".*Договор\.txt.*«Залог возвращается за десять дней\.»/s);
	expect(page).toMatch(/<ul class="found"><li><a href="\/documents[^>]+>.*?Залог возвращается/);
	// It was not given with the question, so nothing says how much of it was.
	expect(page).not.toContain("data-given=");
	const exported = await (await vera.fetch(`/chat/export?c=${id}&format=md`)).text();
	expect(exported).toContain("- [1] Договор.txt\n");
	// Another's account is told nothing of it.
	expect((await (await new Person(instance).register()).fetch(address)).status).toBe(404);
});

test("documents and pages of the web are cited side by side", async () => {
	const boris = await new Person(instance).register();
	model.otherwise = searches("Срок — год [1], ставка сохранена [2].");
	const contract = new File(["Срок аренды — один год."], "Договор.txt", { type: "text/plain" });
	const id = conversationOf(await boris.postFiles("/chat", question("Сверьте", [contract], SEARCH)));
	const page = await ended(boris, id);
	const [first, second, ...others] = [...page.matchAll(/<a class="cite" href="([^"]+)"/g)].map(
		([, href]) => href,
	);
	expect(first).toMatch(/^\/documents\?file=/);
	expect(second).toBe(`${pagesUrl}/news`);
	expect(others).toEqual([]);
	const below = page.slice(page.indexOf('class="sources"'));
	expect(below).toMatch(/data-source="1".*class="web-cards".*data-source="2"/s);
});

test("a computation that has failed says why, shows its code and its error as they are, and the exports tell it too", async () => {
	const anna = await new Person(instance).register();
	model.otherwise = calls(["run_code", { code: "// <b>\nthrow new Error('нет')" }]);
	const id = conversationOf(await anna.postFiles("/chat", question("Посчитай", [])));
	const page = await ended(anna, id);
	const [step = ""] = /<li class="step".*?<\/li>/s.exec(page) ?? [];
	const texts = step.split(/<[^>]*>/).filter((text) => text.trim() !== "");
	expect(texts.slice(0, 3).join("")).toBe("Вычисление не получилось: Error: нет (строка 2)");
	expect(texts).toContain("// &lt;b&gt;\nthrow new Error(&#x27;нет&#x27;)");
	expect(texts.slice(-2)).toEqual(["Ошибка", "Error: нет (строка 2)"]);
	expect(step).not.toContain("Запрос");
	const exported = await (await anna.fetch(`/chat/export?c=${id}&format=md`)).text();
	expect(exported).toContain("> Вычисление не получилось: Error: нет (строка 2)\n");
	const json = await (await anna.fetch(`/chat/export?c=${id}&format=json`)).json();
	expect(json.prompts[0].answers[0].rounds[0].calls[0]).toMatchObject({
		...{ state: "failed", result: "Ошибка в коде: Error: нет (строка 2)" },
		arguments: JSON.stringify({ code: "// <b>\nthrow new Error('нет')" }),
	});
});
