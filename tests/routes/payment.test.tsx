import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { yearSaving } from "../../app/billing/plan.ts";
import { planView } from "../../app/billing/plan-view.server.ts";
import { freePlan, plans } from "../../app/billing/plans.server.ts";
import { getI18n } from "../../app/i18n/middleware.server.ts";
import { CurrentPlan } from "../../app/routes/payment/current-plan.tsx";
import { History } from "../../app/routes/payment/history.tsx";
import { PlanChoice } from "../../app/routes/payment/plan-choice.tsx";
import { type Instance, startInstance } from "../support/instance.ts";
import { Person } from "../support/person.ts";
import { asked, page } from "./page.tsx";

const { context } = await asked("/payment");
const t = getI18n(context).getFixedT("ru", "payment");

test("S-2.20 the current plan is the free one, with its quota", () => {
	const { text } = page(<CurrentPlan plan={planView(freePlan, t)} />);
	expect(text).toContain("Текущий тариф");
	expect(text).toContain("Старт");
	expect(text).toContain("30 сообщений в сутки");
});

describe("S-2.20 the plans", () => {
	const views = plans.map((plan) => planView(plan, t));
	const choice = () => page(<PlanChoice plans={views} current="start" saving={yearSaving(plans)} />);

	test("come from the catalogue, for thirty days and for a year", () => {
		const { text } = choice();
		for (const words of ["390 ₽ за 30 дней", "3 744 ₽ за 365 дней", "990 ₽", "9 504 ₽", "За год −20 %"]) {
			expect(text).toContain(words);
		}
	});

	test("switch by radio buttons, the shorter period first, and mark the one in use", () => {
		const { html } = choice();
		expect(html.match(/type="radio"/g)).toHaveLength(2);
		expect(html).toMatch(/<input[^>]*checked=""[^>]*value="month"|value="month"[^>]*checked=""/);
		expect(html.match(/Ваш тариф/g)).toHaveLength(1);
	});

	test("have no button while there is nothing to pay with", () => {
		expect(choice().html).not.toMatch(/<button|<a |<form/);
	});
});

test("S-2.20 the history is an empty table that says so", () => {
	const { html, text } = page(<History />);
	expect(text).toContain("Отсутствуют данные");
	expect(html.match(/<th /g)).toHaveLength(6);
	// Nothing to page through: no controls that do nothing.
	expect(html).not.toMatch(/<select|<button/);
});

describe("asked from outside", () => {
	let instance: Instance;
	let person: Person;
	beforeAll(async () => {
		instance = await startInstance();
		person = await new Person(instance).register();
	}, 60_000);
	afterAll(() => instance?.stop());

	test.each([
		["S-2.20", "/payment"],
		["S-2.21", "/payment/success"],
		["S-2.22", "/payment/fail"],
		["S-1.1", "/account"],
	])("%s %s sends a stranger to sign in and back", async (_id, path) => {
		const response = await fetch(instance.url + path, { redirect: "manual" });
		expect(response.status).toBe(302);
		expect(response.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);
	});

	test("S-2.20 /payment is an application in the default layout", async () => {
		const response = await person.fetch("/payment");
		const html = await response.text();
		expect(response.status).toBe(200);
		expect(html).toMatch(/<title>Тарифы и\s+оплата — Собеседник<\/title>/);
		expect(html).toContain("Отсутствуют данные");
		expect(html).toContain('href="/oferta"');
		expect(html).toContain("<footer");
	});

	test("S-2.21 /payment/success without a payment goes to /payment", async () => {
		const response = await person.fetch("/payment/success");
		expect([response.status, response.headers.get("Location")]).toEqual([302, "/payment"]);
	});

	test("S-2.22 /payment/fail opened by hand claims no payment", async () => {
		const html = await (await person.fetch("/payment/fail")).text();
		const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
		expect(/<h1[^>]*>([^<]*)/.exec(main)?.[1]).toBe("Если оплата не\u00a0прошла");
		expect([...main.matchAll(/<a[^>]* href="([^"]*)"/g)].map((link) => link[1])).toEqual([
			"/payment",
			"/chat",
		]);
	});

	test("S-1.1 /account shows the e-mail and keeps the theme", async () => {
		const before = await (await person.fetch("/account")).text();
		expect(before).toContain(`value="${person.email}"`);
		expect(before).toContain('href="/change-password"');
		expect(before).toContain('action="/logout"');
		const saved = await person.post("/theme", { theme: "system", returnTo: "/account" });
		expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/account"]);
		const after = await (await person.fetch("/account")).text();
		expect(after).toContain('data-theme="system"');
		expect(after).toMatch(/<option value="system" selected=""/);
	});
});
