import type { Page } from "playwright";
import { expect, test } from "vitest";
import { scannedPdf } from "../../support/documents/pdf.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, enrol, hydrated, lastAnswer, newPerson, openWindow, READING } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODEL_SEES: "1" });

const text = (name: string, content = "Аренда на год.") => ({
	...{ name, mimeType: "text/plain" },
	buffer: Buffer.from(content),
});
const attach = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
	page.locator(".attach input[type=file]").setInputFiles(files);
const refused = (page: Page) => page.getByRole("list", { name: "Не прикреплено" });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const ready = (page: Page) => page.locator('[data-file-id][data-state="ready"]');
const queued = (page: Page) => page.getByRole("region", { name: "Следующий вопрос" });
const scan = () => ({ name: "Скан.pdf", mimeType: "application/pdf", buffer: scannedPdf(1) });

/** Asks something whose answer is being written until it is told to end. */
async function askAndHold(page: Page): Promise<() => void> {
	const { promise: ended, resolve: end } = Promise.withResolvers<void>();
	world.model.script(async (reply) => {
		await reply.stream("Начало ответа.");
		await ended;
		reply.finish();
	});
	await ask(page, "Первый вопрос");
	await lastAnswer(page).getByText("Начало").waitFor();
	return end;
}

test("a file whose sending breaks off is said to be lost, and sent again at a press; so is a scan's press", async () => {
	const { page, context, complaints } = await openWindow(world);
	await enrol(page, newPerson());
	await page.route("**/chat/files", (route) => route.abort("connectionreset"), { times: 1 });
	await attach(page, text("Договор.txt"));
	await refused(page).getByText("Не удалось отправить: связь пропала").waitFor();
	await page.route("**/chat/files", (route) => route.abort("connectionreset"), { times: 1 });
	await refused(page).getByRole("button", { name: "Повторить" }).press("Enter");
	await expect.poll(() => focused(page)).toBe("message");
	await refused(page).getByText("Не удалось отправить: связь пропала").waitFor();
	await refused(page).getByRole("button", { name: "Повторить" }).press("Enter");
	await ready(page).waitFor();
	expect(await focused(page)).toBe("message");

	await attach(page, scan());
	const show = refused(page).getByRole("button", { name: "Показать страницы картинками" });
	await show.waitFor();
	await page.route("**/chat/files", (route) => route.abort("internetdisconnected"), { times: 1 });
	await show.click();
	await refused(page).getByText("Не удалось отправить: связь пропала").waitFor();
	await show.click();
	await expect.poll(() => ready(page).count()).toBe(2);
	expect(complaints.filter((said) => !said.includes("net::ERR_"))).toEqual([]);
	await context.close();
});

test("a scan that is shown as pictures while its question waits goes with it", async () => {
	const { page, context, complaints } = await openWindow(world);
	await enrol(page, newPerson());
	const end = await askAndHold(page);
	// The page does not know yet that it is a scan.
	const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
	await page.route("**/chat/files?*", (route) => held.then(() => route.continue()));
	await attach(page, scan());
	await page.locator(".composer").getByText("Скан.pdf", { exact: true }).waitFor();
	await page.getByLabel("Сообщение", { exact: true }).fill("Что в скане?");
	await page.getByRole("button", { name: "Поставить в очередь", disabled: false }).click();
	await queued(page).getByText("Что в скане?").waitFor();
	letGo();
	await refused(page).getByRole("button", { name: "Показать страницы картинками" }).click();
	await ready(page).waitFor();
	end();
	await page.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	const question = world.model.requests.at(-1)?.messages.at(-1);
	expect(question?.parts?.filter(({ type }) => type === "image_url")).toHaveLength(1);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a file that cannot be read stays behind, also where another tab sends the question that waits with it", async () => {
	const { page, context, complaints } = await openWindow(world);
	await enrol(page, newPerson());
	const end = await askAndHold(page);
	const other = await context.newPage();
	await other.goto(page.url());
	await hydrated(other);
	await attach(page, scan());
	await refused(page).getByText("Это скан").waitFor();
	await page.getByLabel("Сообщение", { exact: true }).fill("Что в скане?");
	await page.getByRole("button", { name: "Поставить в очередь", disabled: false }).click();
	await queued(other).getByText("Что в скане?").waitFor();
	await page.close();
	end();
	await other.locator("[data-role=user]", { hasText: "Что в скане?" }).waitFor();
	await other.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("a file that cannot be read is not said to be attached", async () => {
	const { page, context } = await openWindow(world);
	await enrol(page, newPerson());
	const said = page.locator(".composer > [role=status].sr-only");
	await attach(page, text("Договор.txt"));
	await expect.poll(() => said.textContent()).toBe("Прикреплено: Договор.txt. ");
	await attach(page, scan());
	await refused(page).getByText("Это скан").waitFor();
	expect(await said.textContent()).toBe("Не прикреплено: Скан.pdf. ");
	await refused(page).getByRole("button", { name: "Убрать файл «Скан.pdf»" }).click();
	await expect.poll(() => said.textContent()).toBe("Файл «Скан.pdf» убран");
	await context.close();
});

test("of several files attached at once all are told, and one that is being read not as attached", async () => {
	const { page, context } = await openWindow(world);
	await enrol(page, newPerson());
	const said = page.locator(".composer > [role=status].sr-only");
	await page
		.locator("input[type=file]")
		.first()
		.setInputFiles([text("Договор.txt"), text("Смета.txt"), text("План.txt")]);
	await expect.poll(() => said.textContent()).toBe("Прикреплено: Договор.txt, Смета.txt, План.txt. ");
	await page.route("**/chat/files", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), state: "reading" } });
	});
	await page.route("**/chat/files?*", (route) => route.abort());
	await attach(page, text("Отчёт.txt"));
	await expect.poll(() => said.textContent()).toBe("Читаем… Отчёт.txt. ");
	await context.close();
});

