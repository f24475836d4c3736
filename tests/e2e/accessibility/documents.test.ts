import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violationsInBothThemes } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

const text = (name: string, content: string) => ({
	name,
	mimeType: "text/plain",
	buffer: Buffer.from(content),
});
const row = (page: Page, name: string) => page.locator(".doc-list > li", { hasText: name });
const menuOf = (page: Page, name: string) => row(page, name).locator("summary");

test("documents are uploaded, collected, chosen for a question and deleted, by mouse and keys; axe finds nothing on any screen of it, in both themes", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 1440, height: 900 },
	});
	const look = async (what: string) =>
		expect([what, ...(await violationsInBothThemes(page))]).toEqual([what]);

	await page.getByRole("navigation", { name: "Разделы" }).getByRole("link", { name: "Документы" }).click();
	await page.getByText("Здесь появятся ваши документы").waitFor();
	await look("no documents");
	await page
		.locator("label.attach input")
		.setInputFiles([
			text("Договор.txt", "Аренда на год. Индексация раз в год."),
			text("Заметки.txt", "Соседи говорят: индексацию удалось снизить."),
			text("Пустой.txt", ""),
		]);
	// Each is read and shown as read without anybody loading the page.
	for (const name of ["Договор", "Заметки"])
		await row(page, name).and(page.locator('[data-state="ready"]')).waitFor();
	await page.getByRole("alert").getByText("Файл пустой").waitFor();
	await look("the list");

	// The menu by keys.
	await menuOf(page, "Договор").press("Enter");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("В подборку");
	await look("a menu");
	await page.keyboard.press("Escape");
	expect(await menuOf(page, "Договор").evaluate((element) => element === document.activeElement)).toBe(true);
	await menuOf(page, "Договор").press("Enter");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.getByLabel("Новая подборка").fill("Аренда");
	await look("collections of a document");
	await page.getByRole("button", { name: "Сохранить" }).click();
	await page.getByRole("status").getByText("Подборки сохранены").waitFor();

	await page.getByRole("searchbox", { name: "Искать в тексте документов" }).fill("индексации");
	await page.getByRole("button", { name: "Найти" }).click();
	await page.getByText("2 места в 2 документах").waitFor();
	await look("what is found");
	await page.goto("/documents?q=страховка");
	await look("nothing is found");

	await page
		.getByRole("navigation", { name: "Подборки" })
		.getByRole("link", { name: /Аренда/ })
		.click();
	await page.getByRole("heading", { level: 1, name: "Аренда" }).waitFor();
	await look("a collection");
	const collection = page.url();
	for (const name of ["edit-collection", "delete-collection"]) {
		await page.goto(`${collection}&do=${name}`);
		await look(name);
	}
	const id = await (await page.goto("/documents"))?.text();
	const file = /data-file-id="([\w-]{36})"/.exec(id ?? "")?.[1];
	for (const name of ["delete", "rename", "replace", "used"]) {
		await page.goto(`/documents?do=${name}&file=${file}`);
		await look(name);
	}
	await page.goto("/documents?do=new-collection");
	await look("a new collection");

	await page.goto("/chat");
	await page.getByLabel("Сообщение", { exact: true }).fill("Черновик");
	await page.locator(".composer summary", { hasText: "Прикрепить" }).click();
	await page.getByRole("button", { name: "Из моих документов" }).click();
	const choice = page.getByRole("dialog", { name: "Из моих документов" });
	await choice.getByLabel("Найти по имени").fill("аренд");
	await choice.getByLabel(/Заметки/).waitFor({ state: "detached" });
	await choice.getByLabel(/Аренда/).check();
	// What was chosen stays while another name is looked for.
	await choice.getByLabel("Найти по имени").fill("");
	await choice.getByLabel(/Заметки/).check();
	await choice.getByText("Выбрано: подборка и 1 файл").waitFor();
	await look("the choice");
	await choice.getByRole("button", { name: "Прикрепить" }).click();
	await choice.waitFor({ state: "detached" });
	expect(await page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("Черновик");
	await page.getByRole("list", { name: "Подборки чата" }).getByText("Аренда", { exact: true }).waitFor();
	await page.locator(".composer summary", { hasText: "Прикрепить" }).click();
	await page.getByRole("button", { name: "Из моих документов" }).waitFor();
	await look("chosen in the chat");
	await page.keyboard.press("Escape");
	await page.getByLabel("Сообщение", { exact: true }).fill("Что с индексацией?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.waitForURL("**/chat?c=*");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const asked = JSON.stringify(world.model.requests.at(-1)?.messages);
	expect(asked).toContain("Аренда на год");
	expect(asked).toContain("Соседи говорят");
	const card = page.locator(".file-card", { hasText: "Заметки" });
	await card.getByText("целиком").waitFor();
	await card.getByRole("button", { name: /^Искать по отрывкам/ }).click();
	await card.getByText("дальше — по отрывкам").waitFor();
	await look("a question with a document and a collection");
	await page.getByRole("button", { name: "Убрать подборку «Аренда»" }).click();
	await page.getByRole("list", { name: "Подборки чата" }).waitFor({ state: "detached" });

	await page.goto("/documents");
	await menuOf(page, "Заметки").click();
	await page.getByRole("link", { name: "Удалить", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Удалить документ?" });
	await dialog.getByText("В 1 чате ответы останутся").waitFor();
	await look("the dialog before deleting");
	await dialog.getByRole("button", { name: "Удалить" }).click();
	await page.getByRole("status").getByText("Документ удалён").waitFor();
	await row(page, "Заметки").waitFor({ state: "detached" });
	expect(complaints).toEqual([]);
	await context.close();
});
