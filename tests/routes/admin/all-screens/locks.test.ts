import { describe, expect, test } from "vitest";
import { type AdminSite, eachSite, enrol } from "../enrol.ts";
import { post } from "../forms.ts";

const HOUR = 3_600_000;
const local = (at: number) => new Date(at + 3 * HOUR).toISOString().slice(0, 16);
const PLANS_FILE = "content/plans.json";

type Form = [path: string, fields: Record<string, string>];

const LOOK: Form[] = [["/admin/look", { name: "Другое" }]];
const MODELS: Form[] = [
	["/admin/models?do=server", { title: "Наш", baseUrl: "https://model.example.ru/v1", place: "home" }],
	["/admin/models?do=model&model=big", { title: "Другая", modelName: "big", on: "1" }],
	["/admin/models?do=remove&model=big", {}],
	["/admin/models?do=remove&server=place-0", {}],
	["/admin/models", { move: "big", by: "up" }],
];
const SEARCH: Form[] = [["/admin/tools?do=search", { provider: "off" }]];
const PLANS: Form[] = [
	["/admin/plans?do=plan&key=plus-month", { title: "Плюс", price: "1" }],
	["/admin/plans?do=package", { planKey: "more", title: "Ещё", price: "1" }],
	["/admin/plans?do=off&key=plus-month", {}],
	["/admin/plans", { move: "pro-month", by: "up" }],
];
/** All forms of settings. */
const ALL: Form[] = [
	...[...LOOK, ...MODELS, ...SEARCH, ...PLANS],
	["/admin/look?tab=landing", { heading: "Другое" }],
	[
		"/admin/look?tab=announcement",
		{ text: "Работы", from: local(Date.now()), until: local(Date.now() + HOUR) },
	],
	["/admin/tools?do=own", { "known:current_time": "1" }],
	[
		"/admin/tools?do=server",
		{ title: "Школа", serverKey: "school", url: "https://mcp.example.ru/", place: "home" },
	],
	["/admin/details", { kind: "company", fullName: "Школа" }],
	["/admin/papers?kind=consent&do=edit", { title: "Согласие", description: "О", body: "## Р\n\n1. Да." }],
	...["look", "models", "tools", "plans", "details"].map(
		(section): Form => [`/admin/${section}?do=take`, {}],
	),
];

/** Settings of the environment, and the forms that they lock, each with the name of what sets it. */
const LOCKS: [what: string, env: Record<string, string>, [name: string, forms: Form[]][]][] = [
	[
		"a name, a model server and a search",
		{
			...{ APP_NAME: "Из среды", MODEL_BASE_URL: "http://127.0.0.1:9", MODELS: "big" },
			SEARXNG_URL: "http://127.0.0.1:9",
		},
		[
			["APP_NAME", LOOK],
			["MODEL_BASE_URL", MODELS],
			["SEARXNG_URL", SEARCH],
			[PLANS_FILE, PLANS],
		],
	],
	["the key of Brave", { BRAVE_API_KEY: "brave-key" }, [["BRAVE_API_KEY", SEARCH]]],
	["the key of Tavily", { TAVILY_API_KEY: "tavily-key" }, [["TAVILY_API_KEY", SEARCH]]],
	[
		"the key of Yandex",
		{ YANDEX_SEARCH_API_KEY: "yandex-key", YANDEX_SEARCH_FOLDER_ID: "b1g8kd0" },
		[["YANDEX_SEARCH_API_KEY", SEARCH]],
	],
	["all of them at once", { CONFIG_SCREENS: "0" }, [["CONFIG_SCREENS", ALL]]],
];

eachSite((start) => {
	describe("what the environment sets is not set by a form", () => {
		test.each(LOCKS)(
			"%s: 409 with the name of the variable, and with what was typed",
			async (_what, env, locks) => {
				const site: AdminSite = await start(env);
				const owner = await enrol(site, "owner", "owner");
				const kept = async () =>
					JSON.stringify([
						await site.db.selectFrom("settings").selectAll().execute(),
						await site.db.selectFrom("paper_drafts").selectAll().execute(),
						await site.db.selectFrom("staff_events").selectAll().execute(),
					]);
				const before = await kept();
				for (const [name, forms] of locks) {
					for (const [path, fields] of forms) {
						await site.db.deleteFrom("throttles").execute();
						const sent = { revision: "0", currentPassword: owner.password, ...fields };
						const refused = await post(owner, path, Object.entries(sent));
						const html = await refused.text();
						const words = /role="alert".*?<\/div>/s.exec(html)?.[0] ?? "";
						expect([path, refused.status, words.includes(name)]).toEqual([path, 409, true]);
						expect(html).toContain("<main");
					}
				}
				expect(await kept()).toBe(before);
			},
		);
	});
});
