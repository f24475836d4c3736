import { describe, expect, test } from "vitest";
import { faultsOf } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { enrol, hydrated, newPerson, openWindow } from "./support/world.ts";

const world = setUpWorld();

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"script: $javaScriptEnabled",
	({ javaScriptEnabled }) => {
		test("an account is named, gets another e-mail, sends a device away, and is deleted while it asks", async () => {
			const options = { javaScriptEnabled };
			const { page, context, complaints } = await openWindow(world, options);
			const faults = async () => (javaScriptEnabled ? faultsOf(page, world.instance.url) : []);
			const person = newPerson();
			await enrol(page, person);
			const question = page.getByRole("textbox", { name: "Сообщение" });
			await question.fill("Недописанное");

			await page.goto("/account");
			await page.getByLabel("Имя", { exact: true }).fill("Анна Ковалёва");
			await page.keyboard.press("Enter");
			await page.getByRole("status").getByText("Сохранено").waitFor();
			expect(await faults()).toEqual([]);
			await page.reload();
			expect(await page.getByText("Сохранено").count()).toBe(0);
			const profile = page.locator("#profile");
			await profile.getByLabel("Имя", { exact: true }).fill("Передумала");
			await profile.getByLabel("Тема").selectOption("dark");
			await profile.getByRole("button", { name: "Отменить" }).click();
			expect(await profile.getByLabel("Имя", { exact: true }).inputValue()).toBe("Анна Ковалёва");
			expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
			await profile.getByLabel("Тема").selectOption("dark");
			await profile.getByRole("button", { name: "Сохранить" }).click();
			await page.getByRole("status").getByText("Сохранено").waitFor();
			await page.reload();
			expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");

			const about = page.locator("#about");
			await about.getByLabel("О себе", { exact: true }).fill("Живу в Казани.");
			await about.getByLabel("Как отвечать", { exact: true }).fill("Кратко.");
			if (javaScriptEnabled) await about.getByText(/^14\sиз\s1\s500$/).waitFor();
			await about.getByRole("button", { name: "Сохранить" }).click();
			await page.getByRole("status").getByText("Сохранено").waitFor();
			expect(await about.getByLabel("О себе", { exact: true }).inputValue()).toBe("Живу в Казани.");
			expect(await faults()).toEqual([]);

			await page.getByLabel("Имя", { exact: true }).fill("Я".repeat(61));
			await page.keyboard.press("Enter");
			await page.getByText("Не больше 60 символов").waitFor();
			await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("name");

			await page.getByRole("link", { name: "Сменить почту" }).click();
			const password = page.getByLabel("Пароль", { exact: true });
			await page.getByLabel("Новая почта").fill(`new-${person.email}`);
			await password.fill("не тот пароль");
			await page.keyboard.press("Enter");
			await page.getByText("Проверьте раскладку и Caps Lock").waitFor();
			await expect
				.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
				.toBe("currentPassword");
			expect(await faults()).toEqual([]);
			await password.fill(person.password);
			await page.keyboard.press("Enter");
			await page.getByText(`Ждёт подтверждения: new-${person.email}`).waitFor();
			expect(await faults()).toEqual([]);
			await page.getByRole("link", { name: "вот ссылка из него" }).click();
			await page.getByRole("button", { name: "Подтвердить новую почту" }).click();
			await page.getByRole("heading", { name: "Почта изменена" }).waitFor();
			await page.getByRole("link", { name: "Перейти в аккаунт" }).click();
			expect(await page.getByLabel("Электронная почта").inputValue()).toBe(`new-${person.email}`);
			if (javaScriptEnabled) {
				// What was not sent stays on the device, and names nobody there.
				await page.goto("/chat");
				await expect.poll(() => question.inputValue()).toBe("Недописанное");
				expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(person.email);
				await page.goto("/account");
			}

			const phone = await openWindow(world, {
				javaScriptEnabled,
				userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1",
			});
			await phone.page.goto("/login");
			await phone.page.getByLabel("Электронная почта").fill(`new-${person.email}`);
			await phone.page.getByLabel("Пароль", { exact: true }).fill(person.password);
			await phone.page.keyboard.press("Enter");
			await phone.page.waitForURL("**/chat");
			await page.reload();
			await page.getByRole("button", { name: "Завершить сеанс: Safari, iPhone" }).click();
			await page.getByRole("status").getByText("Сеанс завершён").waitFor();
			await phone.page.goto("/account");
			expect(phone.page.url()).toContain("/login");
			await phone.context.close();

			const [file] = await Promise.all([
				page.waitForEvent("download"),
				page.getByRole("link", { name: "Скачать мои данные" }).click(),
			]);
			expect(file.suggestedFilename()).toMatch(/^Собеседник-.*\.json$/);

			await page.goto("/chat");
			await question.fill("сценарий:slow");
			await page.getByRole("button", { name: "Отправить" }).click();
			await page.waitForURL("**/chat?c=*");
			await page.goto("/account");
			await hydrated(page);
			const open = page.locator("#delete").getByRole("link", { name: "Удалить аккаунт" });
			await open.focus();
			await page.keyboard.press("Enter");
			if (javaScriptEnabled) {
				const dialog = page.getByRole("dialog");
				await dialog.waitFor();
				await page.waitForFunction(() => document.activeElement?.textContent?.trim() === "Отмена");
				expect(await faults()).toEqual([]);
				await page.keyboard.press("Escape");
				await dialog.waitFor({ state: "detached" });
				await page.waitForFunction(() => document.activeElement?.textContent?.trim() === "Удалить аккаунт");
				await page.keyboard.press("Enter");
				await dialog.waitFor();
			} else {
				await page.waitForURL("**/account?do=delete");
			}
			const tick = page.getByLabel("Понимаю, что чаты не восстановить");
			await password.fill("не тот пароль");
			await tick.check();
			await page.getByRole("button", { name: "Удалить аккаунт" }).click();
			await page.getByText("Пароль не подошёл.").waitFor();
			await expect
				.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
				.toBe("currentPassword");
			expect(await faults()).toEqual([]);
			await password.fill(person.password);
			await page.getByRole("button", { name: "Удалить аккаунт" }).click();
			await page.waitForURL("**/login");
			await page.getByText("Аккаунт удалён.").waitFor();
			const welcome = page.getByText("Рады видеть вас снова");
			expect(await welcome.count()).toBe(0);
			await page.getByText("Чаты и личные данные стёрты. Спасибо, что были с нами.").waitFor();
			// It is said once.
			await page.reload();
			await welcome.waitFor();
			expect(await page.getByText("Аккаунт удалён.").count()).toBe(0);
			await page.goto("/account");
			expect(page.url()).toContain("/login?redirectTo=");
			// The browser itself reports a form that came back as an error.
			expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
			expect(world.instance.logs()).not.toMatch(/Ответ не записан|Стирание данных прервалось/);
			await context.close();
		});
	},
);
