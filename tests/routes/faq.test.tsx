import type { ComponentProps } from "react";
import { describe, expect, test } from "vitest";
import { listPages } from "../../app/knowledge/pages.server.ts";
import Faq, { loader, middleware } from "../../app/routes/faq.tsx";
import routes from "../../app/routes.ts";
import { ANNA, asked, page } from "./page.tsx";

async function open(path = "/FAQ") {
	const answered = await loader((await asked(path, ANNA)) as unknown as Parameters<typeof loader>[0]);
	const loaderData = answered.data;
	return { answered, ...page(<Faq {...({ loaderData } as ComponentProps<typeof Faq>)} />) };
}

const load = async (account: typeof ANNA | null, path: string) => {
	const args = await asked(path, account);
	const [guard] = middleware;
	return guard?.(args as unknown as Parameters<NonNullable<typeof guard>>[0], async () => new Response("in"));
};

describe("S-2.19 /FAQ", () => {
	test("has the layout faq and the address as written", () => {
		const layout = routes.find((entry) => entry.file === "layouts/faq.tsx");
		expect(layout?.children?.map(({ path, file }) => [path, file])).toEqual([["FAQ", "routes/faq.tsx"]]);
	});

	test("S-0.2 is for signed-in people; a stranger comes back after signing in, with the query", async () => {
		const refused = await load(null, "/FAQ?q=пароль").catch((thrown) => thrown as Response);
		expect(refused?.status).toBe(302);
		expect(refused?.headers.get("Location")).toBe(
			`/login?${new URLSearchParams({ redirectTo: `/FAQ?q=${encodeURIComponent("пароль")}` })}`,
		);
		expect(await (await load(ANNA, "/FAQ"))?.text()).toBe("in");
	});

	test("is kept by nobody on the way", async () => {
		expect((await open()).answered.init?.headers).toEqual({ "Cache-Control": "no-store" });
	});
});

describe("all the questions", () => {
	test("stand under their headings, the first one open, each with an anchor within its answer", async () => {
		const { html, text } = await open();
		expect(html.match(/<h1/g)).toHaveLength(1);
		for (const { slug, title, category } of listPages()) {
			expect(text).toContain(title.replaceAll("\u00a0", " "));
			expect(text).toContain(category);
			expect(html).toContain(`<div class="accordion-answer" id="${slug}">`);
			expect(html).toContain(`href="/FAQ#${slug}"`);
		}
		expect(html.match(/<details/g)).toHaveLength(listPages().length);
		expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1);
	});

	test("a heading in the list leads to the heading in the page, and says how many there are", async () => {
		const { html, text } = await open();
		for (const [, id] of html.matchAll(/href="\/FAQ#(category-\d+)"/g))
			expect(html).toContain(`<h2 id="${id}"`);
		expect(text).toMatch(/Все 22 .*Начало работы 4 .*Чат и модели 9 .*Оплата 2 .*Данные 4/);
		expect(html).toMatch(/href="\/FAQ" aria-current="true"/);
	});

	test("answers are formatted text with links within the site", async () => {
		const { html } = await open();
		expect(html).toContain('<a href="/privacy">политике конфиденциальности</a>');
		expect(html).not.toMatch(/ style=| onclick=|target="_blank"/);
	});
});

describe("the search", () => {
	test("shows what was found by any form of the words, the best open", async () => {
		const { html, text } = await open(`/FAQ?q=${encodeURIComponent("тёмную тему")}`);
		expect(text).toContain("По запросу «тёмную тему» найден 1 вопрос");
		expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1);
		expect(text).toContain("Как включить тёмную тему?");
		expect(text).not.toContain("Где хранятся мои чаты?");
		expect(html).toContain('value="тёмную тему"');
		expect(html).not.toContain("aria-current");
	});

	test("works as a plain form and is cleared by a link", async () => {
		const { html } = await open(`/FAQ?q=${encodeURIComponent("пароль")}`);
		expect(html).toMatch(/<form class="faq-search" action="\/FAQ">.*<input[^>]* type="search"[^>]* name="q"/);
		expect(html).toMatch(/<a title="Очистить" href="\/FAQ"/);
		expect((await open()).html).not.toContain("Очистить");
	});

	test("says that there is nothing, and how to go on", async () => {
		const { html, text } = await open(`/FAQ?q=${encodeURIComponent("<b>кошка</b>")}`);
		expect(text).toContain("По запросу «<b&gt;кошка</b&gt;» ничего нет");
		expect(text).toContain("Сбросить поиск");
		expect(html).not.toContain("<details");
	});

	test("a query of blanks is no query, a letter is cut", async () => {
		expect((await open("/FAQ?q=%20%20")).html.match(/<details/g)).toHaveLength(listPages().length);
		const { answered } = await open(`/FAQ?q=${"a".repeat(5_000)}`);
		expect(answered.data.query).toHaveLength(200);
	});
});

test("«Спросите в чате» carries the query into the composer", async () => {
	expect((await open()).html).toContain('href="/chat"');
	const query = "как & зачем?";
	const { html } = await open(`/FAQ?${new URLSearchParams({ q: query })}`);
	const [, address] = /href="(\/chat\?ask=[^"]+)"/.exec(html) ?? [];
	expect(new URL(address ?? "", "http://x").searchParams.get("ask")).toBe(query);
});
