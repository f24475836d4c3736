import { beforeAll, expect, test } from "vitest";
import { keyboard } from "../support/keys.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { inTwoParts } from "../support/two-parts.ts";
import { watchFor } from "../support/watch-for.ts";
import {
	ask,
	type BrowserWindow,
	enrol,
	newPerson,
	openWindow,
	openWindowAsMember,
} from "../support/world.ts";

const world = setUpWorld();
beforeAll(async () => {
	// Conversations keep the titles that their first prompts gave them.
	world.model.title = "";
});

const textFile = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

const answered = (page: BrowserWindow["page"]) =>
	page.locator("article[data-role=assistant][data-state=done]").last().waitFor();

test("in the chat the focus stays where something was asked for, whatever comes in its place", async () => {
	const { page, context, complaints } = await openWindow(world);
	const { faults, press, reach, stays, type } = keyboard(page);
	await enrol(page, newPerson());
	await reach("Прикрепить");
	await press("Enter");
	await press("ArrowDown");
	expect(await stays("going down the menu of files")).toMatch(/^Файл /);
	await press("ArrowDown");
	expect(await stays("going down the menu of files")).toBe("Из моих документов");
	await press("Escape");
	expect(await stays("closing the menu of files")).toBe("Прикрепить");
	// A press on its words leaves the focus nowhere.
	await press("Enter");
	await page.locator("details.pop[open] .menu-note").click();
	await press("Escape");
	expect(await stays("closing the menu of files from nowhere")).toBe("Прикрепить");
	expect(await page.locator("details.pop[open]").count()).toBe(0);
	await press("Enter");
	await press("ArrowUp");
	expect(await stays("going up the menu of files")).toBe("Из моих документов");
	await press("ArrowUp");
	const chooser = page.waitForEvent("filechooser");
	expect(await stays("going up the menu of files")).toMatch(/^Файл /);
	await press("Space");
	const files = await chooser;
	await files.setFiles(["чай", "вода"].map((name) => textFile(`${name}.txt`)));
	await page.locator(".att[data-state=ready]").nth(1).waitFor();
	expect(await stays("choosing files")).toBe("Сообщение");
	await reach("Убрать файл «чай.txt»", "Shift+Tab");
	await press("Delete");
	expect(await stays("taking a file away")).toBe("Убрать файл «вода.txt»");
	await press("Backspace");
	expect(await stays("taking the last file away")).toBe("Сообщение");

	await type("сценарий:slow:20:10");
	await reach("Отправить");
	await press("Enter");
	await page.waitForURL("**/chat?c=*");
	await answered(page);
	expect(await stays("asking")).toBe("Сообщение");

	await reach("Создать ответ заново", "Shift+Tab");
	await press("Enter");
	await expect.poll(() => stays("opening the choice of answers")).toBe("Заново");
	// It is written until it has been looked at.
	const { scenario, goOn } = inTwoParts("Начало.", " Конец.");
	world.model.script(scenario);
	await press("Enter");
	await page.locator("article[data-state=writing]").waitFor();
	expect(await stays("asking for another answer")).toBe("Ответ Собеседника");
	goOn();
	await page.getByRole("img", { name: "Вариант 2 из 2" }).waitFor();
	await answered(page);
	expect(await stays("the end of an answer")).toBe("Ответ Собеседника");
	await reach("Предыдущий вариант");
	await press("Space");
	await page.getByRole("img", { name: "Вариант 1 из 2" }).waitFor();
	expect(await stays("turning to another version")).toBe("Следующий вариант");

	await reach("Изменить", "Shift+Tab");
	await press("Enter");
	await expect.poll(() => stays("editing")).toBe("Изменить сообщение");
	await press("Escape");
	expect(await stays("giving an edit up")).toBe("Изменить");

	await reach("Сообщение");
	await type("сценарий:slow:100:1000");
	await press("Enter");
	await page.locator("article[data-state=writing]").waitFor();
	await reach("Остановить");
	await press("Space");
	await page.locator("article[data-state=stopped]").waitFor();
	expect(await stays("stopping")).toBe("Сообщение");
	expect([...faults, ...complaints]).toEqual([]);
	await context.close();
});

