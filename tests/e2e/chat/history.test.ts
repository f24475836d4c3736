import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { changeData } from "../support/change-data.ts";
import { lengthen } from "../support/lengthen.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { watchFor } from "../support/watch-for.ts";
import {
	ask,
	type BrowserWindow,
	enrol,
	hydrated,
	newPerson,
	openWindow,
	openWindowAsMember,
} from "../support/world.ts";

const world = setUpWorld();
beforeAll(async () => {
	// Conversations keep the titles that their first prompts gave them.
	world.model.title = "";
});

type Page = BrowserWindow["page"];
const done = (page: Page) => page.locator("article[data-role=assistant][data-state=done]").last().waitFor();
const prompts = (page: Page) => page.locator("[data-role=user] .bubble").allTextContents();
const conversation = (page: Page, title: string) =>
	page.getByRole("navigation", { name: "Чаты" }).getByRole("link", { name: title });

/** Opens the menu of the open conversation: without script it is a page. */
async function menu(page: Page, item: string, javaScriptEnabled: boolean) {
	await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
	if (javaScriptEnabled) return page.getByRole("menuitem", { name: item, exact: true }).click();
	const link = page.getByRole("main").getByRole("link", { name: item, exact: true });
	await link.or(page.getByRole("main").getByRole("button", { name: item, exact: true })).click();
}

describe.each([
	["with JavaScript", true],
	["without JavaScript", false],
])("%s", (_name, javaScriptEnabled) => {
	test("edit, switch, rename, pin, archive, search, export, delete", async () => {
		const { page, context, complaints } = await openWindowAsMember(world, {
			javaScriptEnabled,
			acceptDownloads: true,
		});
		await ask(page, "Первая редакция вопроса");
		await done(page);

		await page.getByRole("link", { name: "Изменить" }).click();
		const field = page.getByLabel("Изменить сообщение");
		await field.fill("Вторая редакция вопроса");
		await page
			.getByRole("main")
			.locator("form", { has: field })
			.getByRole("button", { name: "Отправить" })
			.click();
		await page.locator("[data-role=user] .bubble", { hasText: "Вторая" }).waitFor();
		await done(page);
		await expect.poll(() => prompts(page)).toEqual(["Вторая редакция вопроса"]);
		const versions = page.locator("[data-role=user]").getByRole("img", { name: "Вариант 2 из 2" });
		await versions.waitFor();
		await page.locator("[data-role=user]").getByRole("button", { name: "Предыдущий вариант" }).click();
		await page.locator("[data-role=user] .bubble", { hasText: "Первая" }).waitFor();

		await page.getByRole("button", { name: "Создать ответ заново" }).click();
		await page.getByRole("button", { name: "Короче", exact: true }).click();
		await page.locator("[data-role=assistant]").getByRole("img", { name: "Вариант 2 из 2" }).waitFor();
		await done(page);

		await menu(page, "Переименовать", javaScriptEnabled);
		await page.getByLabel("Название").fill("Про чай");
		const isSaved = await watchFor(page, ".snackbar", "Название сохранено");
		await page.getByRole("button", { name: "Сохранить" }).click();
		await conversation(page, "Про чай").waitFor();
		if (javaScriptEnabled) await isSaved();

		await menu(page, "Закрепить", javaScriptEnabled);
		await page.getByRole("heading", { name: "Закреплённые" }).waitFor();

		await menu(page, "Убрать в архив", javaScriptEnabled);
		await conversation(page, "Про чай").waitFor({ state: "detached" });
		await page.getByRole("link", { name: "Архив" }).click();
		await conversation(page, "Про чай").click();
		await page.getByRole("main").getByRole("heading", { name: "Про чай" }).waitFor();
		// The title stands there while the chat is still loading.
		await page.locator("[data-role=user] .bubble", { hasText: "Первая" }).waitFor();

		await page.getByRole("searchbox", { name: "Поиск по чатам" }).fill("первых редакций");
		await page.keyboard.press("Enter");
		await page.locator("mark", { hasText: "Первая" }).first().waitFor();
		await page.locator(".found").filter({ hasText: "Вы" }).first().click();
		await page.waitForURL(/#m-/);
		await page.locator("[data-role=user] .bubble", { hasText: "Первая" }).waitFor();

		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Экспортировать чат" }).click(),
		]);
		expect(download.suggestedFilename()).toBe("Про чай.md");
		expect(readFileSync(await download.path(), "utf8")).toMatch(
			/^# Про чай\n\n## Вы\n\nПервая редакция вопроса/,
		);

		for (const undo of [true, false]) {
			await menu(page, "Удалить", javaScriptEnabled);
			await page.getByText("Чат «Про чай» будет удалён").waitFor();
			await page.getByRole("button", { name: "Удалить", exact: true }).click();
			await page.getByRole("heading", { level: 2 }).filter({ hasText: /Добр/ }).waitFor();
			await conversation(page, "Про чай").waitFor({ state: "detached" });
			await page.getByText(javaScriptEnabled ? "Чат удалён" : "Чат «Про чай» удалён.").waitFor();
			if (javaScriptEnabled) {
				// It leaves the composer free.
				const bottom = () =>
					page.locator(".snackbar").evaluate((message) => message.getBoundingClientRect().bottom);
				const dock = (await page.locator(".chat-dock").boundingBox())?.y ?? 0;
				await expect.poll(bottom).toBeLessThan(dock);
			}
			if (!undo) break;
			await page.getByRole("button", { name: "Вернуть", exact: true }).click();
			await page.waitForURL(/\?c=/);
			// It is back as it was, in the archive.
			await page.locator("[data-role=user] .bubble", { hasText: "Первая" }).waitFor();
		}
		expect(complaints).toEqual([]);
		await context.close();
	});
});

