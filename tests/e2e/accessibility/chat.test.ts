import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violationsInBothThemes } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, lastAnswer, openWindow, openWindowAsMember, signUp } from "../support/world.ts";

// What is there for a moment only is in moments.test.ts, the other screens are in ../screens.test.ts and in their own journeys.
const world = setUpWorld({ MODEL_TITLES: "0", MODELS: "first-model,second-model" });

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { width: 390, height: 844 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const state = (page: Page, name: string) =>
	lastAnswer(page)
		.and(page.locator(`[data-state=${name}]`))
		.waitFor();

test("axe finds nothing in the chat: while an answer is written, with each menu and dialog open, in both themes", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, WIDE);
	const look = async (what: string) =>
		expect([what, ...(await violationsInBothThemes(page))]).toEqual([what]);

	world.model.script("hang-midway");
	await ask(page, "Расскажи о чае");
	await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
	await look("while an answer is written");
	await button(page, "Остановить").click();
	await state(page, "stopped");
	await look("a stopped answer");
	for (const scenario of ["reasoning", "showcase"]) {
		await ask(page, `сценарий:${scenario}`);
		await state(page, "done");
	}
	await look("reasoning, tables, code and formulas");
	const here = page.url().replace(/#.*/, "");

	await lastAnswer(page).getByRole("button", { name: "Подробности" }).focus();
	await page.keyboard.press("?");
	await dialog(page, "Сочетания клавиш").waitFor();
	await look("the keys");
	await page.keyboard.press("Escape");
	await page.locator("[popovertarget=account-menu]").click();
	await look("the menu of the account");
	await page.keyboard.press("Escape");
	await lastAnswer(page).getByRole("button", { name: "Подробности" }).click();
	await look("the details of an answer");
	await page.keyboard.press("Escape");
	await lastAnswer(page).getByRole("button", { name: "Бесполезный ответ" }).click();
	await dialog(page, "Что не так с ответом?").waitFor();
	await look("a rating");
	await page.keyboard.press("Escape");
	for (const [item, title] of [
		["Переименовать", "Переименовать"],
		["Инструкция", "Инструкция"],
		["Удалить", "Удалить чат?"],
	] as const) {
		await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
		await page.getByRole("menuitem", { name: item }).waitFor();
		if (item === "Удалить") {
			await look("the menu of the chat");
			const heights = await page
				.getByRole("menuitem")
				.evaluateAll((items) => items.map((one) => one.getBoundingClientRect().height));
			expect(heights.length).toBeGreaterThan(6);
			expect([...new Set(heights)]).toEqual([40]);
		}
		await page.getByRole("menuitem", { name: item }).click();
		await dialog(page, title).waitFor();
		await look(title);
		await page.keyboard.press("Escape");
		await dialog(page, title).waitFor({ state: "hidden" });
	}

	await page.setViewportSize(NARROW);
	await look("on a phone");
	await button(page, "Открыть меню").click();
	await look("the drawer");
	await page.keyboard.press("Escape");

	// The pages that stand for menus and dialogs without script, and the rest of the chat.
	for (const path of [
		...["menu", "rename", "instruct", "delete", "edit", "rate"].map((name) => `${here}&do=${name}`),
		"/chat",
		"/chat?q=сценарий",
		"/chat?q=чего-нет-нигде",
		"/chat?archive=1",
		"/chat?do=select",
		"/chat/import",
		here.replace("/chat?", "/chat/show?"),
	]) {
		await page.goto(path);
		await look(path);
	}
	expect(complaints).toEqual([]);
	await context.close();
});

