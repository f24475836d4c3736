import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changeData } from "../support/change-data.ts";
import { violations } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, hydrated, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODELS: "test-model,other-model" });
beforeAll(() => {
	// Conversations keep the titles that their first prompts gave them.
	world.model.title = "";
});

/** Adds conversations to the list of whoever has this one, each an hour older than the one before. */
const prolong = (conversationId: string, count: number) =>
	changeData(world.instance, async (db) => {
		const { account_id } = await db
			.selectFrom("conversations")
			.select("account_id")
			.where("id", "=", conversationId)
			.executeTakeFirstOrThrow();
		const older = Array.from({ length: count }, (_, i) => {
			const at = Date.now() - (i + 1) * 3_600_000;
			const title = `Давний чат ${i + 1}`;
			return { id: randomUUID(), account_id, title, created_at: at, updated_at: at, indexed_at: 1 };
		});
		await db.insertInto("conversations").values(older).execute();
	});

test("search finds while somebody types, titles first; the conversation and its draft stay", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Про липу");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await page.goto("/chat");
	await ask(page, "Где растёт дуб?");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const message = page.getByLabel("Сообщение", { exact: true });
	await message.fill("Недописанное");

	const field = page.getByRole("searchbox", { name: "Поиск по чатам" });
	// Typed slowly, its first letters are searched for as well, and what they find gives way to this.
	const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === "лип");
	await field.pressSequentially("лип");
	await found;
	const list = page.getByRole("navigation", { name: "Чаты" });
	await list.getByRole("heading", { name: "Названия" }).waitFor();
	expect(await list.getByRole("heading").allTextContents()).toEqual(["Названия", "Сообщения"]);
	await list.locator("mark", { hasText: "липу" }).first().waitFor();
	expect(await violations(page)).toEqual([]);
	expect(await message.inputValue()).toBe("Недописанное");

	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await page.locator("[data-role=user] .bubble", { hasText: "Про липу" }).waitFor();
	// What was found stays, to be looked through.
	await list.getByRole("heading", { name: "Названия" }).waitFor();

	await field.fill("единорог");
	await list.getByText("По запросу «единорог» ничего не нашлось. Проверьте слово").waitFor();
	await field.press("Escape");
	await list.getByRole("heading", { name: "Сегодня" }).waitFor();
	expect(await field.inputValue()).toBe("");

	await field.fill("дуб");
	await field.press("Enter");
	const main = page.getByRole("main");
	await main.getByRole("heading", { name: "По запросу «дуб»" }).waitFor();
	await list.getByRole("heading", { name: "Сегодня" }).waitFor();
	await message.fill("Вопрос со страницы поиска");
	expect(await violations(page)).toEqual([]);
	await main.getByRole("button", { name: "Отправить" }).click();
	await page.locator("[data-role=user] .bubble", { hasText: "Вопрос со страницы поиска" }).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test.each([1440, 390])(
	"what is typed into the search while a chat is being opened stays, with the focus, %i px wide",
	async (width) => {
		const { page, context, complaints } = await openWindowAsMember(world, {
			viewport: { width, height: 844 },
		});
		await ask(page, "Про липу");
		await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
		await page.goto("/chat?q=липу");
		await hydrated(page);
		const { promise: held, resolve: release } = Promise.withResolvers<void>();
		await page.route(
			({ pathname }) => pathname === "/chat.data",
			(route) => held.then(() => route.continue()),
		);
		if (width === 390) await page.getByRole("button", { name: "Открыть меню", exact: true }).click();
		const list = page.getByRole("navigation", { name: "Чаты" });
		await list.getByRole("link", { name: "Про липу" }).click();
		// The chat is on its way: its title is here already.
		await page.getByRole("main").getByRole("heading", { name: "Про липу", level: 1 }).waitFor();
		const field = page.getByRole("searchbox", { name: "Поиск по чатам" });
		await field.press("ControlOrMeta+A");
		await page.keyboard.type("лип");
		release();
		await page.locator("[data-role=user] .bubble", { hasText: "Про липу" }).waitFor({ state: "attached" });
		await page.keyboard.type("у");
		await list.locator("mark", { hasText: "липу" }).first().waitFor();
		expect(await field.inputValue()).toBe("липу");
		expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
		expect(complaints).toEqual([]);
		await context.close();
	},
);

test("the list goes on by scrolling, a heading is not repeated", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Начало");
	await prolong(new URL(page.url()).searchParams.get("c") ?? "", 120);
	await page.goto("/chat");
	const list = page.getByRole("navigation", { name: "Чаты" });
	const last = list.getByRole("link", { name: "Давний чат 120", exact: true });
	expect(await last.count()).toBe(0);
	await expect
		.poll(async () => {
			await list.locator(".conv").last().scrollIntoViewIfNeeded();
			return last.count();
		})
		.toBe(1);
	const headings = await list.getByRole("heading").allTextContents();
	expect(headings).toEqual([...new Set(headings)]);
	expect(headings).toContain("7 дней");
	expect(complaints).toEqual([]);
	await context.close();
});

describe("the model", () => {
	test("is chosen in a menu, by keyboard too, and is the one that answers", async () => {
		const { page, context, complaints } = await openWindowAsMember(world);
		const button = page.getByRole("button", { name: /^Модель: / });
		const names = async () => button.getAttribute("aria-label");
		const [first] = [await names()];
		await button.focus();
		await page.keyboard.press("Enter");
		const menu = page.getByRole("menu", { name: "Модель" });
		await menu.getByRole("menuitemradio", { checked: true }).waitFor();
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-checked")))
			.toBe("true");
		expect(await violations(page)).toEqual([]);
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await menu.waitFor({ state: "hidden" });
		expect(await names()).not.toBe(first);
		expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
		await ask(page, "Кто отвечает?");
		await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
		expect(world.model.requests.at(-1)?.model).toBe("other-model");
		await page.reload();
		expect(await names()).not.toBe(first);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("without script is chosen in a native list", async () => {
		const { page, context } = await openWindowAsMember(world, { javaScriptEnabled: false });
		await page.getByRole("combobox", { name: "Модель" }).selectOption("other-model");
		await ask(page, "Кто отвечает без скриптов?");
		await expect.poll(() => world.model.requests.at(-1)?.model).toBe("other-model");
		expect(await page.getByRole("button", { name: /^Модель: / }).count()).toBe(0);
		await context.close();
	});
});