test("«Удалить» pressed twice deletes once, of the open chat and of another, and the way back is there", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	for (const text of ["Про липу", "Про клён"]) {
		await page.goto("/chat");
		await ask(page, text);
		await done(page);
	}
	/** The second press comes while the form of the first is on its way. */
	const pressTwice = async () => {
		const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
		const button = page.getByRole("dialog").getByRole("button", { name: "Удалить" });
		await page.route("**/chat.data**", async (route) => {
			if (route.request().method() === "POST") await held;
			await route.continue();
		});
		await button.click();
		await button.click();
		letGo();
	};
	const back = page.getByRole("button", { name: "Вернуть", exact: true });
	await menu(page, "Удалить", true);
	await pressTwice();
	await page.getByText("Чат удалён").waitFor();
	await page.waitForURL("**/chat");
	await back.click();
	await page.waitForURL(/\?c=/);
	await page.getByText("Чат возвращён").waitFor();

	await conversation(page, "Про липу").hover();
	await page.getByRole("button", { name: "Действия с чатом «Про липу»" }).click();
	await page.getByRole("menuitem", { name: "Удалить", exact: true }).click();
	await pressTwice();
	await conversation(page, "Про липу").waitFor({ state: "detached" });
	await back.click();
	await conversation(page, "Про липу").waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("several chats are selected, archived, deleted and taken back, with script", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	for (const text of ["Про липу", "Про клён", "Про дуб"]) {
		await page.goto("/chat");
		await ask(page, text);
		await done(page);
	}
	await page.getByRole("link", { name: "Выбрать" }).click();
	const main = page.getByRole("main");
	await main.getByLabel("Про липу").check();
	await page.getByText("Выбрано: 1").waitFor();
	await main.getByRole("button", { name: "Убрать в архив" }).click();
	await page.getByText("Чат убран в архив").waitFor();
	await main.getByLabel("Про липу").waitFor({ state: "detached" });
	await page.getByText("Выбрано: 0").waitFor();
	await main.getByLabel("Выбрать все").check();
	await main.getByRole("button", { name: "Удалить" }).click();
	await page
		.getByRole("dialog", { name: "Удалить 2 чата?" })
		.getByRole("button", { name: "Удалить" })
		.click();
	await page.getByText("2 чата удалены").waitFor();
	await conversation(page, "Про дуб").waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Вернуть", exact: true }).click();
	await page.getByText("2 чата возвращены").waitFor();
	await conversation(page, "Про дуб").waitFor();
	expect(await main.getByRole("checkbox", { name: /^Про/ }).count()).toBe(2);

	// An undo that comes when the erasing has begun says so.
	await conversation(page, "Про дуб").click();
	await menu(page, "Удалить", true);
	await page.getByRole("dialog").getByRole("button", { name: "Удалить" }).click();
	await page.getByText("Чат удалён").waitFor();
	await changeData(world.instance, (db) =>
		db.updateTable("conversations").set({ deleted_at: 0 }).where("deleted_at", "is not", null).execute(),
	);
	await page.getByRole("button", { name: "Вернуть", exact: true }).click();
	await page.getByText("Чат уже стёрт, вернуть его нельзя").waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("a draft waits in its conversation and goes with the sign-out", async () => {
	const { page, context } = await openWindow(world);
	const person = newPerson();
	await enrol(page, person);
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("Недописанное");
	await page.reload();
	await expect.poll(() => field.inputValue()).toBe("Недописанное");
	await page.getByRole("button", { name: /@example/ }).click();
	await page.getByRole("button", { name: "Выйти" }).click();
	await page.waitForURL("**/login");
	await page.getByLabel("Электронная почта").fill(person.email);
	await page.getByLabel("Пароль", { exact: true }).fill(person.password);
	await page.getByRole("button", { name: "Войти", exact: true }).click();
	await page.waitForURL("**/chat");
	await hydrated(page);
	expect(await field.inputValue()).toBe("");
	await context.close();
});

test("shortcuts: «?» lists them, none of one letter works while somebody types", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const field = page.getByLabel("Сообщение", { exact: true });
	await page.locator("h2").first().click();
	await page.keyboard.press("?");
	const dialog = page.getByRole("dialog", { name: "Сочетания клавиш" });
	await dialog.waitFor();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await page.keyboard.press("/");
	await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
	await page.keyboard.type("/?");
	expect(await field.inputValue()).toBe("/?");
	expect(await dialog.count()).toBe(0);
	await page.keyboard.press("Control+k");
	expect(await page.getByRole("searchbox").evaluate((node) => node === document.activeElement)).toBe(true);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a long conversation: earlier messages come without a jump, and the page stays small", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Вопрос 1");
	await done(page);
	const id = new URL(page.url()).searchParams.get("c") ?? "";
	await lengthen(world, id, 149);
	await page.reload();
	await page.getByText("Вопрос 150", { exact: true }).waitFor();
	// The script is there once it has gone to the end.
	const scrolled = () => page.locator(".chat-scroll").evaluate((box) => box.scrollTop);
	await expect.poll(scrolled).toBeGreaterThan(0);
	const earlier = page.getByRole("link", { name: "Показать более ранние" });
	for (let i = 0; i < 5; i++) {
		await earlier.scrollIntoViewIfNeeded();
		const first = page.locator(".exchange").first();
		const name = (await first.locator(".bubble").textContent()) ?? "";
		// Where it is at the very press: what lies above it is laid out when it comes near.
		await page.evaluate(() => {
			const top = () => document.querySelector(".exchange")?.getBoundingClientRect().top;
			const note = () => Object.assign(window, { topBefore: top() });
			document.addEventListener("click", note, { capture: true, once: true });
		});
		await earlier.click();
		const before = await page.evaluate(() => (window as unknown as { topBefore: number }).topBefore);
		await expect
			.poll(() => page.locator(".exchange").first().locator(".bubble").textContent())
			.not.toBe(name);
		const same = page.locator(".exchange", { has: page.getByText(name, { exact: true }) });
		await expect.poll(async () => Math.abs(((await same.boundingBox())?.y ?? 0) - before)).toBeLessThan(3);
		const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
		expect(nodes).toBeLessThanOrEqual(5_000);
	}
	expect(await earlier.count()).toBe(0);
	await page.locator(".bubble").getByText("Вопрос 1", { exact: true }).waitFor();
	await page.getByRole("button", { name: "Перейти к последнему" }).click();
	await page.getByText("Вопрос 150", { exact: true }).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("a title that the model makes stands in the list and at the window by itself, and nothing else moves", async () => {
	let give = () => {};
	const wanted = new Promise<void>((resolve) => {
		give = resolve;
	});
	world.model.title = async (reply) => {
		await wanted;
		await reply.stream("Заварка чая");
		reply.finish();
	};
	const { page, context, complaints } = await openWindowAsMember(world);
	// What happens from the first answer on happens in one document.
	await page.evaluate(() => Object.assign(window, { same: true }));
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	world.model.script(async (reply) => {
		reply.delta({ content: "Чай заваривают горячей водой.\n\n".repeat(60) });
		await ended;
		reply.finish();
	});
	await ask(page, "Как заварить чай?");
	await page.locator("article[data-state=writing]").getByText("горячей водой").last().waitFor();
	// Before the model is asked for the title: it is waited for as long as its server is patient.
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("А какой водой?");
	await field.evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(2, 7));
	end();
	await done(page);
	await conversation(page, "Как заварить чай?").waitFor();
	expect(await page.title()).toMatch(/^Как заварить чай\?/);

	const box = page.locator(".chat-scroll");
	await box.evaluate((node) => node.scrollTo({ top: 40 }));
	await page.getByRole("button", { name: "Перейти к последнему" }).waitFor();
	const what = () =>
		page.evaluate(() => {
			const { id, value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
			const scrolled = document.querySelector(".chat-scroll")?.scrollTop;
			return { id, value, selectionStart, selectionEnd, scrolled, ...("same" in window && { same: true }) };
		});
	const before = await what();
	expect(before).toEqual({
		id: "message",
		value: "А какой водой?",
		selectionStart: 2,
		selectionEnd: 7,
		scrolled: 40,
		same: true,
	});
	expect(requests.filter((path) => path === "/chat/events")).toHaveLength(1);
	requests.length = 0;

	give();
	await conversation(page, "Заварка чая").waitFor();
	await expect.poll(() => page.title()).toMatch(/^Заварка чая — /);
	await page.getByRole("main").getByRole("heading", { name: "Заварка чая", level: 1 }).waitFor();
	expect(await conversation(page, "Как заварить").count()).toBe(0);
	expect(await what()).toEqual(before);
	// The page's own data, once: nothing was asked again and again, and no stream was opened.
	// An open tab also looks for a newer build now and then.
	expect(requests.filter((path) => !path.startsWith("/builds/"))).toEqual(["/chat.data"]);
	expect(complaints).toEqual([]);
	world.model.title = "";
	await context.close();
});
