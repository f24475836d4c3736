import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeYandex, startFakeYandex, yandexPerson } from "../support/fakes/fake-yandex.ts";
import { violationsInBothThemes } from "./support/faults.ts";
import { type BrowserWindow, enrol, newPerson, openWindow, startWorld, type World } from "./support/world.ts";

let world: World;
let yandex: FakeYandex;
beforeAll(async () => {
	yandex = await startFakeYandex(() => [
		`${world.instance.url}/login/yandex/callback`,
		`${world.instance.url}/suggest/token`,
	]);
	// As most people meet it: not signed in at Yandex yet, and asked.
	Object.assign(yandex.scripted, { does: "think", overPassport: true });
	world = await startWorld(yandex.env);
});
afterAll(async () => {
	await world?.end();
	await yandex?.stop();
});

/**
 * What must never happen. Going to Yandex itself is what the person has asked for, and a form that came
 * back with status 400 is reported by the browser as an error.
 */
const complaintsOf = ({ complaints }: BrowserWindow) =>
	complaints.filter(
		(line) =>
			!yandex.hosts.some((host) => line.startsWith(`request to another host: ${host}/`)) &&
			!/status of 400/.test(line),
	);

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function allow(page: Page) {
	await page.waitForURL(`${yandex.url}/authorize?**`);
	await page.getByRole("link", { name: "Разрешить" }).click();
}

async function signOut(page: Page) {
	await page.goto("/account");
	await page.locator("#security").getByRole("button", { name: "Выйти" }).click();
	await page.waitForURL("**/login");
}

describe.each([
	["with JavaScript", true],
	["without JavaScript", false],
])("%s", (_name, javaScriptEnabled) => {
	test("S-2.4 a new person comes through Yandex, agrees, confirms by e-mail, leaves, and comes back by one button", async () => {
		yandex.scripted.person = yandexPerson();
		const visitor = await openWindow(world, { javaScriptEnabled, viewport: { width: 390, height: 844 } });
		const { page, context } = visitor;
		await page.goto("/chat");
		await page.getByRole("link", { name: "Войти с Яндекс ID" }).click();
		await allow(page);
		await page.waitForURL("**/registration?via=yandex");
		expect(await page.getByLabel("Электронная почта").inputValue()).toBe(
			yandex.scripted.person.default_email,
		);
		expect(await page.getByLabel("Пароль").count()).toBe(0);
		expect(await fits(page)).toBe(true);
		await page.getByRole("checkbox", { name: /условия/ }).check();
		await page.getByRole("button", { name: "Зарегистрироваться" }).click();
		await page.getByRole("alert").waitFor();
		if (javaScriptEnabled) expect(await violationsInBothThemes(page)).toEqual([]);
		await page.getByRole("checkbox", { name: /персональных данных/ }).check();
		await page.getByRole("button", { name: "Зарегистрироваться" }).click();
		await page.waitForURL("**/registration/success");
		await page.locator("a[href*='/verify-mail?token=']").click();
		await page.getByRole("button", { name: "Подтвердить" }).click();
		await page.getByRole("link", { name: "Начать чат" }).click();
		await page.waitForURL("**/chat");

		await signOut(page);
		await page.goto("/payment?plan=plus-month");
		await page.getByRole("link", { name: "Войти с Яндекс ID" }).click();
		await allow(page);
		await page.waitForURL("**/payment?plan=plus-month");
		expect(complaintsOf(visitor)).toEqual([]);
		await context.close();
	});

	test("security.md 9: linking leaves by the form of the account, over whatever hosts Yandex has, and comes back; then it is taken away", async () => {
		yandex.scripted.person = yandexPerson();
		const visitor = await openWindow(world, { javaScriptEnabled, viewport: { width: 320, height: 640 } });
		const { page, context } = visitor;
		const person = newPerson();
		await enrol(page, person);
		await page.goto("/account");
		await page.getByRole("link", { name: "Привязать Яндекс ID" }).click();
		await page.waitForURL("**/account?do=link-yandex");
		const password = page.getByLabel("Пароль", { exact: true });
		const leave = page.getByRole("button", { name: "Перейти в Яндекс ID" });
		await password.fill("не тот пароль");
		await leave.click();
		await page.getByText("Пароль не подошёл.").waitFor();
		expect(await fits(page)).toBe(true);
		if (javaScriptEnabled) expect(await violationsInBothThemes(page)).toEqual([]);
		await password.fill(person.password);
		await leave.click();
		await allow(page);
		await page.waitForURL("**/account");
		await page.getByText(`Привязан: ${yandex.scripted.person.login}`).waitFor();
		expect(await fits(page)).toBe(true);
		if (javaScriptEnabled) expect(await violationsInBothThemes(page)).toEqual([]);

		await page.getByRole("link", { name: "Отвязать Яндекс ID" }).click();
		await page.waitForURL("**/account?do=unlink-yandex");
		if (javaScriptEnabled) expect(await violationsInBothThemes(page)).toEqual([]);
		await password.fill(person.password);
		await page.getByRole("button", { name: "Отвязать" }).click();
		await page.waitForURL("**/account");
		await page.getByRole("link", { name: "Привязать Яндекс ID" }).waitFor();
		expect(complaintsOf(visitor)).toEqual([]);
		await context.close();
	});

	test("who says no at Yandex is back at /login, which says so once", async () => {
		const visitor = await openWindow(world, { javaScriptEnabled });
		const { page, context } = visitor;
		await page.goto("/login");
		await page.getByRole("link", { name: "Войти с Яндекс ID" }).click();
		await page.getByRole("link", { name: "Не разрешать" }).click();
		await page.waitForURL("**/login");
		await page.getByText("Вход отменён.").waitFor();
		if (javaScriptEnabled) expect(await violationsInBothThemes(page)).toEqual([]);
		await page.reload();
		expect(await page.getByText("Вход отменён.").count()).toBe(0);
		expect(complaintsOf(visitor)).toEqual([]);
		await context.close();
	});
});

