import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { faultsOf } from "./support/faults.ts";
import { type BrowserWindow, hydrated, openWindow } from "./support/world.ts";

let instance: Instance;
let browser: Awaited<ReturnType<typeof launchChromium>>;
let scripted: BrowserWindow;
let bare: BrowserWindow;
beforeAll(async () => {
	[instance, browser] = await Promise.all([startInstance(), launchChromium()]);
	scripted = await openWindow({ browser, instance });
	bare = await openWindow({ browser, instance }, { javaScriptEnabled: false });
	await Promise.all([scripted.page.goto("/ui-kit"), bare.page.goto("/ui-kit")]);
	await hydrated(scripted.page);
});
afterAll(async () => {
	await browser?.close();
	await instance?.stop();
});

const press = async (page: Page, ...keys: string[]) => {
	for (const key of keys) await page.keyboard.press(key);
};
const inputOf = (page: Page, name: string) => page.locator(`[name="${name}"]`).inputValue();
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

describe("with a keyboard", () => {
	test("a list with notes opens, walks, chooses, and goes back to its button", async () => {
		const { page } = scripted;
		const button = page.getByRole("button", { name: "Тариф Плюс" });
		await button.focus();
		await press(page, "ArrowDown");
		await options(page).first().waitFor();
		expect(await page.locator("[role=option][aria-selected=true]").textContent()).toContain("Плюс");
		await press(page, "ArrowDown", "Enter");
		await expect.poll(() => inputOf(page, "plan")).toBe("pro");
		await expect.poll(() => options(page).count()).toBe(0);
		const chosen = page.getByRole("button", { name: "Тариф Про" });
		expect(await chosen.evaluate((element) => element === document.activeElement)).toBe(true);
		await press(page, "Enter");
		await options(page).first().waitFor();
		await press(page, "Escape");
		await expect.poll(() => options(page).count()).toBe(0);
		expect(await inputOf(page, "plan")).toBe("pro");
	});

	test("S-9.22 an autocomplete finds by a part of the name, «е» for «ё», and keeps nothing that is not on the list", async () => {
		const { page } = scripted;
		const field = page.getByRole("combobox", { name: "Город" }).first();
		await field.focus();
		await page.keyboard.type("оре");
		await expect.poll(() => options(page).allTextContents()).toEqual(["Орёл"]);
		await press(page, "ArrowDown", "Enter");
		await expect.poll(() => inputOf(page, "city")).toBe("Орёл");
		expect(await field.inputValue()).toBe("Орёл");

		await field.fill("Атлантида");
		await page.getByText("Отсутствуют данные", { exact: true }).last().waitFor();
		await press(page, "Tab");
		await expect.poll(() => field.inputValue()).toBe("Орёл");
		await page.getByRole("button", { name: "Очистить «Город»" }).click();
		await expect.poll(() => inputOf(page, "city")).toBe("");
		expect(await field.inputValue()).toBe("");
	});

	test("S-9.22 what is typed before the list has been loaded is kept, and typing goes on", async () => {
		const { page, context } = await openWindow({ browser, instance });
		const held = Promise.withResolvers<void>();
		await page.goto("/ui-kit");
		await hydrated(page);
		await page.route("**/typed-list-panel*", (route) => held.promise.then(() => route.continue()));
		const field = page.getByRole("combobox", { name: "Город" }).first();
		await field.focus();
		await page.keyboard.type("ор");
		held.resolve();
		await options(page).first().waitFor();
		await page.keyboard.type("ё");
		await expect.poll(() => options(page).allTextContents()).toEqual(["Орёл"]);
		expect(await field.inputValue()).toBe("орё");
		await context.close();
	});

	test("S-9.23 a combobox takes a suggestion as well as words of one's own", async () => {
		const { page } = scripted;
		const field = page.getByRole("combobox", { name: "Тема обращения" });
		await field.focus();
		await press(page, "ArrowDown");
		await options(page).first().waitFor();
		await press(page, "Enter");
		await expect.poll(() => inputOf(page, "topic")).toBe("Оплата");
		await field.fill("Хочу другую иконку");
		await press(page, "Tab");
		await expect.poll(() => options(page).count()).toBe(0);
		expect(await inputOf(page, "topic")).toBe("Хочу другую иконку");
	});
});

