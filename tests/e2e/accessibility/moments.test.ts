import type { Page } from "playwright";
import { expect, test } from "vitest";
import { blackPng } from "../../support/documents/picture.ts";
import { changeData } from "../support/change-data.ts";
import { violationsInBothThemes } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, hydrated, lastAnswer, openWindow, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODELS: "first-model,second-model" });

/** So long that a paste of it is offered as a file. */
const LONG = "Чай заваривают горячей водой. ".repeat(400);
const NARROW = { width: 390, height: 844 };
const button = (page: Page, name: string | RegExp) =>
	page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const done = (page: Page) => lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();

/** Runs in the page: an undo stays for twelve seconds (app/ui/snackbar.tsx), and axe may take longer. */
function keepUndo() {
	const plain = window.setTimeout.bind(window);
	const patient = (handler: () => void, ms = 0, ...rest: unknown[]) =>
		plain(handler, ms === 12_000 ? 600_000 : ms, ...rest);
	Object.assign(window, { setTimeout: patient });
}

const lookAt = (page: Page) => async (what: string) =>
	expect([what, ...(await violationsInBothThemes(page))]).toEqual([what]);

test("axe finds nothing in what the chat shows for a moment: choices, found things, a waiting question, an undo", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 1440, height: 900 },
	});
	const look = lookAt(page);
	const field = page.getByLabel("Сообщение", { exact: true });
	await ask(page, "Про липу");
	await done(page);
	await page.goto("/chat");
	await look("the beginning");
	const { promise: held, resolve: open } = Promise.withResolvers<void>();
	await page.route("**/chat.data?*", (route) => held.then(() => route.continue()));
	await page.getByRole("navigation", { name: "Чаты" }).getByRole("link", { name: "Про липу" }).click();
	await page.locator(".skeleton").first().waitFor();
	await look("a conversation that is being opened");
	open();
	await done(page);
	await page.unrouteAll();
	await page.goto("/chat");
	await ask(page, "Про клён");
	await done(page);

	await button(page, /^Модель: /).click();
	await page.getByRole("menu", { name: "Модель" }).waitFor();
	await look("the menu of models");
	await page.keyboard.press("Escape");
	await button(page, "Создать ответ заново").click();
	await button(page, "Короче").waitFor();
	await look("the choice of another answer");
	await page.keyboard.press("Escape");
	await lastAnswer(page).locator(".prose").selectText();
	await button(page, "Спросить об этом").waitFor();
	await look("the offer to ask about a selection");
	await button(page, "Спросить об этом").click();
	await look("a quote in the composer");
	await field.fill("");
	await lastAnswer(page).getByRole("button", { name: "Полезный ответ", exact: true }).click();
	await look("a rated answer");
	await page.locator("article[data-role=user]").getByRole("link", { name: "Изменить" }).click();
	await page.getByLabel("Изменить сообщение").waitFor();
	await look("a question that is changed");
	await page.keyboard.press("Escape");

	const search = page.getByRole("searchbox", { name: "Поиск по чатам" });
	const list = page.getByRole("navigation", { name: "Чаты" });
	await search.pressSequentially("липу");
	await list.locator("mark", { hasText: "липу" }).first().waitFor();
	await look("what is found while one types");
	await search.fill("единорог");
	await list.getByText("ничего не нашлось").waitFor();
	await look("nothing found");
	await search.press("Escape");

	world.model.script("hang-midway");
	await ask(page, "Расскажи о чае");
	await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
	await field.fill("Второй вопрос");
	await look("typed while an answer is written");
	await field.press("Enter");
	await page.getByRole("region", { name: "Следующий вопрос" }).waitFor();
	await look("a question that waits");
	await page.setViewportSize(NARROW);
	await field.fill("Третий вопрос");
	await look("a question that waits, and another one typed, on a phone");
	await page.setViewportSize({ width: 1440, height: 900 });
	await button(page, "Остановить").click();
	await page.getByText("Вопрос не отправлен и остался в поле.").waitFor();
	await look("a question that has come back");
	await field.fill("");

	await page.getByRole("link", { name: "Выбрать" }).click();
	await page.getByRole("main").getByLabel("Выбрать все").check();
	await look("several chats selected");
	await page.getByRole("main").getByRole("button", { name: "Удалить" }).click();
	await page.getByRole("dialog").waitFor();
	await look("the question whether to delete several");
	await page.evaluate(keepUndo);
	await page.getByRole("dialog").getByRole("button", { name: "Удалить" }).click();
	await button(page, "Вернуть").waitFor();
	await look("an undo");
	await button(page, "Вернуть").click();
	await page.getByText("2 чата возвращены").waitFor();
	await look("chats that are back");

	// No message is left, with and without a conversation.
	await changeData(world.instance, (db) =>
		db
			.updateTable("allowances")
			.set(({ ref }) => ({ used: ref("granted") }))
			.execute(),
	);
	await page.goto("/chat");
	await page.getByRole("heading", { name: /закончились/ }).waitFor();
	await look("no message left");
	await list.getByRole("link", { name: "Про липу" }).click();
	await done(page);
	await look("a conversation without a message left");
	expect(complaints).toEqual([]);
	await context.close();
});