test("the first link leads to the composer, and where there is none to the main area", async () => {
	const { page, context } = await openWindowAsMember(world, { ...WIDE, javaScriptEnabled: false });
	const first = page.getByRole("link").first();
	await page.keyboard.press("Tab");
	expect(await first.textContent()).toBe("К полю сообщения");
	await page.keyboard.press("Enter");
	await page.keyboard.type("Привет");
	expect(await page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("Привет");
	await ask(page, "Как заварить чай?");
	for (const path of [`${page.url().replace(/#.*/, "")}&do=rename`, "/chat?q=чай"]) {
		await page.goto(path);
		const target = (await first.getAttribute("href")) ?? "";
		expect(await page.locator(target).isVisible()).toBe(true);
	}
	await context.close();
});

test("in forced colours what is ticked differs from what is not, and boxes have edges", async () => {
	const storageState = await signUp(world);
	const { page, context } = await openWindow(world, { ...WIDE, storageState, forcedColors: "active" });
	const edge = (place: Locator) =>
		place.first().evaluate((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth));
	await page.goto("/chat");
	expect(await edge(page.locator(".prompt"))).toBeGreaterThan(0);
	await page.locator(".composer .attach input[type=file]").setInputFiles([
		{ name: "чай.txt", mimeType: "text/plain", buffer: Buffer.from("Чай заваривают горячей водой.") },
		{ name: "пусто.txt", mimeType: "text/plain", buffer: Buffer.from("") },
	]);
	await page.locator(".att[data-state=ready]").waitFor();
	for (const chip of [".att-bad", ".att[data-state=ready]"])
		expect(await edge(page.locator(chip))).toBeGreaterThan(0);
	await ask(page, "Как заварить чай?");
	await state(page, "done");
	for (const box of [".bubble", ".composer", ".file-card"])
		expect(await edge(page.locator(box))).toBeGreaterThan(0);
	const outline = (row: Locator) => row.evaluate((element) => getComputedStyle(element).outlineStyle);
	expect(await outline(page.locator(".conv[data-active]"))).toBe("solid");

	await page.goto("/payment");
	expect(await edge(page.locator(".card"))).toBeGreaterThan(0);
	const [chosen, other] = [page.locator(".periods label").first(), page.locator(".periods label").last()];
	expect([await outline(chosen), await outline(other)]).toEqual(["solid", "none"]);

	await page.goto("/ui-kit");
	for (const role of ["checkbox", "switch"] as const) {
		const box = page.locator("#main").getByRole(role, { checked: false, disabled: false }).first();
		await box.evaluate((element) => element.setAttribute("data-looked-at", ""));
		const same = page.locator("[data-looked-at]");
		const before = await same.screenshot();
		await same.check();
		expect((await same.screenshot()).equals(before)).toBe(false);
		await same.evaluate((element) => element.removeAttribute("data-looked-at"));
	}
	await context.close();
});

test("in forced colours what floats over a page has an edge, and a coming answer is seen", async () => {
	const storageState = await signUp(world);
	const { page, context } = await openWindow(world, {
		storageState,
		viewport: NARROW,
		forcedColors: "active",
	});
	const withoutEdge = () =>
		page
			.locator(".menu, .drawer, .sidebar:popover-open")
			.evaluateAll((all) =>
				all
					.filter((one) => Number.parseFloat(getComputedStyle(one).borderInlineEndWidth) === 0)
					.map(({ className }) => className),
			);
	/** Colours of ours are forced to the one of the page. */
	const colorOf = (place: Locator, pseudo?: string) =>
		place.evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);
	await page.goto("/chat");
	world.model.script(() => {});
	await ask(page, "Как заварить чай?");
	const dot = page.locator("[data-state=writing] .typing i").last();
	await dot.waitFor();
	const canvas = await page.evaluate(() => {
		const probe = document.createElement("i");
		probe.style.background = "Canvas";
		document.body.append(probe);
		return getComputedStyle(probe).backgroundColor;
	});
	expect(await colorOf(dot)).not.toBe(canvas);
	await button(page, "Остановить").click();
	await state(page, "stopped");
	world.model.script("hang-midway");
	await ask(page, "А дольше?");
	const last = page.locator("article[data-state=writing] .prose > :last-child", { hasText: /\S/ });
	await last.waitFor();
	expect(await colorOf(last, "::after")).not.toBe(canvas);
	await button(page, "Остановить").click();
	await state(page, "stopped");
	const outcome = page.locator(".inline-state").last();
	expect(await outcome.evaluate((box) => getComputedStyle(box).borderTopWidth)).toBe("1px");
	await button(page, "Открыть меню").click();
	await page.locator(".sidebar:popover-open").waitFor();
	expect(await withoutEdge()).toEqual([]);
	for (const path of ["/payment", "/documents", "/FAQ"]) {
		await page.goto(path);
		await page.locator(".drawer").waitFor({ state: "attached" });
		expect([path, ...(await withoutEdge())]).toEqual([path]);
	}
	await context.close();
});