test("on the page of documents the focus stays at a file that is sent again, and goes on to the field after it", async () => {
	const { page, context } = await openWindow(world);
	await enrol(page, newPerson());
	await page.goto("/documents");
	await hydrated(page);
	const label = () => page.evaluate(() => document.activeElement?.textContent?.trim());
	const lost = () => page.getByText("Не удалось отправить: связь пропала").waitFor();
	await page.route("**/chat/files", (route) => route.abort("connectionreset"), { times: 1 });
	await attach(page, text("Договор.txt"));
	await lost();
	const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
	await page.route("**/chat/files", (route) => answered.then(() => route.abort("connectionreset")), {
		times: 1,
	});
	const again = page.getByRole("button", { name: "Повторить" });
	await again.press("Enter");
	await expect.poll(label).toBe("Отменить отправку файла «Договор.txt»");
	answer();
	await lost();
	await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
	await again.press("Enter");
	await page.locator(".doc-row", { hasText: "TXT" }).waitFor();
	await expect
		.poll(() => page.evaluate(() => document.activeElement?.matches(".attach > input[type=file]")))
		.toBe(true);
	await context.close();
});

test("a question of files alone that is lost says nothing of a text, and nothing of being sent by itself", async () => {
	const { page, context } = await openWindow(world);
	await enrol(page, newPerson());
	await attach(page, text("Договор.txt"));
	await ready(page).waitFor();
	await context.setOffline(true);
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.getByText("Запрос не дошёл. Попробуйте ещё раз").waitFor();
	const line = page.locator(".connection-region");
	await line.getByText("отправить не удалось").waitFor();
	expect(await line.textContent()).not.toContain("Пробуем снова");
	expect(await page.getByText("текст остался в поле").count()).toBe(0);
	await context.close();
});

test("a file that is sent after the session has ended says so, and goes once the person is back", async () => {
	const { page, context } = await openWindow(world);
	const person = newPerson();
	await enrol(page, person);
	await page.getByLabel("Сообщение", { exact: true }).fill("Что в договоре?");
	const cookies = await context.cookies();
	await context.clearCookies();
	await attach(page, text("Договор.txt"));
	await refused(page).getByText("Сеанс закончился").waitFor();
	// Somebody signs in again in another tab.
	await context.addCookies(cookies);
	await refused(page).getByRole("button", { name: "Повторить" }).click();
	await ready(page).waitFor();
	expect(await page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("Что в договоре?");
	await context.close();
});

test("of more files than a question takes, which several tabs have got, none is forgotten", async () => {
	const { page, context, complaints } = await openWindow(world);
	await enrol(page, newPerson());
	const other = await context.newPage();
	await other.goto("/chat");
	await hydrated(other);
	for (const [tab, names] of [
		[page, "АБВГДЕ"],
		[other, "ЖЗИКЛМ"],
	] as const) {
		await attach(tab, ...[...names].map((name) => text(`${name}.txt`, `Пункт ${name}`)));
		await expect.poll(() => ready(tab).count(), READING).toBe(6);
	}
	const third = await context.newPage();
	await third.goto("/chat");
	await expect.poll(() => ready(third).count()).toBe(10);
	const stored = () => third.evaluate(() => localStorage.getItem("files new")?.split(",").length);
	expect(await stored()).toBe(12);
	// Once ten of them have gone with a question, the others are there.
	await ask(third, "Сравните их");
	await lastAnswer(third).waitFor();
	await expect.poll(stored).toBe(2);
	await third.goto("/chat");
	await expect.poll(() => ready(third).count()).toBe(2);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a file that was taken away in another tab is named here when the question is sent, and the question goes without it", async () => {
	const { page, context } = await openWindow(world);
	await enrol(page, newPerson());
	await attach(page, text("Договор.txt"), text("Смета.txt", "Покраска"));
	await expect.poll(() => ready(page).count()).toBe(2);
	const other = await context.newPage();
	await other.goto("/chat");
	await expect.poll(() => ready(other).count()).toBe(2);
	const taken = other.waitForResponse((response) => response.request().method() === "POST");
	await other.getByRole("button", { name: "Убрать файл «Смета.txt»" }).click();
	await taken;
	expect(await ready(other).count()).toBe(1);
	await other.close();
	await page.getByLabel("Сообщение", { exact: true }).fill("Что в договоре?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.getByText("Одного из файлов больше нет").waitFor();
	const gone = refused(page).getByRole("listitem").filter({ hasText: "Этого файла больше нет" });
	await gone.getByRole("button", { name: "Убрать файл «Смета.txt»" }).waitFor();
	expect(await page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("Что в договоре?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await context.close();
});