test("axe finds nothing in the files of a question, whatever becomes of them, and a keyboard removes them", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 1440, height: 900 },
	});
	const look = lookAt(page);
	const field = page.locator(".composer .attach input[type=file]");
	const file = (name: string, text: string) => ({
		name,
		mimeType: "text/plain",
		buffer: Buffer.from(text),
	});
	const chip = (state: string) => page.locator(`.att[data-state=${state}]`);
	/** Holds requests back. @returns lets them go */
	const hold = async (address: string) => {
		const { promise: held, resolve } = Promise.withResolvers<void>();
		await page.route(address, (route) => held.then(() => route.continue()));
		return resolve;
	};
	const send = await hold("**/chat/files");
	const read = await hold("**/chat/files?id=*");
	await field.setInputFiles(file("чай.txt", "Чай заваривают горячей водой."));
	await page.locator(".att progress").waitFor();
	await look("a file that is being sent");
	send();
	await chip("waiting").or(chip("reading")).waitFor();
	await look("a file that is read");
	read();
	await chip("ready").waitFor();
	await field.setInputFiles([
		file("пусто.txt", ""),
		{ name: "сломан.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 сломан") },
		file("второй.txt", "Вода нужна мягкая."),
	]);
	await page.locator(".att-bad").nth(1).waitFor();
	await chip("ready").nth(1).waitFor();
	await look("files that are ready, refused and unreadable");
	await page.setViewportSize(NARROW);
	await look("the same on a phone");
	await page.setViewportSize({ width: 1440, height: 900 });

	await page.locator(".composer summary", { hasText: "Прикрепить" }).press("Enter");
	await page.keyboard.press("Tab");
	expect(await page.locator(".attach").evaluate((box) => getComputedStyle(box).outlineStyle)).toBe("solid");
	await page.keyboard.press("Escape");
	const focused = () => page.evaluate(() => document.activeElement?.closest("li")?.textContent ?? "");
	await page
		.locator(".att-bad")
		.first()
		.getByRole("button", { name: /^Убрать/ })
		.press("Enter");
	await expect.poll(focused).toMatch(/сломан|пусто/);
	await page.keyboard.press("Enter");
	await page.locator(".att-bad").waitFor({ state: "detached" });
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("message");

	// Neither model sees.
	await field.setInputFiles({ name: "План.png", mimeType: "image/png", buffer: blackPng(300, 200) });
	await page.locator("#blind").waitFor();
	await look("a picture for a model that does not see");
	await button(page, "Убрать картинку «План»").click();
	await page.locator("#blind").waitFor({ state: "detached" });
	await page.getByLabel("Сообщение", { exact: true }).evaluate((area, text) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", text);
		area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	}, LONG);
	await page.getByLabel("Сообщение", { exact: true }).fill(LONG);
	await button(page, "Прикрепить его файлом").waitFor();
	await look("a long text that was pasted");
	await page.evaluate(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(["Чай"], "чай.txt"));
		dispatchEvent(new DragEvent("dragenter", { dataTransfer }));
	});
	await page.locator(".drop").waitFor();
	await look("a file over the page");
	await page.evaluate(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(["Чай"], "чай.txt"));
		dispatchEvent(new DragEvent("dragleave", { dataTransfer }));
	});

	await ask(page, "О чём это?");
	await done(page);
	await page.locator(".file-card").nth(1).waitFor();
	await look("a question with its files");
	await page.setViewportSize(NARROW);
	await look("the same on a phone");
	expect(complaints).toEqual([]);
	await context.close();
});

test("axe finds nothing on pages that are not found or have failed, in the chart of use and in the dialogs of the site", async () => {
	const { page, context } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	const look = lookAt(page);
	await ask(page, "Про чай");
	await done(page);
	await page.goto("/payment");
	await page.getByText("Показать таблицей").click();
	await look("the chart of use, and its table");
	await page.locator("[popovertarget=account-menu]").click();
	await look("the menu of the account");
	await page.keyboard.press("Escape");
	await page.setViewportSize(NARROW);
	await button(page, "Открыть меню").click();
	await look("the drawer of the site");
	await page.keyboard.press("Escape");
	for (const path of ["/nowhere", "/chat?c=nothing", `/chat?c=${crypto.randomUUID()}`, "/FAQ?q=лимит"]) {
		await page.goto(path);
		await look(path);
	}

	// A table that is missing for a moment is an error that nobody expects.
	for (const [table, path] of [
		["purchases", "/payment"],
		["conversations", "/chat"],
	] as const) {
		const rename = (from: string, to: string) =>
			changeData(world.instance, (db) => db.schema.alterTable(from).renameTo(to).execute());
		await rename(table, "away");
		await page.goto(path);
		await rename("away", table);
		await look(`${path}, failed`);
	}

	await page.goto("/chat");
	await hydrated(page);
	await context.setOffline(true);
	await page.getByText("Нет соединения").first().waitFor();
	await look("without a connection");
	await context.close();

	const guest = await openWindow(world, { viewport: { width: 1440, height: 900 } });
	for (const [path, send] of [
		["/login", "Войти"],
		["/registration", "Зарегистрироваться"],
		["/reset-password", "Отправить ссылку"],
	] as const) {
		await guest.page.goto(path);
		await guest.page.getByLabel("Электронная почта").fill("anna@pochta");
		await guest.page.getByRole("button", { name: send, exact: true }).click();
		await guest.page.locator("[aria-invalid=true]").first().waitFor();
		expect([path, ...(await violationsInBothThemes(guest.page))]).toEqual([path]);
	}
	await guest.context.close();
});
