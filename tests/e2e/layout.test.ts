import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { codeOf } from "../support/authenticator.ts";
import { runCommand, settingsBeside } from "../support/run-command.ts";
import { changeData } from "./support/change-data.ts";
import { buttonsTooNarrow } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import {
	ask,
	enrol,
	hydrated,
	lastAnswer,
	newPerson,
	openWindow,
	openWindowAsMember,
} from "./support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODELS: "Основная,Вдумчивая" });

const WIDTHS = [1440, 390, 320];
const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 844 });

/** Runs in the page. @returns the words of an element that are broken at the end of a line */
function brokenWords(element: Element): string[] {
	const text = element.firstChild as Text;
	const range = document.createRange();
	return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
		range.setStart(text, index);
		range.setEnd(text, index + word.length);
		const lines = new Set([...range.getClientRects()].map(({ top }) => top));
		return lines.size > 1 ? [word] : [];
	});
}

test("no group of the key of a second factor breaks, and the icon of a wrong code stands beside its words", async () => {
	const { page, context } = await openWindow(world, { hasTouch: true });
	const person = newPerson();
	await enrol(page, person);
	await page.goto("/account?do=totp");
	await page.getByLabel("Пароль", { exact: true }).fill(person.password);
	await page.getByRole("button", { name: "Продолжить" }).click();
	const code = page.locator(".totp-key code");
	const key = (await code.textContent()) ?? "";
	expect(key.split(" ").length).toBeGreaterThan(6);
	for (const width of WIDTHS) {
		await resize(page, width);
		expect([width, ...(await code.evaluate(brokenWords))]).toEqual([width]);
		expect([width, ...(await page.evaluate(buttonsTooNarrow))]).toEqual([width]);
	}
	await page.getByLabel("Код из приложения").fill(codeOf(key, Date.now(), 9));
	await page.getByRole("button", { name: "Включить" }).click();
	const problem = page.locator(".field-help-error", { hasText: "Код не подошёл" });
	await problem.waitFor();
	for (const width of WIDTHS) {
		await resize(page, width);
		const [icon, first] = await problem.evaluate((element) => {
			const range = document.createRange();
			range.selectNodeContents(element.querySelector(".icon ~ *") ?? (element.lastChild as Node));
			const boxes = [element.querySelector(".icon")?.getBoundingClientRect(), range.getClientRects()[0]];
			return boxes.map((box) => ({ left: box?.left ?? 0, right: box?.right ?? 0, top: box?.top ?? 0 }));
		});
		expect(icon?.right).toBeLessThanOrEqual(first?.left ?? 0);
		expect(Math.abs((icon?.top ?? 0) - (first?.top ?? 99))).toBeLessThan(8);
	}
	await context.close();
});

