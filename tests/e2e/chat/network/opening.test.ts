import { expect, test } from "vitest";
import { setUpWorld } from "../../support/set-up-world.ts";
import { ask, type BrowserWindow, hydrated, lastAnswer, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

type Page = BrowserWindow["page"];
const field = (page: Page) => page.getByLabel("Сообщение", { exact: true });
const questions = (page: Page) => page.locator("[data-role=user] .bubble").allTextContents();
const heading = (page: Page, name: string) =>
	page.getByRole("main").getByRole("heading", { name, level: 1, exact: true });
const done = (page: Page) => lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();

/** Holds the page's data back. @returns lets it come */
async function holdData(page: Page) {
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/chat.data*", async (route) => {
		if (route.request().method() === "GET") await held;
		await route.fallback();
	});
	return release;
}

/** Two conversations, the second one is open. */
async function withTwo() {
	const opened = await openWindowAsMember(world);
	const { page } = opened;
	await ask(page, "Про липу");
	await done(page);
	await page.goto("/chat");
	await ask(page, "Про мяту");
	await done(page);
	return opened;
}

test("what is typed while a chat is being opened is its own, and keeps its place and the focus", async () => {
	const { page, context, complaints } = await withTwo();
	await page.reload();
	await hydrated(page);
	await field(page).fill("Черновик о мяте");
	const release = await holdData(page);
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await heading(page, "Новый чат").waitFor({ state: "attached" });
	expect(await field(page).inputValue()).toBe("");
	await field(page).focus();
	await page.keyboard.type("Как вари");
	release();
	await page.locator("[data-empty]").waitFor();
	await page.keyboard.type("ть?");
	expect(await field(page).inputValue()).toBe("Как варить?");
	await page.getByRole("link", { name: "Про мяту" }).click();
	await expect.poll(() => questions(page)).toEqual(["Про мяту"]);
	expect(await field(page).inputValue()).toBe("Черновик о мяте");
	await page.goBack();
	await expect.poll(() => field(page).inputValue()).toBe("Как варить?");
	expect(complaints).toEqual([]);
	await context.close();
});

test.each([
	["Про липу", ["Про липу"]],
	["Новый чат", []],
])(
	"a question that is sent while a chat is being opened goes to that chat, once it is open: %s",
	async (name, before) => {
		const { page, context, complaints } = await withTwo();
		await page.reload();
		await hydrated(page);
		const release = await holdData(page);
		await page.getByRole("link", { name }).first().click();
		await heading(page, name).waitFor({ state: "attached" });
		await field(page).fill(`Вопрос: ${name}`);
		await field(page).press("Enter");
		expect(await field(page).inputValue()).toBe(`Вопрос: ${name}`);
		release();
		await expect.poll(() => questions(page)).toEqual([...before, `Вопрос: ${name}`]);
		await done(page);
		await expect.poll(() => field(page).inputValue()).toBe("");
		expect(complaints).toEqual([]);
		await context.close();
	},
);

test("what is typed while the first question is on its way goes with it into the new chat", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/chat.data*", async (route) => {
		await held;
		await route.fallback();
	});
	await field(page).fill("Как варить липу?");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.locator("[data-role=user]").getByText("Как варить липу?").waitFor();
	await field(page).fill("А мя");
	release();
	await page.waitForURL("**/chat?c=*");
	await done(page);
	await expect.poll(() => field(page).inputValue()).toBe("А мя");
	await page.keyboard.type("ту?");
	expect(await field(page).inputValue()).toBe("А мяту?");
	await page.reload();
	await expect.poll(() => field(page).inputValue()).toBe("А мяту?");
	await page.goto("/chat");
	await hydrated(page);
	expect(await field(page).inputValue()).toBe("");
	expect(complaints).toEqual([]);
	await context.close();
});

test("a file that is attached while the first question is on its way goes with it into the new chat", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/chat.data*", async (route) => {
		await held;
		await route.fallback();
	});
	const attach = (name: string) =>
		page
			.locator(".attach input[type=file]")
			.setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from(name) }]);
	const ready = page.locator('.composer [data-file-id][data-state="ready"]');
	await attach("Первый.txt");
	await ready.waitFor();
	await field(page).fill("Что здесь?");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.locator("[data-role=user]").getByText("Что здесь?").waitFor();
	await attach("Второй.txt");
	await ready.filter({ hasText: "Второй" }).waitFor();
	release();
	await page.waitForURL("**/chat?c=*");
	await done(page);
	await expect.poll(() => ready.allTextContents()).toEqual([expect.stringContaining("Второй")]);
	await page.reload();
	await expect.poll(() => ready.allTextContents()).toEqual([expect.stringContaining("Второй")]);
	await page.goto("/chat");
	await hydrated(page);
	expect(await page.locator(".att").count()).toBe(0);
	expect(complaints).toEqual([]);
	await context.close();
});

/** Sends a first question, attaches two files while it is on its way, and lets its chat open; `release` lets them go. */
async function attachBeforeItOpens(page: Page): Promise<{ release: () => void }> {
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/chat/files", async (route) => {
		await held;
		await route.fallback();
	});
	const { promise: heldData, resolve: open } = Promise.withResolvers<void>();
	await page.route("**/chat.data*", async (route) => {
		await heldData;
		await route.fallback();
	});
	await field(page).fill("Что здесь?");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.locator("[data-role=user]").getByText("Что здесь?").waitFor();
	const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
	await page.locator(".attach input[type=file]").setInputFiles([file("Первый.txt"), file("Второй.txt")]);
	await page.locator(".att").nth(1).waitFor();
	open();
	await page.waitForURL("**/chat?c=*");
	await done(page);
	return { release };
}

test("a file that is still on its way when the first question's chat opens goes on in the new chat", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { release } = await attachBeforeItOpens(page);
	await expect.poll(() => page.locator('.att[aria-busy="true"]').count()).toBe(2);
	await page.getByRole("button", { name: "Отменить отправку файла «Второй.txt»" }).click();
	const address = page.url();
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await page.locator("[data-empty]").waitFor();
	expect(await page.locator(".att").count()).toBe(0);
	release();
	// The page has heard of its end when it is stored: one that is left before that would forget it.
	const stored = `files ${new URL(address).searchParams.get("c")}`;
	await expect
		.poll(() => page.evaluate((key) => localStorage.getItem(key) ?? "", stored))
		.toMatch(/^[\w-]{36}$/);
	await page.goto(address);
	const ready = page.locator('.composer [data-file-id][data-state="ready"]');
	await expect.poll(() => ready.allTextContents()).toEqual([expect.stringContaining("Первый")]);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a screen reader is told of a file that has gone on into the new chat", async () => {
	const { page, context } = await openWindowAsMember(world);
	const { release } = await attachBeforeItOpens(page);
	release();
	const told = page.locator(".composer [role=status]", { hasText: "Второй.txt" });
	await expect.poll(() => told.textContent()).toMatch(/Прикреплено: .*Первый\.txt/);
	await context.close();
});
