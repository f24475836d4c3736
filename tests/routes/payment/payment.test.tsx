import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { yearSaving } from "../../../app/billing/plans/plan.server.ts";
import { compareViews } from "../../../app/billing/plans/plan-view.server.ts";
import { plans } from "../../../app/billing/plans/plans.server.ts";
import { paymentContext } from "../../../app/billing/services.server.ts";
import { getI18n } from "../../../app/i18n/middleware.server.ts";
import { PayNote } from "../../../app/routes/payment/checkout/pay-note.tsx";
import { PlanChoice } from "../../../app/routes/payment/checkout/plan-choice.tsx";
import type { Current } from "../../../app/routes/payment/load/load-current.server.ts";
import { type OfferView, offersTo } from "../../../app/routes/payment/load/offers.server.ts";
import { CurrentPlan } from "../../../app/routes/payment/overview/current-plan.tsx";
import { UseChart } from "../../../app/routes/payment/overview/use-chart.tsx";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { asked, page } from "../page.tsx";

// Nothing is sold in the views of this file.
paymentContext.provide(null);
afterAll(() => paymentContext.withdraw());

const { context } = await asked("/payment");
const t = getI18n(context).getFixedT("ru", "payment");

const FREE: Current = {
	key: "start",
	title: "Старт",
	text: "Бесплатно, без ограничения по времени",
	priceSoon: null,
	extendable: false,
	bought: false,
	used: 12,
	granted: 30,
	left: 18,
	apart: null,
	renews: "Лимит обновится завтра",
};

test("S-2.20 the current plan says what is used, what is left and when it fills again", () => {
	const { html, text } = page(<CurrentPlan current={FREE} use={null} refundable={null} />);
	for (const words of ["Текущий тариф", "Старт", "12 из 30", "Осталось 18 сообщений", "обновится завтра"])
		expect(text).toContain(words);
	expect(html).toMatch(/<progress[^>]*max="30"[^>]*value="12"|<progress[^>]*value="12"[^>]*max="30"/);
	expect(html).not.toContain("<a ");
});

test("S-2.20 a paid plan is extended and given back from its card", () => {
	const current = { ...FREE, key: "plus-month", bought: true, extendable: true };
	const { html } = page(<CurrentPlan current={current} use={null} refundable="p1" />);
	expect(html).toMatch(/href="\/payment\?plan=plus-month"[^>]*>.*Продлить/);
	expect(html).toMatch(/href="\/payment\?refund=p1"[^>]*>.*Запросить возврат/);
});

test("thirty days are drawn without an inline style, and told by a table", () => {
	const days = Array.from({ length: 30 }, (_, i) => ({ date: `день ${i + 1}`, messages: i === 29 ? 7 : 0 }));
	const { html, text } = page(<UseChart use={{ total: t("use.total", { count: 7 }), days }} />);
	expect(html.match(/<rect/g)).toHaveLength(30);
	expect(html).not.toContain("style=");
	expect(html).toContain('height="100%"');
	expect(html).toContain("<title>день 30: 7 сообщений</title>");
	// The newest day is read first.
	expect(text).toMatch(/День Сообщений день 30 7 день 29 0/);
});

describe("S-2.20 the plans", () => {
	const { plans: views, shared } = offersTo(FREE, t);
	const choice = (offers: OfferView[] = views) =>
		page(
			<PlanChoice plans={offers} shared={shared} current={FREE} saving={yearSaving(plans())} icons={{}} />,
		);

	test("come from the catalogue, for thirty days and for a year", () => {
		const { text } = choice();
		for (const words of ["390 ₽ за 30 дней", "3 744 ₽ за год", "990 ₽", "9 504 ₽", "За год −20 %"]) {
			expect(text).toContain(words);
		}
	});

	test("say what is their own, the quota first and by the day too, and once what all have", () => {
		const { html, text } = choice();
		const lists = [...html.matchAll(/<ul class="plan-features">(.*?)<\/ul>/gs)].map(([, list = ""]) =>
			[...list.matchAll(/<li.*?<\/li>/gs)].map(([item]) =>
				item
					.replace(/<[^>]*>/g, "")
					.replace(/\s+/g, " ")
					.trim(),
			),
		);
		const ofPlus = ["1 500 сообщений каждые 30 дней около 50 в день", "Оплата разовая, сама не продлевается"];
		expect(lists.slice(0, 2)).toEqual([["30 сообщений в сутки"], ofPlus]);
		expect(text).toMatch(/Во всех тарифах Все подключённые модели История чатов без ограничений/);
		expect(text.match(/История чатов/g)).toHaveLength(1);
	});

	test("say what a day costs: exactly, or to the nearest rouble", () => {
		const { text } = choice();
		for (const words of ["13 ₽ в день", "33 ₽ в день", "около 10 ₽ в день", "около 26 ₽ в день"]) {
			expect(text).toContain(words);
		}
		expect(text).not.toMatch(/(^|\D)0 ₽ в день/);
	});

	test("keep in each card what only some have, like models", () => {
		const models = views.map((view) => ({ ...view, features: [`Модели: ${view.tier}`, "Общее"] }));
		const { plans: compared, shared: common } = compareViews(models);
		expect(common).toEqual(["Общее"]);
		expect(compared.map(({ features }) => features.length)).toEqual(views.map(() => 1));
		expect(compareViews(models.slice(0, 1))).toMatchObject({
			plans: [{ features: { length: 2 } }],
			shared: [],
		});
	});

	test("switch by radio buttons, the shorter period first, and mark the one in use", () => {
		const { html } = choice();
		expect(html.match(/type="radio"/g)).toHaveLength(2);
		expect(html).toMatch(/<input[^>]*checked=""[^>]*value="month"|value="month"[^>]*checked=""/);
		expect(html.match(/Ваш тариф/g)).toHaveLength(1);
	});

	test("show the year first to whoever has a plan for a year", () => {
		const { html } = page(
			<PlanChoice
				plans={views}
				shared={shared}
				current={{ key: "plus-year", title: "Плюс" }}
				saving={20}
				icons={{}}
			/>,
		);
		expect(html).toMatch(/<input[^>]*checked=""[^>]*value="year"|value="year"[^>]*checked=""/);
	});

	test("have no button while there is no model to pay for", () => {
		expect(choice().html).not.toMatch(/<button|<a |<form/);
		expect(page(<PayNote notSold="payments" />).text).toContain("Оплата появится");
	});

	test("lead to paying where they are sold, one of them as the main way", () => {
		const offers = views.map((view) => ({
			...view,
			offer: view.paid ? ("connect" as const) : ("connected" as const),
			main: view.recommended,
		}));
		const { html, text } = choice(offers);
		expect(html).toMatch(/<a href="\/payment\?plan=plus-month" class="btn btn-primary btn-block"/);
		expect(html).toMatch(/<a href="\/payment\?plan=pro-month" class="btn btn-tonal btn-block"/);
		expect(html).toMatch(/<button[^>]*disabled[^>]*>.*Подключён/);
		expect(text).toContain("Подключить «Про»");
		expect(page(<PayNote notSold={null} />).text).toContain("Данные карты обрабатывает банк");
	});
});

describe("asked from outside", () => {
	let instance: Instance;
	let person: Person;
	beforeAll(async () => {
		instance = await startInstance();
		person = await new Person(instance).register();
	});
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
		expect(html.match(/<th /g)).toHaveLength(6);
		expect(html).toContain("Тестовый режим");
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