describe("S-2.25 /suggest/token", () => {
	test("takes the token out of the address bar before anything else, shows that it works, and signs in", async () => {
		const person = yandexPerson();
		yandex.scripted.person = person;
		const visitor = await openWindow(world);
		const { page, context } = visitor;
		// An answer without a page leaves the page as it is, which is how a slow answer looks.
		await page.route("**/suggest/token", (route) =>
			route.request().method() === "POST" ? route.fulfill({ status: 204 }) : route.continue(),
		);
		await page.goto("/login/yandex?via=token");
		await page.getByRole("link", { name: "Разрешить" }).click();
		await page.getByRole("heading", { name: "Входим через Яндекс ID" }).waitFor();
		expect(page.url()).toBe(`${world.instance.url}/suggest/token`);
		expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
		expect(await violationsInBothThemes(page)).toEqual([]);
		await page.unroute("**/suggest/token");
		await page.locator("[data-token-form]").evaluate((form: HTMLFormElement) => form.submit());
		await page.waitForURL("**/registration?via=yandex");
		await page.goBack();
		expect(page.url()).not.toContain("access_token");
		expect(complaintsOf(visitor)).toEqual([]);
		await context.close();
	});

	test("without script, and opened by hand, it explains itself and leads on", async () => {
		for (const javaScriptEnabled of [true, false]) {
			const visitor = await openWindow(world, { javaScriptEnabled });
			const { page, context } = visitor;
			await page.goto(`/suggest/token${javaScriptEnabled ? "" : "#access_token=y0_x&state=y"}`);
			await page.getByText("Эта страница участвует во входе через Яндекс ID").waitFor();
			expect(await page.getByText("Входим через Яндекс ID").isVisible()).toBe(false);
			if (javaScriptEnabled) expect(await violationsInBothThemes(page)).toEqual([]);
			await page.getByRole("link", { name: "Войти с Яндекс ID" }).click();
			await page.waitForURL(`${yandex.url}/authorize?**`);
			expect(complaintsOf(visitor)).toEqual([]);
			await context.close();
		}
	});

	test("check 32: a link with a stranger's token signs nobody in", async () => {
		const visitor = await openWindow(world);
		const { page, context } = visitor;
		const accessToken = yandex.giveToken(yandexPerson());
		await page.goto(`/suggest/token#access_token=${accessToken}&state=${"A".repeat(43)}`);
		await page.waitForURL("**/login");
		await page.getByText("устарела или начата в другом браузере").waitFor();
		expect((await context.cookies()).map(({ name }) => name)).not.toContain("s");
		await context.close();
	});
});
