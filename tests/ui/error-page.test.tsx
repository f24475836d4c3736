import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import {
	createStaticHandler,
	createStaticRouter,
	data,
	type RouteObject,
	StaticRouterProvider,
	useRouteError,
} from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { i18nOptions } from "../../app/i18n/options.server.ts";
import { texts } from "../../app/i18n/ru/index.ts";
import { action as unknownAction, loader as unknownLoader } from "../../app/routes/not-found.tsx";
import { ErrorPage } from "../../app/shell/errors/error-page.tsx";
import { RefusedForm } from "../../app/shell/errors/explain-error.ts";

const i18n = createInstance().use(initReactI18next);
beforeAll(() => i18n.init(i18nOptions(texts)));

function Boundary() {
	return <ErrorPage error={useRouteError()} />;
}

const Nothing = () => null;

/** Asks a small site whose `/broken` throws `thrown`; everything else is the product's own not-found route. */
async function load(path: string, thrown?: unknown, method = "GET") {
	const routes: RouteObject[] = [
		{
			id: "root",
			loader: () => ({ appName: "Школа", trial: false, year: 2031, theme: "dark", account: null }),
			ErrorBoundary: Boundary,
			children: [
				{
					path: "/broken",
					Component: Nothing,
					loader: () => {
						throw thrown;
					},
				},
				{ path: "*", Component: Nothing, loader: unknownLoader as never, action: unknownAction as never },
			],
		},
	];
	const handler = createStaticHandler(routes);
	const context = await handler.query(new Request(`http://localhost${path}`, { method }));
	if (context instanceof Response) throw new Error("Expected a page");
	const html = renderToStaticMarkup(
		<I18nextProvider i18n={i18n}>
			<StaticRouterProvider
				router={createStaticRouter(handler.dataRoutes, context)}
				context={context}
				hydrate={false}
			/>
		</I18nextProvider>,
	);
	return { status: context.statusCode, html, text: html.replace(/<[^>]+>/g, " ").replace(/ +/g, " ") };
}

describe("S-2.28 S-8.1 an unknown path", () => {
	test("S-2.28 is 404 with the full path and its query in the message", async () => {
		const page = await load("/chats/moi?x=1&y=%3Cb%3E");
		expect(page.status).toBe(404);
		expect(page.text).toContain("Page not found: /chats/moi?x=1&amp;y=%3Cb%3E");
	});

	test("S-2.32 S-8.1 shows Page Not Found, a Russian heading and the ways on", async () => {
		const { html, text } = await load("/chats/moi");
		expect(text).toContain("Page Not Found");
		expect(html).toMatch(/<h1[^>]*>Такой страницы нет<\/h1>/);
		expect(html).toContain('href="/"');
		expect(html).toContain('href="/chat"');
		// What was typed in a chat that is gone goes on in a new one.
		const chat = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";
		expect((await load(`/chat?c=${chat}&do=rate`)).html).toContain(`href="/chat?deleted=${chat}"`);
		expect((await load("/chat?c=new&deleted=x")).html).toContain('href="/chat"');
		expect(html).toContain("<title>Такой страницы нет — Школа</title>");
		expect(html).toContain('<meta name="robots" content="noindex"/>');
	});

	test("S-2.28 refuses a form as well", async () => {
		const page = await load("/nowhere?a=1", undefined, "POST");
		expect(page.status).toBe(404);
		expect(page.text).toContain("Page not found: /nowhere?a=1");
	});
});

describe("S-8.2 anything else that is thrown", () => {
	test.each([
		["an exception", new Error("secret of the database")],
		["a string", "secret of the database"],
		["nothing at all", null],
		["a bare object", { secret: "secret of the database" }],
	])(
		"S-2.33 S-2.34 %s is Internal Server Error, 500, and keeps its own text to itself",
		async (_name, thrown) => {
			const page = await load("/broken", thrown);
			expect(page.status).toBe(500);
			expect(page.html).toContain('aria-label="500"');
			expect(page.text).toContain("Internal Server Error");
			expect(page.text).toContain("Что-то сломалось у\u00a0нас");
			expect(page.text).not.toContain("secret");
		},
	);

	test("S-2.29 S-2.30 S-2.31 shows a status code, a message and a description", async () => {
		const page = await load("/broken", data({ requestId: "7f3a-91c2" }, { status: 503 }));
		expect(page.status).toBe(503);
		expect(page.html).toMatch(/role="img" aria-label="503"/);
		expect(page.text).toContain("Internal Server Error");
		expect(page.text).toContain("Обновите страницу через минуту.");
		expect(page.text).toContain("Код ошибки: 7f3a-91c2");
	});

	test.each([
		[403, "Запрос пришёл с другого сайта и не выполнен.", "Сюда нет доступа"],
		[405, "Так сюда нельзя.", "Запрос не\u00a0выполнен"],
		[413, "Слишком много.", "Запрос не\u00a0выполнен"],
	])("a ready answer %i shows its status and its text", async (status, sentence, heading) => {
		const page = await load("/broken", new Response(sentence, { status }));
		expect(page.status).toBe(status);
		expect(page.html).toContain(`aria-label="${status}"`);
		expect(page.text).toContain(sentence);
		expect(page.text).toContain(heading);
		expect(page.text).toContain("Internal Server Error");
	});

	test("what is no sentence is not shown: a page, a novel", async () => {
		for (const body of ["<html><b>nginx</b></html>", "а".repeat(5000)]) {
			const page = await load("/broken", new Response(body, { status: 502 }));
			expect(page.text).not.toContain("nginx");
			expect(page.text.length).toBeLessThan(2000);
		}
	});
});

test("the page stands outside the frames and still names the service and offers both themes", async () => {
	const { html } = await load("/nowhere");
	expect(html).not.toContain('class="appbar"');
	expect(html).toContain("© 2031 Школа");
	for (const [theme, words] of [
		["dark", "Тёмная тема"],
		["light", "Светлая тема"],
	]) {
		expect(html).toMatch(
			new RegExp(`name="theme" value="${theme}"/><button[^>]*>.*?<span[^>]*>${words}</span>`),
		);
	}
	expect(html).not.toContain("style=");
});

test("the code is text, for a browser that shows no pictures", async () => {
	const code = /<p class="error-code"[^>]*>(.*?)<\/p>/.exec((await load("/nowhere")).html)?.[1] ?? "";
	expect(code.replace(/<[^>]+>/g, "")).toBe("404");
});

test.each(["crossOrigin", "unknownOrigin"] as const)(
	"a form from %s senders is led back to its page",
	async (origin) => {
		const { html, text } = await load("/broken?a=1", new RefusedForm(origin));
		expect(html).toContain('aria-label="403"');
		expect(text).toContain("Форма не\u00a0принята");
		expect(text).not.toContain("Internal Server Error");
		expect(html).toContain('href="/broken?a=1"');
		expect(html).toContain('href="/"');
	},
);