describe("with a keyboard, what stands on the browser's own", () => {
	test("a switch says that it is one and turns by the space bar", async () => {
		const { page } = scripted;
		const emails = page.getByRole("switch", { name: "Письма о платежах", exact: true });
		expect(await emails.isChecked()).toBe(true);
		await emails.focus();
		await press(page, "Space");
		expect(await emails.isChecked()).toBe(false);
		expect(await emails.getAttribute("aria-describedby")).toBe("emails-help");
	});

	test("a tooltip comes with the focus, goes with Escape and is not shown beside the browser's own", async () => {
		const { page } = scripted;
		const button = page.getByRole("button", { name: "Остановить", exact: true });
		const note = page.getByRole("tooltip", { name: "Написанное сохранится", includeHidden: true });
		expect(await note.isVisible()).toBe(false);
		await page.getByRole("switch", { name: "Звук ответа" }).focus();
		await press(page, "Tab");
		await note.waitFor();
		expect(await button.getAttribute("aria-describedby")).toBe(await note.getAttribute("id"));
		expect(await button.getAttribute("title")).toBe(null);
		await press(page, "Escape");
		await note.waitFor({ state: "hidden" });
		await press(page, "Tab", "Shift+Tab");
		await note.waitFor();
	});

	test("of questions one is open at a time", async () => {
		const { page } = scripted;
		const second = page.locator("summary", { hasText: "Можно ли вернуть деньги?" });
		await second.focus();
		await press(page, "Enter");
		await page.getByText("Да, за неиспользованные дни.").waitFor();
		await page.getByText("Одно отправленное сообщение").waitFor({ state: "hidden" });
	});

	test("tabs are walked by arrows, Home and End, and one part is seen", async () => {
		const { page } = scripted;
		const tab = (name: string) => page.getByRole("tab", { name });
		const seen = () => page.getByRole("tabpanel").allTextContents();
		expect(await seen()).toEqual(["1000 сообщений в месяц и все модели."]);
		await tab("Что входит").focus();
		await press(page, "ArrowRight");
		expect(await seen()).toEqual(["390 ₽ за 30 дней, без автопродления."]);
		expect(await page.locator(":focus").textContent()).toBe("Цена");
		await press(page, "End");
		expect(await tab("Возврат").getAttribute("aria-selected")).toBe("true");
		await press(page, "ArrowRight");
		expect(await tab("Что входит").getAttribute("aria-selected")).toBe("true");
		// One stop for the whole list, then its part.
		await press(page, "Tab");
		expect(await page.locator(":focus").getAttribute("role")).toBe("tabpanel");
	});
});

describe("what waits, and its pages", () => {
	test("progress says how far it is, or only that it is on its way", async () => {
		const { page } = scripted;
		const bars = page.getByRole("progressbar", { name: "Загрузка файла" });
		const said = await bars.evaluateAll((all) =>
			all.map((bar) => bar.getAttribute("aria-valuenow") ?? bar.getAttribute("value")),
		);
		expect(said).toEqual(["0.62", null, "25", "80", null]);
	});

	test("pages are links that say where they lead, and which one is shown", async () => {
		const { page } = scripted;
		const pages = page.getByRole("navigation", { name: "Навигация по страницам: Платежи", exact: true });
		const shown = () => pages.locator("[aria-current=page]").getAttribute("aria-label");
		expect(await shown()).toBe("Текущая страница, Страница 6");
		await pages.getByRole("link", { name: "Перейти на страницу 12" }).focus();
		await press(page, "Enter");
		await expect.poll(shown).toBe("Текущая страница, Страница 12");
		const next = pages.getByRole("link", { name: "Следующая страница" });
		expect(await next.getAttribute("aria-disabled")).toBe("true");
		expect(await next.getAttribute("href")).toBe(null);
		const bareLink = bare.page.getByRole("link", { name: "Перейти на страницу 7" });
		expect(await bareLink.getAttribute("href")).toBe("/ui-kit?page=7");
	});
});

describe("without script", () => {
	test("S-9.19 S-9.22 S-9.23 lists are the browser's own, in the filled box", async () => {
		const { page } = bare;
		for (const name of ["plan", "city"]) {
			const list = page.locator(`.field-box > select.input[name="${name}"]`);
			expect(await list.isVisible()).toBe(true);
		}
		expect(await inputOf(page, "plan")).toBe("plus");
		await page.getByLabel("Город", { exact: true }).first().selectOption("Казань");
		expect(await inputOf(page, "city")).toBe("Казань");
		const topic = page.locator('.field-box > input.input[name="topic"]');
		await topic.fill("Своё");
		expect(await page.locator(`#${await topic.getAttribute("list")} option`).count()).toBe(4);
	});

	test("the parts of tabs stand below each other, a switch turns and a question opens", async () => {
		const { page } = bare;
		expect(await page.getByRole("tab").count()).toBe(0);
		for (const title of ["Что входит", "Цена", "Возврат"])
			expect(await page.getByRole("heading", { name: title, exact: true }).isVisible()).toBe(true);
		expect(await page.getByText("390 ₽ за 30 дней").isVisible()).toBe(true);
		await page.getByText("Звук ответа").click();
		expect(await page.getByRole("switch", { name: "Звук ответа" }).isChecked()).toBe(true);
		await page.getByText("Где хранятся чаты?").click();
		await page.getByText("На сервере того").waitFor();
	});
});

test("axe finds nothing in either theme, and nothing is wider than a phone", async () => {
	// What lies under the bar of a scrolled page counts as too small to press.
	await scripted.page.evaluate(() => scrollTo(0, 0));
	expect(await faultsOf(scripted.page, instance.url)).toEqual([]);
	expect(scripted.complaints).toEqual([]);
});
