import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort, startInstance } from "../support/instance.ts";
import { changeData } from "./support/change-data.ts";
import { back, badGateway, expectScreenStays, line } from "./support/lost-requests.ts";
import { setUpWorld } from "./support/set-up-world.ts";
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
	await context.setOffline(false);
	await back(page).waitFor();
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
	await page.getByRole("button", { name: "Отправить письмо" }).click();
	await line(page, "отправить не удалось").waitFor();
	expect(page.url()).toContain("do=change-email");
	expect(await page.getByLabel("Новая почта").inputValue()).toBe(`new-${person.email}`);
	await expectScreenStays(page);
	await page.unroute("**/account.data**");
	await back(page).waitFor();
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
	await context.setOffline(false);
	await back(page).waitFor();
	expect(await email.inputValue()).toBe("buh@example.ru");
	await page.getByRole("button", { name: /^Оплатить/ }).click();
	await page.waitForURL("**/payment/sandbox**");
	const purchases = await changeData(world.instance, (db) =>
		db.selectFrom("purchases").select("receipt_email").execute(),
	);
	expect(purchases).toEqual([{ receipt_email: "buh@example.ru" }]);
	await context.close();
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
