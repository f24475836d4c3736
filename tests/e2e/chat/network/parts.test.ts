import type { Route } from "playwright";
import { expect, test } from "vitest";
import { expectScreenStays, line } from "../../support/lost-requests.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import {
	ask,
	type BrowserWindow,
	hydrated,
	lastAnswer,
	openWindow,
	openWindowAsMember,
} from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

type Page = BrowserWindow["page"];

const TRANSCRIPT = "**/assets/transcript-*.js";
const missing = { status: 404, contentType: "text/plain", body: "" };
const message = (page: Page) => page.getByLabel("Сообщение", { exact: true });
const answered = (page: Page) => lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
const loadedBy = (page: Page) =>
	page.evaluate(() => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).type);

test("an empty chat has no transcript until somebody does something; without a connection that is waited for", async () => {
	const { page, context } = await openWindowAsMember(world);
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await page.goto("/chat");
	await hydrated(page);
	expect(asked.filter((path) => path.includes("/transcript-"))).toEqual([]);
	await context.setOffline(true);
	await message(page).fill("Про липу");
	await line(page).waitFor();
	await expectScreenStays(page);
	await context.setOffline(false);
	await line(page).waitFor({ state: "hidden" });
	expect(await message(page).inputValue()).toBe("Про липу");
	await page.getByRole("button", { name: "Отправить" }).click();
	await answered(page);
	expect(asked.filter((path) => path.includes("/transcript-"))).not.toEqual([]);
	await context.close();
});

test("a page names the script of its transcript, and is loaded anew where that has gone", async () => {
	const { page, context } = await openWindowAsMember(world);
	await ask(page, "Про липу");
	await answered(page);
	const address = page.url();
	const html = await (await context.request.get(address)).text();
	expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/transcript-[\w-]+\.js"/);

	// Within ten seconds a page is not loaded anew again, and on a busy machine that takes longer than these.
	await page.addInitScript((now) => {
		Date.now = () => now;
	}, Date.now());
	await page.route(TRANSCRIPT, (route) => route.fulfill(missing));
	await page.goto(address);
	await expect.poll(() => loadedBy(page).catch(() => "")).toBe("reload");
	// It has not come the second time either: the page is what it is without script.
	await page.getByText("Про липу", { exact: true }).last().waitFor();
	await expectScreenStays(page);
	await message(page).fill("Про клён");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.locator("[data-role=user]", { hasText: "Про клён" }).waitFor();
	await expectScreenStays(page);

	await page.unrouteAll();
	await page.goto(address);
	await hydrated(page);
	await answered(page);
	await context.close();
});

test("a part that was cut off is loaded once more: the page is not loaded anew, and what is typed stays", async () => {
	const { page, context } = await openWindowAsMember(world);
	await ask(page, "Про липу");
	await answered(page);
	// The server has them, and says so.
	const cutOff = (route: Route) =>
		route.request().method() === "HEAD" ? route.fallback() : route.abort("connectionreset");
	await page.route("**/assets/dialogs-*.js", cutOff);
	await page.getByRole("link", { name: "Изменить" }).click();
	const edited = page.getByLabel("Изменить сообщение");
	await edited.fill("Про липу и клён");
	await page.locator(".chat-panel").click({ position: { x: 5, y: 200 } });
	await page.keyboard.press("?");
	await page.getByRole("dialog", { name: "Сочетания клавиш" }).waitFor();
	expect(await edited.inputValue()).toBe("Про липу и клён");
	expect(await loadedBy(page)).toBe("navigate");

	const address = page.url();
	await page.goto("/account");
	await page.route(TRANSCRIPT, cutOff);
	await page.goto(address);
	await hydrated(page);
	await answered(page);
	await expectScreenStays(page);
	expect(await loadedBy(page)).toBe("navigate");
	await context.close();
});

test("several chats are chosen, and a chat is renamed, on pages of their own without script", async () => {
	const { page, context } = await openWindowAsMember(world);
	await ask(page, "Про липу");
	await answered(page);
	const address = page.url();
	const storageState = await context.storageState();
	await context.close();
	const { page: plain, context: unscripted } = await openWindow(world, {
		javaScriptEnabled: false,
		storageState,
	});
	await plain.goto(`${address}&do=rename`);
	await plain.getByLabel("Название").fill("Деревья");
	await plain.getByRole("button", { name: "Сохранить" }).click();
	await plain.goto("/chat?do=select");
	await plain.getByRole("checkbox", { name: "Деревья" }).check();
	await plain.getByRole("button", { name: "Убрать в архив" }).click();
	await plain.goto("/chat?archive=1");
	await plain.getByRole("link", { name: "Деревья" }).first().waitFor();
	await plain.goto("/chat?q=липу");
	await plain.getByRole("main").getByRole("link", { name: "Деревья" }).first().waitFor();
	await unscripted.close();
});
