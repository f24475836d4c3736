import type { Page } from "playwright";
import { expect, test } from "vitest";
import { setUpWorld } from "./support/set-up-world.ts";
import { ask, hydrated, openWindowAsMember } from "./support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

/** Somebody at the beginning of the chat, with one conversation in the list. */
async function inChat() {
	const visitor = await openWindowAsMember(world);
	await ask(visitor.page, "Первый вопрос");
	await visitor.page.goto("/chat");
	await hydrated(visitor.page);
	return visitor;
}

/** Changes what the server says of the next screens. */
const change = (page: Page, made: (body: string) => string, address = (url: string) => url) =>
	page.route("**/chat.data**", async (route) => {
		const response = await route.fetch({ url: address(route.request().url()) });
		await route.fulfill({ response, body: made(await response.text()) });
	});

const deleted = (url: string) => url.replace(/c=[^&]+/, `c=${crypto.randomUUID()}`);
const wayBack = async (page: Page) => {
	await page.unroute("**/chat.data**");
	await page.goBack();
	await page.getByLabel("Сообщение", { exact: true }).waitFor();
};

test("what a screen's loader refuses is told in the place of the application, which can be gone back to", async () => {
	const { page, context, complaints } = await inChat();
	await change(page, (body) => body, deleted);
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await page.getByRole("heading", { level: 1, name: "Такой страницы нет" }).waitFor();
	await page.getByText(/^Page not found: \/chat\?c=/).waitFor();
	await wayBack(page);
	expect(complaints.filter((said) => !said.includes("404"))).toEqual([]);
	await context.close();
});

test("an error of the root can be drawn in a living page, and gone back from", async () => {
	const { page, context, complaints } = await inChat();
	const ofRoot = (body: string) => body.replace('"root"', '"none"').replace('"routes/chat/index"', '"root"');
	await change(page, ofRoot, deleted);
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await page.getByRole("heading", { level: 1, name: "Такой страницы нет" }).waitFor();
	await wayBack(page);
	expect(complaints.filter((said) => !said.includes("404"))).toEqual([]);
	await context.close();
});

test("even where the error page itself cannot be drawn, there are words and a way on", async () => {
	const { page, context } = await inChat();
	// No component can show an object for a name.
	await change(page, (body) => body.replace(/"appName","[^"]+"/, '"appName",{}'));
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await page.getByRole("heading", { level: 1, name: "Страница не открылась" }).waitFor();
	expect(await page.locator("body").textContent()).not.toContain("Мы уже знаем");
	await page.getByRole("link", { name: "Обновить" }).click();
	await page.getByLabel("Сообщение", { exact: true }).waitFor();
	await context.close();
});
