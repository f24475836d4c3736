import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayStartAfter, isoDayIn } from "../../../app/platform/dates/day-boundaries.server.ts";
import { paidInSandbox } from "../../billing/payment-context.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type FakeYookassa, startFakeYookassa } from "../../support/fakes/fake-yookassa.ts";
import type { Person } from "../../support/person.ts";
import { plansFileOf } from "../../support/plans-file.ts";
import { textOf } from "../main-of.ts";
import { eachSite, enrol, setUpAdminSites } from "./enrol.ts";
import { sendTyped as send } from "./forms.ts";

const PLANS = "/admin/plans";
const PLUS = `${PLANS}?do=plan&key=plus-month`;
const WITHDRAW = `${PLANS}?do=withdraw&key=plus-month`;
const ZONE = "Europe/Moscow";

let model: FakeModel;
let yookassa: FakeYookassa;
/** A shop that takes money. */
let env: Record<string, string>;
beforeAll(async () => {
	model = await startFakeModel({ models: ["big"] });
	yookassa = await startFakeYookassa();
	env = { MODEL_BASE_URL: model.url, MODELS: "big", MODEL_TITLES: "0", ...yookassa.env };
});
afterAll(async () => {
	await model.stop();
	await yookassa.stop();
});

const text = async (response: Response) =>
	(await response.text()).replace(/<!-- -->/g, "").replace(/[\u00a0\u202f]/g, " ");
const page = async (person: Person, path: string) => text(await person.fetch(path));

type Line = { key: string; next?: { price: number; from: string } };

/** The line of «Плюс» as it is written. */
async function lineOf(owner: Person) {
	const lines: Line[] = await (await owner.fetch(`${PLANS}?format=json`)).json();
	return lines.find(({ key }) => key === "plus-month");
}

/** The first day on which a higher price may count: ten days ahead, by the offer. */
const firstDay = () => isoDayIn(dayStartAfter(Date.now(), 10, ZONE), ZONE);

eachSite((start) => {
	test("a higher price is announced, and until its day the plan costs what it did; it can be withdrawn", async () => {
		const site = await start(env);
		const owner = await enrol(site, "owner", "owner");
		const anna = await enrol(site, "anna");
		const home = async () => text(await fetch(site.instance.url));
		expect((await send(owner, `${PLANS}?do=take`)).status).toBe(303);
		expect(await page(owner, PLUS)).toMatch(/Выше — не раньше чем с \d+ [а-я]+: так обещает оферта/);

		const preview = await text(await send(owner, PLUS, { price: "490", intent: "preview" }));
		expect(preview).toMatch(/С \d+ [а-я]+ цена — 490 ₽\./);
		expect(await home()).not.toContain("490 ₽");
		const before = firstDay();
		const saved = await send(owner, PLUS, { price: "490", quota: "1 600" });
		const after = firstDay();
		expect(saved.status).toBe(303);
		const line = await lineOf(owner);
		expect(line).toMatchObject({ price: 39_000, quota: { messages: 1_600 }, next: { price: 49_000 } });
		expect([before, after]).toContain(line?.next?.from);

		const announced = /С \d+ [а-я]+ цена — 490 ₽/;
		for (const path of ["/payment", "/payment?plan=plus-month"]) {
			const seen = await page(anna, path);
			expect([path, announced.test(seen), seen.includes("390 ₽")]).toEqual([path, true, true]);
		}
		await expect.poll(home).toMatch(announced);
		expect(await page(anna, "/payment?plan=plus-month")).toContain('name="shownPrice" value="39000"');
		expect(await page(owner, PLANS)).toMatch(announced);
		// A form that is sent as it stands, and the same price typed once more, leave the day as it is.
		expect((await send(owner, PLUS)).status).toBe(303);
		expect((await send(owner, PLUS, { price: "490" })).status).toBe(303);
		expect(await lineOf(owner)).toEqual(line);
		// A lower price counts at once.
		expect((await send(owner, PLUS, { price: "350" })).status).toBe(303);
		expect(await page(anna, "/payment?plan=plus-month")).toContain("350 ₽");

		const form = await page(owner, WITHDRAW);
		expect(form).toContain('action="/admin/plans?do=withdraw&amp;key=plus-month"');
		expect((await send(owner, WITHDRAW)).status).toBe(303);
		expect(await lineOf(owner)).not.toHaveProperty("next");
		await expect.poll(home).not.toMatch(announced);
		expect((await owner.fetch(WITHDRAW)).status).toBe(404);

		const written = await site.db
			.selectFrom("staff_events")
			.select(["before", "after"])
			.where("act", "=", "plan-changed")
			.orderBy("number")
			.execute();
		expect(JSON.parse(written[0]?.before ?? "")).not.toHaveProperty("next");
		expect(JSON.parse(written[0]?.after ?? "")).toMatchObject({ price: 39_000, next: { price: 49_000 } });
		expect(JSON.parse(written.at(-1)?.before ?? "")).toMatchObject({ next: { price: 49_000 } });
		expect(JSON.parse(written.at(-1)?.after ?? "")).not.toHaveProperty("next");
	});

	test("with another period a price is not announced; off sale it counts at once", async () => {
		const site = await start(env);
		const owner = await enrol(site, "owner", "owner");
		expect((await send(owner, `${PLANS}?do=take`)).status).toBe(303);
		const refused = await send(owner, PLUS, { price: "990", days: "90" });
		expect(refused.status).toBe(400);
		expect(await text(refused)).toContain("меняйте их по очереди");
		expect((await send(owner, `${PLANS}?do=off&key=plus-month`)).status).toBe(303);
		expect((await send(owner, PLUS, { price: "990", days: "90" })).status).toBe(303);
		const line = await lineOf(owner);
		expect(line).toMatchObject({ price: 99_000, days: 90, off: true });
		expect(line).not.toHaveProperty("next");
	});
});

