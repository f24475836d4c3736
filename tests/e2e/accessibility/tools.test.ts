import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { calls, says } from "../../support/fakes/fake-model-scenarios.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { violationsInBothThemes } from "../support/faults.ts";
import { ask, lastAnswer, openWindow, openWindowAsMember, startWorld, type World } from "../support/world.ts";

const NARROW = { width: 320, height: 700 };

let world: World;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-tools-"));
	const found = [{ url: "https://cbr.ru/news", title: "Ставка", snippet: "Решение совета" }];
	const [search, notes] = await Promise.all([
		startFakeSearch(found),
		startFakeMcp({ era: "modern", fault: "none" }),
	]);
	const TOOLS_FILE = join(folder, "tools.json");
	const tools = { echo: { effect: "unsafe", title: "Записать заметку" } };
	writeFileSync(
		TOOLS_FILE,
		JSON.stringify({ servers: [{ key: "notes", title: "Заметки", url: notes.url, tools }] }),
	);
	world = await startWorld({ MODEL_TITLES: "0", MODEL_TOOLS: "1", SEARXNG_URL: search.url, TOOLS_FILE });
	ends.push(world.end, search.stop, notes.stop, () => rmSync(folder, { recursive: true }));
});
afterAll(async () => {
	for (const end of ends) await end();
});

const search = (page: Page) => page.getByRole("switch", { name: "Поиск в интернете" });
const note = (page: Page) => page.getByRole("switch", { name: /^Записать заметку/ });
const state = (page: Page, name: string) =>
	lastAnswer(page)
		.and(page.locator(`[data-state=${name}]`))
		.waitFor();

test("tools are switched on, a step is looked into and a call is allowed, by keys; axe finds nothing, in both themes", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 1440, height: 900 },
	});
	const look = async (what: string) =>
		expect([what, ...(await violationsInBothThemes(page))]).toEqual([what]);
	const fits = async (what: string) => {
		await page.setViewportSize(NARROW);
		expect([what, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([what, 320]);
		await page.setViewportSize({ width: 1440, height: 900 });
	};

	await search(page).press(" ");
	await page.getByTitle("Инструменты", { exact: true }).press("Enter");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press(" ");
	expect(await note(page).isChecked()).toBe(true);
	await look("the menu of tools");
	await fits("the menu of tools");
	await page.keyboard.press("Escape");
	const menu = page.locator(".composer summary", { hasText: "Инструменты, включён 1" });
	expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);

	world.model.script(calls(["search_web", { query: "ставка" }], ["run_code", { code: "6 * 7" }]));
	world.model.script(says("Ставка 21 %."));
	await ask(page, "Какая ставка?");
	// What the first question of a conversation has switched on is on for the next one, without a moment in which it is not.
	await page.locator("article[data-role=assistant]").waitFor();
	expect(await search(page).isChecked()).toBe(true);
	await state(page, "done");
	expect(await search(page).isChecked()).toBe(true);
	await menu.waitFor();
	const steps = lastAnswer(page).getByText("Сделано 2 шага: поиск, вычисление");
	await steps.click();
	await lastAnswer(page).getByText("Вычислено").click();
	// Exactly: the hour beside it, «03:42», has the number as well.
	await lastAnswer(page).getByText("42", { exact: true }).waitFor();
	await look("the steps of an answer");
	await fits("the steps of an answer");

	world.model.script(calls(["notes__echo", { text: "Осмотр офиса" }]));
	world.model.script(says("Записано."));
	await page.getByLabel("Сообщение", { exact: true }).fill("Запиши");
	await page.getByRole("button", { name: "Отправить" }).click();
	await state(page, "waiting");
	await page.getByText("Показать запрос целиком").click();
	await look("a call that waits");
	await fits("a call that waits");
	const address = page.url();
	// Without script it is the same question, and what it leads to is the same page.
	const plain = await openWindow(world, {
		storageState: await context.storageState(),
		javaScriptEnabled: false,
		viewport: NARROW,
	});
	await plain.page.goto(address);
	expect(await search(plain.page).isChecked()).toBe(true);
	const form = plain.page.getByRole("region", { name: "Разрешить: «Записать заметку»?" });
	// A text browser would show the value of a button.
	expect(await form.locator("button[value]").count()).toBe(0);
	expect(await form.getByRole("definition").allTextContents()).toEqual([
		"Заметки",
		"Записать заметку",
		"Осмотр офиса",
	]);
	// Who would rather stop, or ask something else, can do that there too.
	expect(await plain.page.getByRole("button", { name: "Остановить" }).isVisible()).toBe(true);
	expect(await plain.page.getByRole("button", { name: "Отправить" }).isVisible()).toBe(true);
	await form.getByRole("button", { name: "Разрешать в этом чате" }).click();
	await lastAnswer(page).getByText("Записано.").waitFor();
	await state(page, "done");

	await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
	await page.getByRole("menuitem", { name: "Разрешения" }).click();
	await page.getByText("«Записать заметку»: разрешено в этом чате").waitFor();
	await look("what is allowed");
	await fits("what is allowed");
	await page.getByRole("button", { name: "Спрашивать снова" }).click();
	await page.getByText("Здесь ничего не разрешено без вопроса.").waitFor();
	expect([...complaints, ...plain.complaints]).toEqual([]);
	await plain.context.close();
	await context.close();
});
