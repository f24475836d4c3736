import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { freePort, startInstance } from "../support/instance.ts";
import { changeData } from "./support/change-data.ts";
import { badGateway, expectScreenStays, line, watchForReturn } from "./support/lost-requests.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { watchFor } from "./support/watch-for.ts";
import { ask, enrol, hydrated, newPerson, openWindow, openWindowAsMember } from "./support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

test("/account: what is typed stays, is sent by a press, and is done once", async () => {
	const { page, context } = await openWindow(world);
	const person = newPerson();
	await enrol(page, person);
	await page.goto("/account");
	await hydrated(page);
	const name = page.getByLabel("Имя", { exact: true });
	await name.fill("Анна Ковалёва");
	await context.setOffline(true);
	await page.locator("#profile").getByRole("button", { name: "Сохранить" }).click();
	await line(page, "отправить не удалось").waitFor();
	expect(await name.inputValue()).toBe("Анна Ковалёва");
	await expectScreenStays(page);
	const isBack = await watchForReturn(page);
	await context.setOffline(false);
	await isBack();
	expect(await name.inputValue()).toBe("Анна Ковалёва");
	await page.locator("#profile").getByRole("button", { name: "Сохранить" }).click();
	await page.getByRole("status").getByText("Сохранено").waitFor();

	// The page of an action, behind a proxy that has lost its server.
	await page.getByRole("link", { name: "Сменить почту" }).click();
	await page.waitForURL("**/account?do=change-email");
	await hydrated(page);
	await page.getByLabel("Новая почта").fill(`new-${person.email}`);
	await page.getByLabel("Пароль", { exact: true }).fill(person.password);
	await page.route("**/account.data**", badGateway);
	// Its server itself is found again within a second.
	const isUnsent = await watchFor(page, ".connection-region", "отправить не удалось");
	await page.getByRole("button", { name: "Отправить письмо" }).click();
	await isUnsent();
	expect(page.url()).toContain("do=change-email");
	expect(await page.getByLabel("Новая почта").inputValue()).toBe(`new-${person.email}`);
	await expectScreenStays(page);
	const isBackAgain = await watchForReturn(page);
	await page.unroute("**/account.data**");
	await isBackAgain();
	expect(await page.getByLabel("Пароль", { exact: true }).inputValue()).toBe(person.password);
	await page.getByRole("button", { name: "Отправить письмо" }).click();
	await page.getByText(`Ждёт подтверждения: new-${person.email}`).waitFor();

	await page.goto("/account");
	await hydrated(page);
	await page.getByRole("link", { name: "Удалить аккаунт" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Пароль", { exact: true }).fill(person.password);
	await dialog.getByLabel("Понимаю, что чаты не восстановить").check();
	await context.setOffline(true);
	await dialog.getByRole("button", { name: "Удалить аккаунт" }).click();
	await dialog.getByText("Не отправлено: нет соединения").waitFor();
	expect(await dialog.getByLabel("Пароль", { exact: true }).inputValue()).toBe(person.password);
	await context.setOffline(false);
	await dialog.getByRole("button", { name: "Удалить аккаунт" }).click();
	await page.waitForURL((url) => url.pathname !== "/account");
	await context.close();
});

test("/payment: nothing takes the place of the page, and one press more pays once", async () => {
	const { page, context } = await openWindowAsMember(world);
	await page.goto("/payment?plan=plus-month");
	await hydrated(page);
	const email = page.getByLabel("Почта для чека");
	await email.fill("buh@example.ru");
	await context.setOffline(true);
	await page.getByRole("button", { name: /^Оплатить/ }).click();
	await line(page, "отправить не удалось").waitFor();
	expect(await email.inputValue()).toBe("buh@example.ru");
	await expectScreenStays(page);
	const isBack = await watchForReturn(page);
	await context.setOffline(false);
	await isBack();
	expect(await email.inputValue()).toBe("buh@example.ru");
	await page.getByRole("button", { name: /^Оплатить/ }).click();
	await page.waitForURL("**/payment/sandbox**");
	const purchases = await changeData(world.instance, (db) =>
		db.selectFrom("purchases").select("receipt_email").execute(),
	);
	expect(purchases).toEqual([{ receipt_email: "buh@example.ru" }]);
	await context.close();
});

/** Forms that a slow network sends: each hangs until its page gives it up. @returns their addresses */
async function holdForms(page: Page, address: string): Promise<string[]> {
	const sent: string[] = [];
	await page.route(address, (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		sent.push(route.request().url());
	});
	return sent;
}

/** The browser's Stop button. */
async function stopNavigation(page: Page): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Page.stopLoading");
	await devtools.detach();
}

/** What it does to the requests of a page that has been loaded. */
const stopRequests = (page: Page) => page.evaluate(() => window.stop());

test.each([
	["a static page", "/login", "Войти", "**/login"],
	["a hydrated page that its browser sends", "/payment?plan=plus-month", "Оплатить", "**/payment*"],
])("a form of %s is sent again after its sending was stopped", async (_name, path, name, address) => {
	const { page, context, complaints } = await (path === "/login" ? openWindow : openWindowAsMember)(world);
	await page.clock.install();
	await page.goto(path);
	// Its script is there with the eye of the password, or with what React writes down; with this clock no mark says so.
	await page.waitForFunction(() => {
		const form = document.querySelector("form.deal-form");
		return form
			? Object.keys(form).some((key) => key.startsWith("__reactProps"))
			: document.querySelector("button[data-password-eye]") !== null;
	});
	if (path !== "/login") await page.getByLabel("Почта для чека").fill("buh@example.ru");
	// From here on its time is the test's: on a busy machine a button would rest before it is pressed again.
	await page.clock.pauseAt(Date.now() + 60_000);
	const sent = await holdForms(page, address);
	const press = () => page.getByRole("button", { name }).click({ noWaitAfter: true });
	const busy = page.locator("button[aria-busy=true]");
	await press();
	await expect.poll(() => sent.length).toBe(1);
	await stopNavigation(page);
	// Pressed twice in haste it is sent once.
	await busy.click({ noWaitAfter: true });
	await page.keyboard.press("Escape");
	await busy.waitFor({ state: "detached" });
	expect(sent).toHaveLength(1);
	await press();
	await expect.poll(() => sent.length).toBe(2);
	await stopNavigation(page);
	await page.clock.runFor(10_000);
	await busy.waitFor({ state: "detached" });
	await press();
	await expect.poll(() => sent.length).toBe(3);
	expect(complaints).toEqual([]);
	await context.close();
});

test("an upload is held back as long as it runs, and one that the browser has stopped is told", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page.clock.install();
	await page.goto("/chat/import");
	const sent = await holdForms(page, "**/chat/import");
	const file = { name: "chats.json", mimeType: "application/json", buffer: Buffer.from("[]") };
	await page.getByLabel("Архив .zip или файл conversations.json").setInputFiles(file);
	const button = page.locator("form[data-upload] button[type=submit]");
	await button.click();
	await expect.poll(() => sent.length).toBe(1);
	await page.clock.runFor(11_000);
	await page.keyboard.press("Escape");
	expect(await button.getAttribute("aria-busy")).toBe("true");
	await button.click();
	await stopRequests(page);
	await page.getByRole("alert").getByText("Связь прервалась").waitFor();
	expect(sent).toHaveLength(1);
	await button.click();
	await expect.poll(() => sent.length).toBe(2);
	expect(complaints).toEqual([]);
	await context.close();

	const chat = await openWindowAsMember(world);
	// This request alone: with it the button would stop parts of the chat that are still being loaded.
	await chat.page.evaluate(() => {
		const { send } = XMLHttpRequest.prototype;
		XMLHttpRequest.prototype.send = function (body) {
			send.call(this, body);
			this.abort();
		};
	});
	await chat.page.locator(".attach input[type=file]").setInputFiles({ ...file, name: "Список.txt" });
	await chat.page.getByText("Не удалось отправить: связь пропала").waitFor();
	await chat.context.close();
});

