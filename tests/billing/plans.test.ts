import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { announceRise } from "../../app/billing/plans/change-plans.server.ts";
import {
	type ListedPlan,
	maySearch,
	type Plan,
	pricedOn,
	yearSaving,
} from "../../app/billing/plans/plan.server.ts";
import { planView } from "../../app/billing/plans/plan-view.server.ts";
import { freePlan, plans, readPlans } from "../../app/billing/plans/plans.server.ts";
import { rubles } from "../../app/billing/rubles.server.ts";

const folder = mkdtempSync(join(tmpdir(), "plans-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FREE = {
	key: "start",
	tier: "start",
	title: "Старт",
	description: "",
	price: 0,
	days: null,
	quota: { messages: 30, everyDays: 1 },
};
const MONTH = { ...FREE, key: "plus-month", tier: "plus", price: 39_000, days: 30 };
/** An announced price of it. */
const NEXT = { price: 49_000, from: "2026-12-05" };

function read(catalogue: unknown) {
	const file = join(folder, `${crypto.randomUUID()}.json`);
	writeFileSync(file, typeof catalogue === "string" ? catalogue : JSON.stringify(catalogue));
	return readPlans(file);
}

test("the catalogue that ships has the five plans at their prices", () => {
	expect(
		plans().map(({ key, price, days, quota }) => [key, price, days, quota.messages, quota.everyDays]),
	).toEqual([
		["start", 0, null, 30, 1],
		["plus-month", 39_000, 30, 1500, 30],
		["plus-year", 374_400, 365, 1500, 30],
		["pro-month", 99_000, 30, 6000, 30],
		["pro-year", 950_400, 365, 6000, 30],
	]);
	expect(freePlan().key).toBe("start");
});

describe("an operator's catalogue", () => {
	test("is taken as it is", () => {
		expect(read([FREE, MONTH])).toHaveLength(2);
	});

	test.each([
		["a second plan of the same key", [FREE, FREE], "ключи повторяются"],
		["no free plan", [MONTH], "нужен бесплатный бессрочный тариф"],
		["a paid plan without an end", [FREE, { ...MONTH, days: null }], "у платного тарифа есть срок"],
		[
			"a price in roubles with kopecks",
			[FREE, { ...MONTH, price: 390.5 }],
			"тариф 2, price: нужна цена в копейках",
		],
		[
			"a quota of nothing",
			[{ ...FREE, quota: { messages: 0, everyDays: 1 } }],
			"тариф 1, quota.messages: нужно целое число от 1",
		],
		[
			"a price beyond what a column holds",
			[FREE, { ...MONTH, price: 2 ** 31 }],
			"не больше 2147483647 копеек",
		],
		["a period of a thousand years", [FREE, { ...MONTH, days: 365_000 }], "не больше 36500 дней"],
		["a word of another language", [{ ...FREE, cost: 1 }], "тариф 1, cost: такого поля нет"],
		["a plan without a quota", [{ ...FREE, quota: undefined }], "тариф 1, quota: этого поля не хватает"],
		[
			"half a quota",
			[{ ...FREE, quota: { messages: 5 } }],
			"тариф 1, quota.everyDays: этого поля не хватает",
		],
		["a number for a quota", [{ ...FREE, quota: 30 }], "тариф 1, quota: нужны поля в фигурных скобках"],
		["an empty list of models", [{ ...FREE, models: [] }], "тариф 1, models: список пуст"],
		[
			"less than no calls",
			[{ ...FREE, toolCallsPerDay: -1 }],
			"тариф 1, toolCallsPerDay: нужно целое число от 0",
		],
		["half a call", [{ ...FREE, toolCallsPerDay: 1.5 }], "тариф 1, toolCallsPerDay: нужно целое число от 0"],
		["a word for a search", [{ ...FREE, webSearch: "да" }], "тариф 1, webSearch: нужно true или false"],
		["a second free plan", [FREE, { ...FREE, key: "more" }], "бесплатный тариф может быть только один"],
		[
			"a new price of the free plan",
			[{ ...FREE, next: { price: 100, from: "2026-12-12" } }],
			"у бесплатного тарифа новой цены не бывает",
		],
		[
			"a new price from no day",
			[FREE, { ...MONTH, next: { price: 49_000, from: "2026-02-30" } }],
			"тариф 2, next.from: нужен день вида 2026-12-31",
		],
		["a new price without its day", [FREE, { ...MONTH, next: { price: 49_000 } }], "этого поля не хватает"],
		["no list", FREE, "нужен список тарифов"],
		["no JSON", "[", "это не JSON"],
	])("with %s stops the start and names the place", (_what, catalogue, problem) => {
		expect(() => read(catalogue)).toThrow(problem);
	});
});

test("an operator reads of every mistake at once", () => {
	const wrong = { ...MONTH, price: -1, days: 0 };
	expect(() => read([FREE, wrong])).toThrow(/price: цена не бывает[\s\S]*тариф 2, days: нужно целое/);
});

test("a plan may name its models and how many days a quota is for", () => {
	const weekly = { ...FREE, quota: { messages: 5, everyDays: 7 }, models: ["small"] };
	expect(read([weekly])).toMatchObject([{ quota: { everyDays: 7 }, models: ["small"] }]);
});

test("a plan may say how many calls of tools a day has, and whether it searches; the cards say it", () => {
	const t = (key: string, values?: object) =>
		`${key}${values && "count" in values ? ` ${values.count}` : ""}`;
	const view = (more: object) => planView(read([{ ...FREE, ...more }])[0] as Plan, t as never);
	const [none, some, off] = [{}, { toolCallsPerDay: 40, webSearch: true }, { toolCallsPerDay: 0 }].map(view);
	expect([none?.features.length, none?.excluded]).toEqual([2, []]);
	expect(some?.features).toEqual(["plan.models", "plan.search", "plan.toolCalls 40", "plan.history"]);
	expect(off?.excluded).toEqual(["plan.search", "plan.tools"]);
	expect(view({ webSearch: false }).excluded).toEqual(["plan.search"]);
	expect(read([{ ...FREE, toolCallsPerDay: 0, webSearch: true }]).some(maySearch)).toBe(false);
});

test("an announced price counts from its day on", () => {
	const [, plus] = read([FREE, { ...MONTH, next: { price: 49_000, from: "2026-12-12" } }]);
	const priced = (day: string) => pricedOn(plus as ListedPlan, day);
	expect(priced("2026-12-11")).toBe(plus);
	expect(priced("2026-12-12")).toMatchObject({ price: 49_000, next: undefined });
	expect(priced("2027-01-01").price).toBe(49_000);
});

test.each([
	["a higher price is announced", {}, { price: 49_000 }, { price: 39_000, next: "49000 2026-12-10" }],
	["another one replaces it", { next: NEXT }, { price: 59_000 }, { price: 39_000, next: "59000 2026-12-10" }],
	["the same keeps its day", { next: NEXT }, { price: 49_000 }, { price: 39_000, next: "49000 2026-12-05" }],
	["the price of now leaves it", { next: NEXT }, {}, { price: 39_000, next: "49000 2026-12-05" }],
	["a lower one counts at once", {}, { price: 29_000 }, { price: 29_000, next: null }],
	["off sale it counts at once", { off: true, next: NEXT }, { price: 49_000 }, { price: 49_000, next: null }],
])("of a plan on sale: %s", (_, before, typed, written) => {
	const line = { ...MONTH, ...before };
	const { price, next } = announceRise(line, { ...line, ...typed }, "2026-12-10");
	expect({ price, next: next ? `${next.price} ${next.from}` : null }).toEqual(written);
});

test("where nothing is sold for money, and of a new plan, a price counts at once", () => {
	const line = { ...MONTH, next: NEXT };
	const written = announceRise(line, { ...line, price: 59_000 }, null);
	expect(written).toMatchObject({ price: 59_000, next: undefined });
	expect(announceRise(undefined, MONTH, "2026-12-10")).toEqual(MONTH);
});

test("the year's saving is the least one, so it is true for every plan", () => {
	expect(yearSaving(plans())).toBe(20);
	const dearer = plans().map((plan) => (plan.key === "pro-year" ? { ...plan, price: 99_000 * 11 } : plan));
	expect(yearSaving(dearer)).toBe(8);
	expect(yearSaving(plans().filter(({ key }) => !key.endsWith("year")))).toBe(0);
});

test("money is said as people read it, with spaces that do not break", () => {
	expect([0, 39_000, 374_400, 9950].map(rubles)).toEqual([
		"0\u00a0₽",
		"390\u00a0₽",
		"3\u00a0744\u00a0₽",
		"99,50\u00a0₽",
	]);
});