test("the sheet of keys breaks none of them, and beside «Остановить» a telephone shows the whole name of the model", async () => {
	const { page, context } = await openWindowAsMember(world);
	await hydrated(page);
	world.model.script("hang-midway");
	await ask(page, "Расскажи о чае");
	const title = page.locator(".composer-model:visible > span");
	await page.getByRole("button", { name: "Остановить" }).waitFor();
	const isWhole = () => title.evaluate((part) => part.scrollWidth <= part.clientWidth);
	for (const width of [490, 440, 390, 320]) {
		await resize(page, width);
		expect([width, await isWhole()]).toEqual([width, true]);
		await page.getByLabel("Сообщение", { exact: true }).fill("А о кофе?");
		expect([width, "typed", await isWhole()]).toEqual([width, "typed", true]);
		await page.getByLabel("Сообщение", { exact: true }).fill("");
	}
	await resize(page, 1440);
	await page.getByRole("button", { name: "Остановить" }).click();
	await lastAnswer(page).and(page.locator("[data-state=stopped]")).waitFor();

	await page.getByRole("button", { name: /^Модель: / }).click();
	const menu = await page.getByRole("menu", { name: "Модель" }).boundingBox();
	const field = await page.locator(".composer").boundingBox();
	expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual((field?.x ?? 0) + (field?.width ?? 0));
	await page.keyboard.press("Escape");

	await lastAnswer(page).getByRole("button", { name: "Подробности" }).focus();
	await page.keyboard.press("?");
	const sheet = page.getByRole("dialog", { name: "Сочетания клавиш" });
	const keys = sheet.locator("kbd");
	await keys.first().waitFor();
	for (const width of WIDTHS) {
		await resize(page, width);
		const heights = await keys.evaluateAll((all) => all.map((one) => one.getClientRects().length));
		expect([width, new Set(heights)]).toEqual([width, new Set([1])]);
		expect(await sheet.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
	}
	await context.close();
});

test("the cards of plans stand in one column below 900 px; side by side their prices and lists begin on one line", async () => {
	const { page, context } = await openWindowAsMember(world);
	await page.goto("/payment");
	const cards = page.locator(".plans > .plan:visible");
	const columns = async () => {
		const lefts = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
		return new Set(lefts).size;
	};
	for (const width of [320, 390, 768, 899]) {
		await resize(page, width);
		expect([width, await columns()]).toEqual([width, 1]);
	}
	const topsOf = (parts: Locator) =>
		parts.evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
	for (const width of [900, 1440]) {
		await resize(page, width);
		expect([width, await columns()]).toEqual([width, await cards.count()]);
		for (const part of [".plan-price:visible", ".plan-features"])
			expect([width, part, (await topsOf(cards.locator(part))).length]).toEqual([width, part, 1]);
	}
	await context.close();
});

test("large numbers of messages stay within the card of the plan", async () => {
	const { page, context } = await openWindowAsMember(world);
	// The first question opens an allowance.
	await ask(page, "Расскажи о чае");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await changeData(world.instance, (db) =>
		db.updateTable("allowances").set({ used: 11_088, granted: 121_550 }).execute(),
	);
	await page.goto("/payment");
	const used = page.locator(".current-plan-used");
	await used.getByText(/^11\s088\sиз\s121\s550$/).waitFor();
	for (const width of [...WIDTHS, 308]) {
		await resize(page, width);
		const inside = await used.evaluate((box) => box.scrollWidth <= box.clientWidth);
		expect([width, inside]).toEqual([width, true]);
	}
	await context.close();
});

test("the field of the logo has words of ours and names the chosen file; without script it is the browser's own", async () => {
	const { page, context } = await openWindow(world);
	const irina = newPerson();
	await enrol(page, irina);
	const given = await runCommand("users", ["role", irina.email, "owner"], settingsBeside(world.instance));
	expect(given).toMatchObject({ code: 0 });
	await page.goto("/admin/look");
	const field = page.getByLabel("Знак", { exact: true });
	const words = page.locator(".file-field-words [data-none]");
	expect(await words.getAttribute("data-none")).toBe("Файл не выбран");
	expect(await field.evaluate((input) => getComputedStyle(input).opacity)).toBe("0");
	// No other field of the form is needed for it, and it is not needed itself.
	expect(await field.getAttribute("required")).toBeNull();
	const logo = { name: "Знак.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
	await field.setInputFiles([logo]);
	await expect.poll(() => words.getAttribute("data-none")).toBe("Знак.svg");
	expect(await words.evaluate((element) => getComputedStyle(element, "::before").content)).toBe('"Знак.svg"');

	const plain = await openWindow(world, {
		storageState: await context.storageState(),
		javaScriptEnabled: false,
	});
	await plain.page.goto("/admin/look");
	const native = plain.page.getByLabel("Знак", { exact: true });
	expect(await native.evaluate((input) => getComputedStyle(input).opacity)).toBe("1");
	expect(await plain.page.locator(".file-field-words").isVisible()).toBe(false);
	await plain.context.close();
	await context.close();
});
