import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mdi } from "../../../app/icons/mdi.ts";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { conversationOf, ended, question } from "../files/uploads.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-plan-tools-"));
let instance: Instance;
let model: FakeModel;
let search: Awaited<ReturnType<typeof startFakeSearch>>;

beforeAll(async () => {
	model = await startFakeModel();
	search = await startFakeSearch([{ url: "https://a.ru/", title: "А", snippet: "" }]);
	const PLANS_FILE = join(folder, "plans.json");
	const plans = JSON.parse(readFileSync("content/plans.json", "utf8"));
	const [start, ...others] = plans;
	const withSearch = (one: object) => ("quota" in one ? { ...one, webSearch: true } : one);
	const free = { ...start, toolCallsPerDay: 3, webSearch: false };
	writeFileSync(PLANS_FILE, JSON.stringify([free, ...others.map(withSearch)]));
	instance = await startInstance({
		env: {
			...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", MODEL_TOOLS: "1" },
			...{ SEARXNG_URL: search.url, PLANS_FILE },
		},
	});
});
afterAll(async () => {
	await instance?.stop();
	await Promise.all([model?.stop(), search?.stop()]);
	rmSync(folder, { recursive: true });
});

test("a plan without a search says which has it, and searches nothing; its calls of the day are all there are", async () => {
	const anna = await new Person(instance).register();
	const home = await (await anna.fetch("/chat")).text();
	expect(home).not.toContain('name="search"');
	expect(home).toMatch(/<a class="switch-pill" title="Входит в тариф «Плюс»"[^>]*href="\/payment"/);
	// On phones its words are out of sight: the icon of what is locked stands beside the lock.
	const locked = /<a class="switch-pill".*?<\/a>/.exec(home)?.[0] ?? "";
	const shapes = [...locked.matchAll(/<path d="([^"]+)"/g)].map(([, shape]) => shape);
	expect(shapes).toEqual([mdi.web, mdi["lock-outline"]]);
	let n = 0;
	model.otherwise = async (reply) => {
		if (!("tools" in reply.question)) {
			await reply.stream("Готово.");
			return reply.finish();
		}
		reply.call(n === 0 ? ["search_web", { query: "а" }] : ["run_code", { code: `"шаг ${n}"` }]);
		n++;
	};
	const id = conversationOf(await anna.postFiles("/chat", question("А?", [], [["search", "1"]])));
	const page = await ended(anna, id);
	expect(search.requests).toHaveLength(0);
	const states = [...page.matchAll(/data-tool="(\w+)" data-state="(\w+)"/g)].map(([, tool, state]) => [
		tool,
		state,
	]);
	expect(states).toEqual([
		["search_web", "failed"],
		...[1, 2, 3].map(() => ["run_code", "done"]),
		["run_code", "failed"],
	]);
	expect(page).toContain("на сегодня шаги по тарифу закончились");
	// Code that was not run is shown as code, and not as the JSON of a call.
	expect(page.replace(/<[^>]*>/g, "")).toContain("&quot;шаг 4&quot;");
	expect(page).not.toContain("{&quot;code&quot;");
	expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain("закончились");
});

test("a plan without calls has a lock in place of the menu of tools, too, and words in a text apart", async () => {
	const mcp = await startFakeMcp({ era: "modern", fault: "none" });
	const [PLANS_FILE, TOOLS_FILE] = [join(folder, "none.json"), join(folder, "tools.json")];
	const [start, ...others] = JSON.parse(readFileSync("content/plans.json", "utf8"));
	writeFileSync(PLANS_FILE, JSON.stringify([{ ...start, toolCallsPerDay: 0 }, ...others]));
	const tools = { echo: { effect: "read", title: "Эхо" } };
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers: [{ key: "s", title: "Проба", url: mcp.url, tools }] }));
	const other = await startInstance({
		env: {
			...{ MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", MODEL_TOOLS: "1" },
			...{ SEARXNG_URL: search.url, PLANS_FILE, TOOLS_FILE },
		},
	});
	try {
		const home = await (await (await new Person(other).register()).fetch("/chat")).text();
		const locks = [...home.matchAll(/<a class="switch-pill.*?<\/a>/g)].map(([lock]) =>
			lock.replace(/<[^>]*>/g, ""),
		);
		const why = /^(.*)\. Входит в\s?тариф «.+»$/;
		expect(locks.map((text) => why.exec(text)?.[1])).toEqual(["Поиск в интернете", "Инструменты"]);
		expect(home.replaceAll("<!-- -->", "")).toMatch(/<\/a>\s+<a class="switch-pill tool-menu"/);
	} finally {
		await other.stop();
		await mcp.stop();
	}
});

test("the cards of the plans say what is in them, and what is not", async () => {
	const cards = (await (await fetch(`${instance.url}/`)).text())
		.split("<article")
		.slice(1)
		.filter((card) => card.includes("plan-features"));
	const [free = "", plus = ""] = cards.map((card) => card.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "));
	expect(free).toContain("До 3 шагов с инструментами в сутки");
	expect(free).toContain("Не входит: Поиск в интернете");
	expect(plus).toContain("Поиск в интернете");
	expect(plus).not.toContain("Не входит");
});
