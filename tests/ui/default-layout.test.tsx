import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { i18nOptions } from "../../app/i18n/options.server.ts";
import { texts } from "../../app/i18n/ru/index.ts";
import DefaultLayout from "../../app/layouts/default.tsx";

const i18n = createInstance().use(initReactI18next);
beforeAll(() => i18n.init(i18nOptions(texts)));

type Person = { name: string | null; email: string } | null;

async function draw(path: string, account: Person, trial = false, registrationOpen = true): Promise<string> {
	const handler = createStaticHandler([
		{
			id: "root",
			loader: () => ({ appName: "Школа", trial, registrationOpen, year: 2031, theme: "light", account }),
			children: [{ Component: DefaultLayout, children: [{ path: "*", element: <main id="main">…</main> }] }],
		},
	]);
	const context = await handler.query(new Request(`http://localhost${path}`));
	if (context instanceof Response) throw new Error("Expected a page");
	return renderToStaticMarkup(
		<I18nextProvider i18n={i18n}>
			<StaticRouterProvider
				router={createStaticRouter(handler.dataRoutes, context)}
				context={context}
				hydrate={false}
			/>
		</I18nextProvider>,
	);
}

/** Each link of a piece of markup: what it says (or is called) and where it leads. */
const links = (html: string) =>
	[...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = "", content = ""]) => [
		/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]+>/g, "").trim(),
		/href="([^"]*)"/.exec(attributes)?.[1],
	]);

const header = (html: string) => /<header.*<\/header>/s.exec(html)?.[0] ?? "";
const footer = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? "";
const anna = { name: "Анна Ковалёва", email: "anna@pochta.ru" };

test("a guest's bar", async () => {
	expect(links(header(await draw("/", null)))).toEqual([
		["Школа — на главную", "/"],
		["Примеры", "/#examples"],
		["Возможности", "/#features"],
		["Тарифы", "/#plans"],
		["Вопросы", "/#faq"],
		["Войти", "/login"],
		["Зарегистрироваться", "/registration"],
	]);
});

test("a guest's bar where the operator adds people offers no registration", async () => {
	const bar = links(header(await draw("/", null, false, false)));
	expect(bar.slice(-1)).toEqual([["Войти", "/login"]]);
});

test("a person's bar, with the drawer of the narrow screen and the account menu", async () => {
	const html = header(await draw("/payment", anna));
	const [bar, menu] = html.split('id="account-menu"');
	expect(links(bar ?? "")).toEqual([
		...[
			["Школа — на главную", "/chat"],
			["Чат", "/chat"],
			["Документы", "/documents"],
			["Тарифы и оплата", "/payment"],
		],
		...[
			["Вопросы и ответы", "/FAQ"],
			["Аккаунт", "/account"],
		],
		...[
			["Школа — на главную", "/chat"],
			["Чат", "/chat"],
			["Документы", "/documents"],
			["Тарифы и оплата", "/payment"],
		],
		["Вопросы и ответы", "/FAQ"],
	]);
	expect(links(menu ?? "").map(([name]) => name)).toEqual([
		"Аккаунт",
		"Документы",
		"Тарифы и оплата",
		"Вопросы и ответы",
	]);
	expect(menu).toMatch(
		/<form (?=[^>]*method="post")[^>]*action="\/logout"[^>]*><input type="hidden"[^>]*><button type="submit"[^>]*>.*Выйти<\/button>/,
	);
	expect(html).toMatch(/<button[^>]*popoverTarget="account-menu"[^>]*><span[^>]*>Аккаунт: Анна Ковалёва</i);
	expect(html.match(/aria-current="page"[^>]*>(<svg.*?<\/svg>)?Тарифы и оплата/g)).toHaveLength(3);
});

test("a page within a section marks its section, and not as the page itself", async () => {
	const html = header(await draw("/payment/renewal", anna));
	expect(html.match(/aria-current="true"[^>]*>(<svg.*?<\/svg>)?Тарифы и оплата/g)).not.toBeNull();
	expect(html).not.toContain('aria-current="page"');
});

test("a person without a name is called by the address", async () => {
	const html = await draw("/payment", { name: null, email: "anna@pochta.ru" });
	expect(html).toMatch(/<button[^>]*popoverTarget="account-menu"[^>]*><span[^>]*>Аккаунт: anna@pochta.ru</i);
});

test("the foot", async () => {
	const html = footer(await draw("/", null));
	expect(html).toContain("© 2031 Школа. Открытый исходный код, лицензия MIT");
	expect(links(html)).toEqual([
		["Публичная оферта", "/oferta"],
		["Политика конфиденциальности", "/privacy"],
		["Реквизиты и контакты", "/contacts"],
	]);
});

test("the theme's form names the page, without the query of the link that led here", async () => {
	expect(await draw("/oferta?version=1", null)).toMatch(
		/<form (?=[^>]*method="post")[^>]*action="\/theme"[^>]*><input type="hidden" name="returnTo" value="\/oferta"\/>/,
	);
});

test("a trial says so quietly, production says nothing", async () => {
	expect(await draw("/", null, true)).toContain("Пробный режим");
	expect(await draw("/", null, false)).not.toContain("Пробный");
});

test("the first stop of the keyboard leads to the content", async () => {
	const html = await draw("/", null);
	expect(links(html)[0]).toEqual(["К содержанию", "#main"]);
	expect(html).not.toContain("style=");
});
