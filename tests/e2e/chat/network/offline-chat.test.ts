import { describe, expect, test } from "vitest";
import { sentences } from "../../../support/fakes/fake-model-text.ts";
import {
	badGateway,
	expectScreenStays,
	line,
	loseAnswersOf,
	watchForReturn,
} from "../../support/lost-requests.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { inTwoParts } from "../../support/two-parts.ts";
import { watchFor } from "../../support/watch-for.ts";
import { ask, type BrowserWindow, hydrated, lastAnswer, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

type Page = BrowserWindow["page"];
const field = (page: Page) => page.getByLabel("Сообщение", { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Отправить", exact: true }).click();
const done = (page: Page, count = 1) =>
	page
		.locator("article[data-role=assistant][data-state=done]")
		.nth(count - 1)
		.waitFor();
const questions = (page: Page) => page.locator("[data-role=user] .bubble").allTextContents();
const listed = (page: Page) =>
	page
		.getByRole("navigation", { name: "Чаты" })
		.locator(".conv > a:first-child")
		.evaluateAll((links) => links.map(({ textContent }) => textContent?.trim()));
const draft = (page: Page) =>
	page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith("draft ")));

/** Somebody in the chat, in a conversation of one exchange unless `question` is empty. */
async function inChat(question = "Первый вопрос") {
	const visitor = await openWindowAsMember(world);
	if (question) {
		await ask(visitor.page, question);
		await done(visitor.page);
	}
	return visitor;
}

/** Pages that were drawn anew because of an error, and what the content policy forbade. */
const scriptFaults = (complaints: string[]) =>
	complaints.filter((said) => /TrustedHTML|script error|Content Security|could not be shown/.test(said));

describe("without a connection", () => {
	test("a question stays in the field and on the device, and is asked once by the next press", async () => {
		const { page, context, complaints } = await inChat("");
		await field(page).fill("Что такое чай?");
		await context.setOffline(true);
		await send(page);
		await line(page).waitFor();
		await page.getByText("Сообщение не отправлено, текст остался в поле").waitFor();
		expect(await field(page).inputValue()).toBe("Что такое чай?");
		expect(await draft(page)).toEqual(["draft new"]);
		expect(await questions(page)).toEqual([]);
		await expectScreenStays(page);
		const isBack = await watchForReturn(page);
		await context.setOffline(false);
		await isBack();
		expect(await field(page).inputValue()).toBe("Что такое чай?");
		await send(page);
		await page.waitForURL("**/chat?c=*");
		await done(page);
		expect(await questions(page)).toEqual(["Что такое чай?"]);
		await expect.poll(() => field(page).inputValue()).toBe("");
		expect(await draft(page)).toEqual([]);
		await page.goto("/chat");
		await hydrated(page);
		expect(await field(page).inputValue()).toBe("");
		expect(scriptFaults(complaints)).toEqual([]);
		await context.close();
	});

	test("lost before the script listens, it is said as well", async () => {
		const { page, context } = await inChat("");
		await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
		await page.route("**/health", (route) => route.abort());
		await page.goto("/chat");
		await line(page).waitFor();
		await expectScreenStays(page);
		const isBack = await watchForReturn(page);
		await page.unroute("**/health");
		await isBack();
		await context.close();
	});

	test("another conversation is opened when the connection is back; until then this one is read", async () => {
		const { page, context } = await inChat();
		await page.getByRole("link", { name: "Новый чат" }).first().click();
		await page.locator("[data-empty]").waitFor();
		await ask(page, "Второй вопрос");
		await done(page);
		await field(page).fill("Набрано и не отправлено");
		await context.setOffline(true);
		await page.getByRole("link", { name: "Первый вопрос" }).click();
		await line(page).waitFor();
		expect(await questions(page)).toEqual(["Второй вопрос"]);
		expect(await field(page).inputValue()).toBe("Набрано и не отправлено");
		await expectScreenStays(page);
		await context.setOffline(false);
		await expect.poll(() => questions(page)).toEqual(["Первый вопрос"]);
		await page.goBack();
		await expect.poll(() => questions(page)).toEqual(["Второй вопрос"]);
		await expect.poll(() => field(page).inputValue()).toBe("Набрано и не отправлено");
		await context.close();
	});

	test("an answer that breaks off in the middle is there in full afterwards", async () => {
		const { page, context } = await inChat("");
		await ask(page, "сценарий:slow:60:40");
		await lastAnswer(page).getByText("Предложение номер 2 ").waitFor();
		await context.setOffline(true);
		await line(page).waitFor();
		expect(await lastAnswer(page).textContent()).toContain("Предложение номер 2 ");
		await expectScreenStays(page);
		await context.setOffline(false);
		await done(page);
		expect((await lastAnswer(page).locator(".prose").textContent())?.trim()).toBe(
			sentences(40).join("").trim(),
		);
		await expect.poll(() => line(page).count()).toBe(0);
		await context.close();
	});

	test("the end of an answer, when only the page could not be asked: what has come stays", async () => {
		const { page, context } = await inChat("");
		const { scenario, goOn } = inTwoParts(sentences(2).join(""), sentences(12).slice(2).join(""));
		world.model.script(scenario);
		await ask(page, "Расскажи о чае");
		await lastAnswer(page).getByText("Предложение номер 2 ").waitFor();
		await page.route("**/chat.data?**", (route) => route.abort("internetdisconnected"));
		goOn();
		await line(page).waitFor();
		const said = async () => (await lastAnswer(page).locator(".prose").textContent())?.trim();
		await expect.poll(said).toBe(sentences(12).join("").trim());
		await expectScreenStays(page);
		await page.unroute("**/chat.data?**");
		await done(page);
		await context.close();
	});

	test("new name, thumb, pin, deletion: nothing typed is lost, and a press does it", async () => {
		const { page, context } = await inChat();
		// The dialogs come with their first use: this one is here.
		const menu = async (item: string) => {
			await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
			await page.getByRole("menuitem", { name: item, exact: true }).click();
		};
		await menu("Переименовать");
		const title = page.getByRole("dialog").getByLabel("Название");
		await title.fill("О чае");
		await context.setOffline(true);
		await page.getByRole("dialog").getByRole("button", { name: "Сохранить" }).click();
		await page.getByRole("dialog").getByText("Запрос не дошёл").waitFor();
		expect(await title.inputValue()).toBe("О чае");
		await context.setOffline(false);
		const isSaved = await watchFor(page, ".snackbar", "Название сохранено");
		await page.getByRole("dialog").getByRole("button", { name: "Сохранить" }).click();
		await isSaved();
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await expect.poll(() => listed(page)).toEqual(["О чае"]);

		await context.setOffline(true);
		await page.getByRole("button", { name: "Полезный ответ", exact: true }).click();
		await page.locator(".snackbar", { hasText: "Запрос не дошёл" }).waitFor();
		await expectScreenStays(page);
		await context.setOffline(false);
		await page.locator(".snackbar").getByRole("button", { name: "Повторить" }).click();
		await page.getByRole("button", { name: "Полезный ответ", exact: true, pressed: true }).waitFor();

		await menu("Удалить");
		await context.setOffline(true);
		await page.getByRole("dialog").getByRole("button", { name: "Удалить" }).click();
		await page.getByRole("dialog").getByText("Запрос не дошёл").waitFor();
		await expectScreenStays(page);
		await context.setOffline(false);
		await page.getByRole("dialog").getByRole("button", { name: "Удалить" }).click();
		await page.getByText("Чат удалён").waitFor();
		await page.waitForURL("**/chat");
		await expect.poll(() => listed(page)).toEqual([]);
		await context.close();
	});

	test("what is pressed while a request hangs is sent again in its order, and a chat that comes back is opened", async () => {
		const { page, context } = await inChat();
		const chat = page.url();
		const { promise: held, resolve: lose } = Promise.withResolvers<void>();
		const sent: (string | null)[] = [];
		let works = false;
		await page.route("**/chat.data*", async (route) => {
			if (route.request().method() !== "POST") return route.fallback();
			sent.push(new URLSearchParams(route.request().postData() ?? "").get("intent"));
			if (works) return route.fallback();
			await held;
			await route.abort("connectionreset");
		});
		const again = page.locator(".snackbar").getByRole("button", { name: "Повторить" });
		const lost = page.locator(".snackbar", { hasText: "Запрос не дошёл" });
		const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
		await press("Полезный ответ");
		await expect.poll(() => sent).toEqual(["rate"]);
		await press("Закрепить чат");
		lose();
		await again.waitFor();
		// The next press comes behind them, and is lost with the first.
		await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
		await page.getByRole("menuitem", { name: "Убрать в архив", exact: true }).click();
		await expect.poll(() => sent).toEqual(["rate", "rate"]);
		await lost.waitFor();
		works = true;
		await again.click();
		await page.getByRole("button", { name: "Полезный ответ", exact: true, pressed: true }).waitFor();
		await expect.poll(() => sent.slice(2)).toEqual(["rate", "pin", "archive"]);
		await page.getByText("Чат убран в архив").waitFor();

		await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
		await page.getByRole("menuitem", { name: "Удалить", exact: true }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Удалить" }).click();
		await page.waitForURL("**/chat");
		works = false;
		await page.locator(".snackbar").getByRole("button", { name: "Вернуть" }).click();
		await lost.waitFor();
		works = true;
		await again.click();
		await page.waitForURL(chat);
		await expect.poll(() => questions(page)).toEqual(["Первый вопрос"]);
		await context.close();
	});

	test("edit, another version, «Остановить», an instruction", async () => {
		const { page, context } = await inChat();
		await page.getByRole("link", { name: "Изменить" }).click();
		const edited = page.getByLabel("Изменить сообщение");
		await edited.fill("Первый вопрос, точнее");
		await context.setOffline(true);
		await page.locator("form", { has: edited }).getByRole("button", { name: "Отправить" }).click();
		await page.locator("form", { has: edited }).getByText("Сообщение не отправлено").waitFor();
		expect(await edited.inputValue()).toBe("Первый вопрос, точнее");
		await page.getByRole("button", { name: "Создать ответ заново" }).click();
		await page.getByRole("button", { name: "Заново", exact: true }).click();
		await page.getByText("Запрос не дошёл").waitFor();
		await expectScreenStays(page);
		const isBack = await watchForReturn(page);
		await context.setOffline(false);
		await isBack();
		expect(await edited.inputValue()).toBe("Первый вопрос, точнее");
		await page.locator("form", { has: edited }).getByRole("button", { name: "Отправить" }).click();
		await page.getByRole("img", { name: "Вариант 2 из 2" }).waitFor();
		await expect.poll(() => questions(page)).toEqual(["Первый вопрос, точнее"]);
		await done(page);

		world.model.script("hang-midway");
		await ask(page, "Расскажи о чае");
		await lastAnswer(page).getByText("Предложение номер 1 ").waitFor();
		await page.route("**/chat/stop.data", (route) => route.abort("connectionfailed"), { times: 1 });
		// The server is found again within a second.
		const isLost = await watchFor(page, ".connection-region", "Нет соединения");
		await page.getByRole("button", { name: "Остановить" }).click();
		await isLost();
		await expectScreenStays(page);
		await page.getByRole("button", { name: "Остановить" }).click();
		await page.locator("article[data-state=stopped]").waitFor();

		await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
		await page.getByRole("menuitem", { name: "Инструкция" }).click();
		await page.getByLabel("Инструкция для модели").fill("Отвечайте коротко");
		await context.setOffline(true);
		await page.getByRole("button", { name: "Сохранить" }).click();
		// The line comes with the loss of the network; the form may still be on its way.
		await page.getByRole("dialog").getByText("Запрос не дошёл").waitFor();
		await line(page).waitFor();
		const isBackAgain = await watchForReturn(page);
		await context.setOffline(false);
		await isBackAgain();
		expect(await page.getByLabel("Инструкция для модели").inputValue()).toBe("Отвечайте коротко");
		await page.getByRole("button", { name: "Сохранить" }).click();
		await page.locator("[data-role=user]").first().waitFor();
		await context.close();
	});

	test("a part of the page that comes with its first use is waited for", async () => {
		const { page, context, complaints } = await inChat();
		await context.setOffline(true);
		await page.keyboard.press("Escape");
		await page.locator(".chat-panel").click({ position: { x: 5, y: 200 } });
		await page.keyboard.press("?");
		await line(page).waitFor();
		await expectScreenStays(page);
		await context.setOffline(false);
		await page.getByRole("dialog", { name: "Сочетания клавиш" }).waitFor();
		expect(scriptFaults(complaints)).toEqual([]);
		await context.close();
	});

	test("another application is opened when the connection is back", async () => {
		const { page, context } = await inChat();
		await context.setOffline(true);
		await page.locator("button[popovertarget=account-menu]").click();
		await page.locator("#account-menu a[href='/account']").evaluate((link: HTMLElement) => link.click());
		await line(page).waitFor();
		await expectScreenStays(page);
		expect(await questions(page)).toEqual(["Первый вопрос"]);
		await context.setOffline(false);
		await page.getByRole("heading", { level: 1, name: "Аккаунт" }).waitFor();
		await context.close();
	});
});

describe("a question that the server has taken and whose answer was lost", () => {
	test("in a new conversation: sent again it is the same one", async () => {
		const { page, context } = await inChat("");
		const sent = await loseAnswersOf(page, "**/chat.data*", 1);
		await field(page).fill("Один раз");
		await send(page);
		await page.getByText("Сообщение не отправлено").waitFor();
		expect(await field(page).inputValue()).toBe("Один раз");
		await send(page);
		await page.waitForURL("**/chat?c=*");
		await done(page);
		expect(sent.map((form) => form.get("promptId"))).toEqual([
			sent[0]?.get("promptId"),
			sent[0]?.get("promptId"),
		]);
		expect(await questions(page)).toEqual(["Один раз"]);
		await expect.poll(() => listed(page)).toEqual(["Один раз"]);
		await page.goto("/chat");
		await hydrated(page);
		expect(await field(page).inputValue()).toBe("");
		await context.close();
	});

	test("also after a reload, which finds it in the field", async () => {
		const { page, context } = await inChat("");
		const sent = await loseAnswersOf(page, "**/chat.data*", 1);
		await field(page).fill("И после загрузки");
		await send(page);
		await page.getByText("Сообщение не отправлено").waitFor();
		await page.reload();
		await expect.poll(() => field(page).inputValue()).toBe("И после загрузки");
		await send(page);
		await page.waitForURL("**/chat?c=*");
		await done(page);
		expect(new Set(sent.map((form) => form.get("promptId"))).size).toBe(1);
		await expect.poll(() => listed(page)).toEqual(["И после загрузки"]);
		await context.close();
	});

	test("in an open conversation: it is shown with its answer by itself, and the field is empty", async () => {
		const { page, context } = await inChat();
		const sent = await loseAnswersOf(page, "**/chat.data*", 1);
		await field(page).fill("Второй, взятый");
		await send(page);
		await done(page, 2);
		expect(sent).toHaveLength(1);
		expect(await questions(page)).toEqual(["Первый вопрос", "Второй, взятый"]);
		await expect.poll(() => field(page).inputValue()).toBe("");
		expect(await page.getByText("Сообщение не отправлено").count()).toBe(0);
		await context.close();
	});

	test("changed after that, it is another question, and the person is told so", async () => {
		const { page, context } = await inChat("");
		const sent = await loseAnswersOf(page, "**/chat.data*", 1);
		await field(page).fill("Как было");
		// Once there is a connection, the page is loaded anew, with an unused id.
		const anew = page.waitForResponse((response) => response.url().endsWith("/chat.data"));
		const isBack = await watchForReturn(page);
		await send(page);
		await page.getByText("Сообщение не отправлено").waitFor();
		await anew;
		await isBack();
		await field(page).fill("Как стало");
		await send(page);
		await page.getByText("Это сообщение уже отправлено с другим текстом").waitFor();
		expect(await field(page).inputValue()).toBe("Как стало");
		await send(page);
		await page.waitForURL("**/chat?c=*");
		await done(page);
		expect(new Set(sent.map((form) => form.get("promptId"))).size).toBe(2);
		expect(await questions(page)).toEqual(["Как стало"]);
		await context.close();
	});
});

test("a proxy that has lost its server says 502 to everything: the screen stays and goes on afterwards", async () => {
	const { page, context, complaints } = await inChat();
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await page.locator("[data-empty]").waitFor();
	await ask(page, "сценарий:slow:100:60");
	await lastAnswer(page).getByText("Предложение номер 2 ").waitFor();
	// The stream is cut as well, and every try to go on is answered with a page.
	await page.route("**/*", badGateway);
	await context.setOffline(true);
	await context.setOffline(false);
	await line(page).waitFor();
	await field(page).fill("Набрано тем временем");
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	expect(await lastAnswer(page).textContent()).toContain("Предложение номер 2 ");
	await expectScreenStays(page);
	expect(await field(page).inputValue()).toBe("Набрано тем временем");
	await page.unroute("**/*", badGateway);
	await expect.poll(() => questions(page)).toEqual(["Первый вопрос"]);
	await page.getByRole("link", { name: /сценарий/ }).click();
	const said = async () => (await lastAnswer(page).locator(".prose").textContent())?.trim();
	await expect.poll(said).toBe(sentences(60).join("").trim());
	expect(scriptFaults(complaints)).toEqual([]);
	await context.close();
});

test("a page in place of the data, as a portal gives it, is no answer either", async () => {
	const { page, context } = await inChat();
	await page.route("**/chat.data*", (route) =>
		route.fulfill({
			status: 200,
			contentType: "text/html",
			body: "<html><body>Вход в сеть гостиницы</body></html>",
		}),
	);
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await line(page).waitFor();
	expect(await questions(page)).toEqual(["Первый вопрос"]);
	await page.unroute("**/chat.data*");
	await page.waitForURL("**/chat");
	await page.getByRole("heading", { level: 2, name: /^Добр/ }).waitFor();
	await context.close();
});

test("what the server refuses for its size stays in the field", async () => {
	const { page, context } = await inChat();
	await field(page).fill("я".repeat(90_000));
	await send(page);
	await page.getByText("Сообщение не отправлено: оно слишком длинное").waitFor();
	expect((await field(page).inputValue()).length).toBe(90_000);
	expect(await line(page).count()).toBe(0);
	await expectScreenStays(page);
	await context.close();
});

test("a refusal that comes before the page shows the question as sent is said as well", async () => {
	const { page, context } = await inChat("");
	await page.addInitScript(() => {
		const plain = window.fetch;
		window.fetch = async (input, init) => {
			if (init?.method !== "POST" || !String(input).includes("/chat.data")) return plain(input, init);
			// A task later: the framework has set the form's state, and React has not rendered it.
			await new Promise((resolve) => setTimeout(resolve));
			return new Response("Слишком много", { status: 413 });
		};
	});
	await page.goto("/chat");
	await hydrated(page);
	await field(page).fill("Что такое чай?");
	await send(page);
	await page.getByText("Сообщение не отправлено: оно слишком длинное").waitFor();
	expect(await field(page).inputValue()).toBe("Что такое чай?");
	await context.close();
});