const { start, end } = setUpAdminSites();

test("a price of the file counts from its day on, and the form has it then", async () => {
	const free = { key: "start", tier: "start", title: "Старт", description: "", price: 0, days: null };
	const quota = { messages: 5, everyDays: 1 };
	const paid = { tier: "plus", description: "", price: 39_000, days: 30, quota };
	const yesterday = isoDayIn(dayStartAfter(Date.now(), -1, ZONE), ZONE);
	const file = plansFileOf([
		{ ...free, quota },
		{ ...paid, key: "plus-month", title: "Плюс", next: { price: 49_000, from: yesterday } },
		{ ...paid, key: "pro-month", title: "Про", next: { price: 59_000, from: "2999-01-01" } },
	]);
	const site = await start({ ...env, PLANS_FILE: file });
	const owner = await enrol(site, "owner", "owner");
	const checkout = (key: string) => page(owner, `/payment?plan=${key}`);
	expect(await checkout("plus-month")).toContain('name="shownPrice" value="49000"');
	expect(await checkout("plus-month")).not.toMatch(/С \d+ [а-я]+( \d+)? цена — /);
	expect(await checkout("pro-month")).toContain('name="shownPrice" value="39000"');
	expect(await checkout("pro-month")).toContain("С 1 января 2999 цена — 590 ₽");
	expect((await send(owner, `${PLANS}?do=take`)).status).toBe(303);
	expect(await page(owner, PLUS)).toMatch(/<input[^>]*name="price"[^>]*value="490"/);
	// A form that was read before that day does not take the price back unseen.
	const late = await send(owner, PLUS, { price: "390", shownPrice: "39000" });
	expect([late.status, (await text(late)).includes("Цена уже другая")]).toEqual([400, true]);
	expect((await send(owner, PLUS)).status).toBe(303);
	const line = await lineOf(owner);
	expect(line).toMatchObject({ price: 49_000 });
	expect(line).not.toHaveProperty("next");
	await end();
});

test("no renewal is promised where the price rises before its charge", async () => {
	const from = isoDayIn(dayStartAfter(Date.now(), 20, ZONE), ZONE);
	const lines: Line[] = JSON.parse(readFileSync("content/plans.json", "utf8"));
	const file = plansFileOf(
		lines.map((line) => (line.key === "plus-month" ? { ...line, next: { price: 49_000, from } } : line)),
	);
	const sandbox = { MODEL_BASE_URL: model.url, MODELS: "big", MODEL_TITLES: "0", YOOKASSA_RENEWAL: "1" };
	const site = await start({ ...sandbox, PLANS_FILE: file });
	const anna = await enrol(site, "anna");
	expect(await page(anna, "/payment?plan=plus-month")).toMatch(
		/Цена вырастет раньше следующего списания: \d+ [а-я]+ автопродление выключится/,
	);
	await paidInSandbox(site.db, anna, true);
	const seen = await page(anna, "/payment");
	expect(seen).toMatch(/С \d+ [а-я]+ цена — 490 ₽: сам тариф не продлится/);
	expect(seen).toContain("сам не продлевается");
	// Nor by the pages that pay for the next period.
	const checkout = await textOf(anna.fetch("/payment?plan=plus-month"));
	expect(checkout).toContain("следующего списания по прежней цене не будет");
	expect(checkout).not.toMatch(/ледующее списание —/);
	const card = await textOf(anna.fetch("/payment/card"));
	expect(card).toMatch(/Следующее списание.*Не будет: \d+ [а-я]+ цена вырастет/);
	await end();
});
