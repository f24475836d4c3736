import { request } from "playwright";
import { expect, test } from "vitest";
import { codeOf } from "../support/authenticator.ts";
import { keyboard } from "./support/keys.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { hydrated, newPerson, openWindow, PATIENCE_MS } from "./support/world.ts";

const world = setUpWorld();

const PASSWORD = "Пароль";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1";

/** The same person signs in on a telephone, which is not what this is about. */
async function signInElsewhere(email: string, password: string) {
	const options = { baseURL: world.instance.url, userAgent: PHONE, timeout: PATIENCE_MS };
	const phone = await request.newContext(options);
	const headers = { Origin: world.instance.url };
	await phone.post("/login", { form: { email, password }, headers });
	await phone.dispose();
}

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"a whole life of an account by the keyboard alone, script: $javaScriptEnabled",
	async ({ javaScriptEnabled }) => {
		const { page, context } = await openWindow(world, { javaScriptEnabled });
		const { faults, lands, press, reach, stays, type } = keyboard(page);
		const person = newPerson();
		const at = async (path: string) => {
			await page.waitForURL(`**${path}`);
			await hydrated(page);
		};
		const goTo = async (path: string) => {
			await page.goto(path);
			await hydrated(page);
		};
		/** Waits until what has just been pressed has been done without a page being loaded. */
		const done = (words: string) => page.getByText(words).first().waitFor();
		/** An action that stays on the page must leave the focus on it; a page that was loaded begins anew. */
		const remains = async (action: string) => (javaScriptEnabled ? stays(action) : "");

		const signOut = async () => {
			await goTo("/account");
			await reach("Выйти", "Shift+Tab");
			await press("Enter");
			await at("/login");
		};
		const signIn = async (email: string, password: string) => {
			await goTo("/login");
			await reach("Электронная почта");
			await type(email);
			await reach(PASSWORD);
			await type(password);
			await press("Enter");
		};

		// A form that came back leads to what has to be mended.
		await goTo("/registration");
		await reach("Электронная почта");
		await type(person.email);
		await reach(PASSWORD);
		await type(person.password);
		await reach(/условия/);
		await press("Space");
		await reach("Зарегистрироваться");
		await press("Enter");
		await page.getByRole("alert").waitFor();
		await lands("a form that came back", /персональных данных/);
		await press("Space");
		// Passwords do not come back with a form.
		await reach(PASSWORD, "Shift+Tab");
		await type(person.password);
		await press("Enter");
		await at("/registration/success");
		await reach(/ссылка/);
		await press("Enter");
		await at("/verify-mail?token=*");
		await reach("Подтвердить");
		await press("Enter");
		await at("/verify-mail/verify-mail-success");
		await reach("Начать чат");
		await press("Enter");
		await at("/chat");

		await signOut();
		await signIn(person.email, "не тот пароль");
		await page.getByRole("alert").waitFor();
		await lands("a refused sign-in", /./);
		await signIn(person.email, person.password);
		await at("/chat");

		await goTo("/account");
		await reach("Имя");
		await type("Анна Ковалёва");
		await press("Enter");
		await done("Сохранено");
		expect(await remains("renaming")).toMatch(javaScriptEnabled ? /^Имя$/ : /^$/);

		const newEmail = `new-${person.email}`;
		await reach("Сменить почту");
		await press("Enter");
		await at("/account?do=change-email");
		await reach("Новая почта");
		await type(newEmail);
		await reach(PASSWORD);
		await type("не тот пароль");
		await press("Enter");
		await done("Проверьте раскладку");
		await lands("a wrong password", /^Пароль$/);
		await type(person.password);
		await press("Enter");
		await done("Ждёт подтверждения");
		await remains("asking for another e-mail");
		await reach(/ссылка/);
		await press("Enter");
		await at("/verify-mail?token=*");
		await reach("Подтвердить новую почту");
		await press("Enter");
		await at("/verify-mail/verify-mail-success");
		await reach("Перейти в аккаунт");
		await press("Enter");
		await at("/account");

		let password = "совсем другой пароль";
		await reach("Сменить пароль");
		await press("Enter");
		await at("/change-password");
		await reach("Текущий пароль");
		await type(person.password);
		await reach("Новый пароль");
		await type(password);
		await press("Enter");
		await at("/change-password/success");

		await signInElsewhere(newEmail, password);
		await goTo("/account");
		await reach("Завершить сеанс: Safari, iPhone", "Shift+Tab");
		await press("Space");
		await done("Сеанс завершён");
		await remains("ending a session");

		await reach(/^Согласиться/);
		await press("Enter");
		await page.getByRole("button", { name: /Отозвать/ }).waitFor();
		expect(await remains("a consent")).toMatch(javaScriptEnabled ? /Отозвать/ : /^$/);
		if (!javaScriptEnabled) await reach(/Отозвать/);
		await press("Enter");
		await page.getByRole("button", { name: /Отозвать/ }).waitFor({ state: "detached" });
		await remains("taking a consent back");

		await goTo("/account");
		await reach("Включить");
		await press("Enter");
		await at("/account?do=totp");
		await reach(PASSWORD);
		await type(password);
		await press("Enter");
		await page.getByRole("img", { name: /QR-код/ }).waitFor();
		const key = (await page.locator(".totp-key code").textContent()) ?? "";
		await reach("Код из приложения");
		await type(codeOf(key, Date.now(), 9));
		await press("Enter");
		await page.getByText("Код не подошёл. Дождитесь нового").waitFor();
		await lands("a wrong code", /^Код из приложения$/);
		await type(codeOf(key));
		await press("Enter");
		await page.getByRole("heading", { name: "Коды восстановления" }).waitFor();
		// Without script it is a page of its own, which comes in pieces.
		await page.waitForLoadState();
		const [recoveryCode = "", anotherCode = ""] = await page.locator(".recovery-codes code").allInnerTexts();
		await reach("Коды сохранены");
		await press("Enter");
		await at("/account");

		await signOut();
		await signIn(newEmail, password);
		await at("/login?step=code");
		await lands("the second factor", /^Код из приложения$/);
		await type(codeOf(key, Date.now(), 1));
		await press("Enter");
		await at("/chat");

		await signOut();
		await goTo("/reset-password");
		await reach("Электронная почта");
		await type(newEmail);
		await press("Enter");
		await at("/reset-password/success");
		await reach(/ссылка/);
		await press("Enter");
		await at("/change-password?token=*");
		await reach("Новый пароль");
		await type(person.password);
		await press("Enter");
		await at("/change-password/success");
		password = person.password;
		await signIn(newEmail, password);
		await at("/login?step=code");
		await reach("Нет доступа к приложению?");
		await press("Space");
		await reach("Код восстановления");
		await type(recoveryCode);
		await press("Enter");
		await at("/chat");

		await goTo("/account");
		await reach("Удалить аккаунт", "Shift+Tab");
		await press("Enter");
		if (javaScriptEnabled) {
			const inDialog = () => page.evaluate(() => Boolean(document.activeElement?.closest("[role=dialog]")));
			await expect.poll(() => stays("opening a dialog")).toBe("Отмена");
			const round: string[] = [];
			for (const way of [..."Tab ".repeat(7).trim().split(" "), "Shift+Tab"]) {
				await press(way);
				round.push(await stays("going round a dialog"));
				expect(await inDialog()).toBe(true);
			}
			expect(new Set(round).size).toBe(6);
			await press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
			await expect.poll(() => stays("closing a dialog")).toBe("Удалить аккаунт");
			await press("Enter");
			await expect.poll(() => stays("opening a dialog")).toBe("Отмена");
			await reach(PASSWORD, "Shift+Tab");
		} else {
			await at("/account?do=delete");
			await reach(PASSWORD);
		}
		await type("не тот пароль");
		await reach("Код из приложения");
		await type(anotherCode);
		await reach(/не восстановить/);
		await press("Space");
		await reach("Удалить аккаунт");
		await press("Enter");
		await done("Пароль не подошёл");
		await lands("a refused deletion", /^Пароль$/);
		await type(password);
		await reach("Код из приложения");
		await type(anotherCode);
		await press("Enter");
		await at("/login");
		await done("Аккаунт удалён.");
		expect(faults).toEqual([]);
		await context.close();
	},
);