test("a server that is killed and started again is found, and everything goes on", async () => {
	const env = {
		DATA_DIR: join(world.instance.dataDir, "restarted"),
		PORT: String(await freePort()),
		MODEL_BASE_URL: world.model.url,
		MODELS: "test-model",
		MODEL_TITLES: "0",
	};
	const first = await startInstance({ env });
	const { page, context } = await openWindow({ browser: world.browser, instance: first });
	await enrol(page, newPerson());
	await ask(page, "Первый вопрос");
	await page.locator("article[data-state=done]").waitFor();
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await page.getByRole("heading", { level: 2, name: /^Добр/ }).waitFor();
	await page.getByLabel("Сообщение", { exact: true }).fill("Второй вопрос");
	await first.stop("SIGKILL");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.getByText("Сообщение не отправлено").waitFor();
	await line(page).waitFor();
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await expectScreenStays(page);
	expect(await page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("Второй вопрос");
	const second = await startInstance({ env });
	await page.locator("[data-role=user]", { hasText: "Первый вопрос" }).waitFor();
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await page.getByRole("heading", { level: 2, name: /^Добр/ }).waitFor();
	await expect.poll(() => page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("Второй вопрос");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.waitForURL("**/chat?c=*");
	await page.locator("article[data-state=done]").waitFor();
	await context.close();
	await second.stop();
});