test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"a conversation by the keyboard alone, from its first question to its end, script: $javaScriptEnabled",
	async ({ javaScriptEnabled }) => {
		const { page, context, complaints } = await openWindow(world, {
			javaScriptEnabled,
			acceptDownloads: true,
		});
		const { faults, press, reach, stays, type } = keyboard(page);
		const prompt = (words: string) => page.locator("[data-role=user] .bubble", { hasText: words }).waitFor();
		/** An action that stays on the page must leave the focus on it; a page that was loaded begins anew. */
		const remains = async (action: string) => (javaScriptEnabled ? stays(action) : "");
		const listed = (title: string) =>
			page.getByRole("navigation", { name: "Чаты" }).getByRole("link", { name: title });
		const download = async () => {
			const [file] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
			return file.suggestedFilename();
		};
		/** Opens the actions of the open conversation, a menu or a page, and goes to one of them. */
		const choose = async (item: string) => {
			await reach("Действия с чатом", "Shift+Tab");
			await press("Enter");
			if (javaScriptEnabled) await expect.poll(() => stays("opening the menu")).toBe("Переименовать");
			else await page.waitForURL("**&do=menu");
			for (let i = 0; javaScriptEnabled && i < 9 && (await stays("going down the menu")) !== item; i++)
				await press("ArrowDown");
			if (javaScriptEnabled) expect(await stays("the menu")).toBe(item);
			else await reach(item);
		};

		await enrol(page, newPerson());
		await reach("Сообщение");
		await type("Первая редакция вопроса");
		await reach("Отправить");
		await press("Enter");
		await prompt("Первая");
		await answered(page);
		await remains("asking");

		await reach("Изменить", javaScriptEnabled ? "Shift+Tab" : "Tab");
		await press("Enter");
		if (javaScriptEnabled) await expect.poll(() => stays("editing")).toBe("Изменить сообщение");
		else {
			await page.waitForURL("**&do=edit*");
			await reach("Изменить сообщение");
		}
		// Short, so that the end of the answer and the question are both to be seen.
		await type("сценарий:slow:20:3");
		await reach("Отправить");
		await press("Space");
		await prompt("сценарий:slow");
		await answered(page);
		await remains("sending an edit");
		await reach("Предыдущий вариант", javaScriptEnabled ? "Shift+Tab" : "Tab");
		await press("Enter");
		await prompt("Первая");
		await page.locator(".exchange table").waitFor();
		// What would take it out of sight does so in the next frames.
		if (javaScriptEnabled)
			await page.evaluate(
				() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
			);
		await remains("turning to the first wording");

		if (javaScriptEnabled) {
			await reach("Действия с чатом", "Shift+Tab");
			await press("Space");
			await expect.poll(() => stays("opening the menu")).toBe("Переименовать");
			await press("Escape");
			expect(await stays("closing the menu")).toBe("Действия с чатом");
			await reach("Сообщение");
		}
		await choose("Переименовать");
		await press("Enter");
		if (javaScriptEnabled) await expect.poll(() => stays("opening a dialog")).toBe("Название");
		else {
			await page.waitForURL("**&do=rename");
			await reach("Название");
		}
		await type("Про чай");
		await press("Enter");
		await listed("Про чай").waitFor();
		if (javaScriptEnabled) await page.getByRole("dialog").waitFor({ state: "detached" });
		await remains("renaming");

		await reach("Поиск по чатам", "Shift+Tab");
		await type("первых редакций");
		await press("Enter");
		await page.locator("mark", { hasText: "Первая" }).first().waitFor();
		await remains("searching");
		await reach(/Первая редакция/);
		await press("Enter");
		await page.waitForURL(/#m-/);
		await prompt("Первая");
		await remains("opening what was found");

		await reach("Экспортировать чат", "Shift+Tab");
		expect(await download()).toBe("Про чай.md");
		expect(await stays("taking a file")).toBe("Экспортировать чат");

		await choose("Удалить");
		await press("Enter");
		await page.getByText("Чат «Про чай» будет удалён").waitFor();
		if (javaScriptEnabled) await expect.poll(() => stays("opening a dialog")).toBe("Отмена");
		await reach("Удалить");
		await press("Enter");
		await page.getByRole("heading", { level: 2 }).filter({ hasText: /Добр/ }).waitFor();
		await listed("Про чай").waitFor({ state: "detached" });
		// The field of the new chat takes the focus in one of the next frames.
		if (javaScriptEnabled)
			await page.waitForFunction(() => document.activeElement !== document.body && document.activeElement);
		await remains("deleting");
		expect([...faults, ...complaints]).toEqual([]);
		await context.close();
	},
);

test("the drawer of a narrow window opens, holds and closes by the keyboard", async () => {
	const { page, context } = await openWindow(world, {
		viewport: { width: 390, height: 800 },
	});
	const { faults, press, reach, stays } = keyboard(page);
	await enrol(page, newPerson());
	await reach("Открыть меню", "Shift+Tab");
	await press("Enter");
	await page.locator("#sidebar:popover-open").waitFor();
	await reach("Поиск по чатам");
	await press("Escape");
	expect(await stays("closing the drawer")).toBe("Открыть меню");
	expect(faults).toEqual([]);
	await context.close();
});

test("every key of the sheet does what it says, and Esc leads out of the transcript", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	const { stays } = keyboard(page);
	await ask(page, "Расскажи о чае");
	await answered(page);
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("Черновик");

	const isCopied = await watchFor(page, ".snackbar", "Скопировано");
	await page.keyboard.press("ControlOrMeta+Shift+KeyC");
	await isCopied();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\S/);
	const history = page.getByRole("navigation", { name: "Чаты" });
	await page.keyboard.press("ControlOrMeta+Shift+KeyS");
	await history.waitFor({ state: "hidden" });
	expect(await stays("folding the panel")).toBe("Сообщение");
	await page.keyboard.press("ControlOrMeta+Shift+KeyS");
	await history.waitFor();

	await page.getByRole("button", { name: "Подробности" }).focus();
	await page.keyboard.press("Escape");
	expect(await stays("leaving the transcript")).toBe("Сообщение");
	await page.getByRole("main").getByRole("link", { name: "К полю сообщения" }).focus();
	await page.keyboard.press("Enter");
	expect(await stays("skipping the transcript")).toBe("Сообщение");

	world.model.script("hang-midway");
	await page.keyboard.press("ControlOrMeta+Shift+Enter");
	await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
	// The menu of files is what it closes first.
	await page.locator(".composer summary", { hasText: "Прикрепить" }).press("Enter");
	await page.keyboard.press("Escape");
	expect(await page.locator(".composer details").getAttribute("open")).toBe(null);
	expect(await page.locator("article[data-state=writing]").count()).toBe(1);
	await page.keyboard.press("Escape");
	await page.locator("article[data-state=stopped]").waitFor();
	await page.getByRole("img", { name: "Вариант 2 из 2" }).waitFor();
	expect(await field.inputValue()).toBe("Черновик");

	await field.blur();
	await page.keyboard.press("?");
	const sheet = page.getByRole("dialog", { name: "Сочетания клавиш" });
	for (const named of ["Скопировать последний ответ", "Свернуть или показать панель", "Остановить ответ"])
		await sheet.getByText(named).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});
