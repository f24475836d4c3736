import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { codeOf } from "../support/authenticator.ts";
import { faultsOf } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { type Credentials, enrol, newPerson, openWindow } from "./support/world.ts";

const world = setUpWorld();

const signOut = async (page: Page) => {
	await page.goto("/account");
	await page.getByRole("button", { name: "Выйти", exact: true }).last().click();
	await page.waitForURL("**/login");
};

const password = (page: Page) => page.getByLabel("Пароль", { exact: true });

/** Wants to go to `path`, and gives the password. */
async function firstStep(page: Page, person: Credentials, path: string) {
	await page.goto(path);
	await page.getByLabel("Электронная почта").fill(person.email);
	await password(page).fill(person.password);
	await page.getByRole("button", { name: "Войти", exact: true }).click();
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"script: $javaScriptEnabled",
	({ javaScriptEnabled }) => {
		test("a second factor is set up, asked for, replaced by a recovery code, and turned off again", async () => {
			// Without motion: a colour half-way between two themes is no fault.
			const { page, context, complaints } = await openWindow(world, {
				javaScriptEnabled,
			});
			const person = newPerson();
			const faults = async () => (javaScriptEnabled ? faultsOf(page, world.instance.url) : []);
			await enrol(page, person);
			await page.goto("/account");
			await page.locator("#security").getByRole("link", { name: "Включить" }).click();
			expect(await faults()).toEqual([]);
			await password(page).fill(person.password);
			await page.getByRole("button", { name: "Продолжить" }).click();

			await page.getByRole("img", { name: /QR-код/ }).waitFor();
			expect(await faults()).toEqual([]);
			const key = (await page.locator(".totp-key code").textContent()) ?? "";
			await page.getByLabel("Код из приложения").fill(codeOf(key, Date.now(), 9));
			await page.getByRole("button", { name: "Включить" }).click();
			await page.getByText("Код не подошёл. Дождитесь нового").waitFor();
			await page.getByLabel("Код из приложения").fill(codeOf(key));
			await page.getByRole("button", { name: "Включить" }).click();

			await page.getByRole("heading", { name: "Коды восстановления" }).waitFor();
			// Without script it is a page of its own, which comes in pieces.
			await page.waitForLoadState();
			expect(await faults()).toEqual([]);
			const codes = await page.locator(".recovery-codes code").allInnerTexts();
			expect(codes).toHaveLength(10);
			const [file] = await Promise.all([
				page.waitForEvent("download"),
				page.getByRole("link", { name: "Скачать" }).click(),
			]);
			expect(file.suggestedFilename()).toBe("Коды восстановления.txt");
			await page.getByRole("link", { name: "Коды сохранены" }).click();
			await page.getByText("Осталось 10 кодов восстановления").waitFor();

			await signOut(page);
			await firstStep(page, person, "/payment");
			await page.waitForURL("**/login?step=code&redirectTo=%2Fpayment");
			expect(await faults()).toEqual([]);
			await page.getByLabel("Код из приложения").fill(codeOf(key, Date.now(), 9));
			await page.getByRole("button", { name: "Войти", exact: true }).click();
			await page.getByText("Код не подошёл.").waitFor();
			// By keyboard: the field that needs mending has the focus.
			const code = page.getByLabel("Код из приложения");
			await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
			await page.keyboard.press("ControlOrMeta+A");
			await page.keyboard.type(codeOf(key, Date.now(), 1));
			await page.keyboard.press("Enter");
			await page.waitForURL("**/payment");

			await signOut(page);
			await firstStep(page, person, "/login");
			await page.getByText("Нет доступа к приложению?").click();
			await page.getByLabel("Код восстановления").fill((codes[0] ?? "").toUpperCase());
			expect(await faults()).toEqual([]);
			await page.getByRole("button", { name: "Войти", exact: true }).click();
			await page.waitForURL("**/chat");

			// A new password asks for the second step, too, and so does the end of the account.
			const changed = "совсем другой пароль от чата";
			await page.goto("/change-password");
			const present = page.getByLabel("Текущий пароль");
			const wished = page.getByLabel("Новый пароль", { exact: true });
			await present.fill(person.password);
			await wished.fill(changed);
			await page.getByRole("button", { name: "Сменить пароль" }).click();
			await page.getByText("Введите 6 цифр из приложения").waitFor();
			expect(await faults()).toEqual([]);
			await present.fill(person.password);
			await wished.fill(changed);
			await page.getByLabel("Код из приложения").fill(codes[2] ?? "");
			await page.getByRole("button", { name: "Сменить пароль" }).click();
			await page.waitForURL("**/change-password/success");
			person.password = changed;
			await page.goto("/account?do=delete");
			await password(page).fill(changed);
			await page.getByLabel("Понимаю, что чаты не восстановить").check();
			await page.getByRole("button", { name: "Удалить аккаунт" }).click();
			await page.getByText("Введите 6 цифр из приложения").waitFor();
			expect(await faults()).toEqual([]);

			await page.goto("/account?do=totp");
			await page.getByText("Осталось 8 кодов восстановления").waitFor();
			expect(await faults()).toEqual([]);
			await page.getByRole("link", { name: "Выключить двухэтапный вход" }).click();
			await password(page).fill(person.password);
			await page.getByRole("button", { name: "Выключить" }).click();
			await page.getByText("Введите 6 цифр из приложения").waitFor();
			expect(await faults()).toEqual([]);
			await password(page).fill(person.password);
			await page.getByLabel("Код из приложения").fill(codes[1] ?? "");
			await page.getByRole("button", { name: "Выключить" }).click();
			await page.locator(".banner", { hasText: "Двухэтапный вход выключен" }).waitFor();
			await signOut(page);
			await firstStep(page, person, "/login");
			await page.waitForURL("**/chat");
			// The browser itself reports a form that came back as an error.
			expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
			await context.close();
		});
	},
);
