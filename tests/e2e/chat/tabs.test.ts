import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, type BrowserWindow, hydrated, openWindow, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

/** Deletes the chat that a tab shows, as another tab does. */
async function deleteElsewhere({ page, context }: BrowserWindow) {
	const conversationId = new URL(page.url()).searchParams.get("c") ?? "";
	const form = { intent: "delete", conversationId, stay: "1" };
	const headers = { Origin: world.instance.url };
	expect((await context.request.post("/chat", { form, headers })).ok()).toBe(true);
}

/** Complaints other than those about the chat that is gone. */
const others = (complaints: readonly string[]) => complaints.filter((line) => !/status of 404/.test(line));

test("a question asked in one tab appears in another that is idle, which loads nothing without news", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Первый вопрос");
	await page.locator("article[data-state=done]").waitFor();
	const second = await context.newPage();
	await second.goto(page.url());
	await second.getByText("Первый вопрос").first().waitFor();
	const loads: string[] = [];
	page.on("request", (request) => request.url().includes(".data") && loads.push(request.url()));
	await hydrated(second);
	await page.bringToFront();
	await second.bringToFront();
	await ask(second, "Второй вопрос");
	await page.locator("[data-role=user]", { hasText: "Второй вопрос" }).waitFor();
	await page.locator("article[data-state=done]").nth(1).waitFor();
	// For the question, and for the end of its answer.
	expect(loads.length).toBeLessThanOrEqual(2);
	const { length } = loads;
	await page.bringToFront();
	await second.reload();
	await second.getByText("Второй вопрос").first().waitFor();
	expect(loads).toHaveLength(length);
	expect(complaints).toEqual([]);
	await context.close();
});

test("Enter that ends a composition in Safari does not send; after «Остановить» the focus is in the field", async () => {
	const { page, context } = await openWindowAsMember(world);
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("にほん");
	// As Safari tells it: the composition is over already, and the key has the code of a composition.
	const sent = await field.evaluate((node) => {
		let submitted = false;
		(node as HTMLTextAreaElement).form?.addEventListener("submit", () => {
			submitted = true;
		});
		const init = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
		const prevented = !node.dispatchEvent(new KeyboardEvent("keydown", init));
		return submitted || prevented;
	});
	expect(sent).toBe(false);
	expect(await field.inputValue()).toBe("にほん");

	world.model.script("hang-midway");
	await ask(page, "Расскажи о чае");
	await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
	const stop = page.getByRole("button", { name: "Остановить" });
	// As in Safari, where a pressed button gets no focus.
	await stop.evaluate((button: HTMLElement) => {
		(document.activeElement as HTMLElement | null)?.blur();
		button.addEventListener("mousedown", (event) => event.preventDefault());
	});
	await stop.click();
	await page.locator("article[data-state=stopped]").waitFor();
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("message");
	await context.close();
});

test("an act on a chat that another tab has deleted says so, leaves the screen, and offers the way back", async () => {
	const member = await openWindowAsMember(world);
	const { page, context, complaints } = member;
	await ask(page, "Про вяз");
	await page.locator("article[data-state=done]").waitFor();
	await deleteElsewhere(member);
	await page.getByRole("button", { name: "Закрепить чат" }).click();
	await page.getByText("Чат удалён").waitFor();
	await page.locator("[data-role=user]", { hasText: "Про вяз" }).waitFor();
	await page.getByRole("button", { name: "Вернуть", exact: true }).click();
	await page.getByText("Чат возвращён").waitFor();
	await page.getByRole("button", { name: "Закрепить чат" }).click();
	await page.getByRole("heading", { name: "Закреплённые" }).waitFor();
	expect(others(complaints)).toEqual([]);
	await context.close();
});

test("why an answer is bad stays in its dialog where another tab has deleted the chat, and goes once it is back", async () => {
	const member = await openWindowAsMember(world);
	const { page, context, complaints } = member;
	await ask(page, "Про ясень");
	await page.locator("article[data-state=done]").waitFor();
	await page.getByRole("button", { name: "Бесполезный ответ" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("textbox").fill("Путает ясень с клёном");
	await deleteElsewhere(member);
	await dialog.getByRole("button", { name: "Отправить" }).click();
	await dialog.getByText("Чат удалён").waitFor();
	expect(await dialog.getByRole("textbox").inputValue()).toBe("Путает ясень с клёном");
	const conversationId = new URL(page.url()).searchParams.get("c") ?? "";
	const form = { intent: "restore", conversationId, stay: "1" };
	await context.request.post("/chat", { form, headers: { Origin: world.instance.url } });
	await dialog.getByRole("button", { name: "Отправить" }).click();
	await dialog.waitFor({ state: "detached" });
	const file = await context.request.get(`/chat/export?c=${conversationId}&format=json`);
	expect(await file.text()).toContain("Путает ясень с клёном");
	expect(others(complaints)).toEqual([]);
	await context.close();
});

test("a question to a chat that another tab has deleted goes into a new chat, with its file", async () => {
	const member = await openWindowAsMember(world);
	const { page, context, complaints } = member;
	await ask(page, "Про липу");
	await page.locator("article[data-state=done]").waitFor();
	await deleteElsewhere(member);
	const field = page.getByLabel("Сообщение", { exact: true });
	const file = { name: "Липа.txt", mimeType: "text/plain", buffer: Buffer.from("Липа цветёт") };
	await page.locator(".attach input[type=file]").setInputFiles([file]);
	await page.getByText("Липа.txt", { exact: true }).waitFor();
	await page.getByRole("button", { name: "Отправить", disabled: false }).waitFor();
	await field.fill("А когда она цветёт?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.getByText("Этого чата больше нет.").waitFor();
	expect(await field.inputValue()).toBe("А когда она цветёт?");
	await page.getByRole("link", { name: "Перенести в новый чат" }).click();
	await page.waitForURL("**/chat");
	await expect.poll(() => field.inputValue()).toBe("А когда она цветёт?");
	await page.getByText("Липа.txt", { exact: true }).waitFor();
	await ask(page, "А когда она цветёт?");
	await page.locator("[data-role=user]").getByText("Липа.txt", { exact: true }).waitFor();
	expect(await page.locator("[data-role=user]").count()).toBe(1);
	expect(others(complaints)).toEqual([]);
	await context.close();
});

test("what was typed in a chat that another tab has deleted is in a new chat, also when it was never sent", async () => {
	const member = await openWindowAsMember(world);
	const { page, context, complaints } = member;
	await ask(page, "Про клён");
	await page.locator("article[data-state=done]").waitFor();
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("Недописанное про клён");
	await deleteElsewhere(member);
	// What another tab says when it has asked something.
	await page.evaluate(() => {
		const news = new BroadcastChannel("chat");
		news.postMessage({ conversationId: "another", last: "another" });
		news.close();
	});
	await page.getByRole("main").getByRole("link", { name: "Открыть чат" }).click();
	await hydrated(page);
	await expect.poll(() => field.inputValue()).toBe("Недописанное про клён");
	expect(others(complaints)).toEqual([]);
	await context.close();
});

test("what was typed in a chat that was deleted is in a new chat, also when its page is loaded anew", async () => {
	const member = await openWindowAsMember(world);
	const { page, context, complaints } = member;
	await ask(page, "Про рябину");
	await page.locator("article[data-state=done]").waitFor();
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("Недописанное про рябину");
	await deleteElsewhere(member);
	await page.reload();
	await page.getByRole("main").getByRole("link", { name: "Открыть чат" }).click();
	await page.waitForURL("**/chat?deleted=*");
	await hydrated(page);
	await expect.poll(() => field.inputValue()).toBe("Недописанное про рябину");
	// Once, and it stays when this page is loaded anew.
	await page.reload();
	await hydrated(page);
	await expect.poll(() => field.inputValue()).toBe("Недописанное про рябину");
	expect(others(complaints)).toEqual([]);
	await context.close();
});

test("another version of a question of a deleted chat goes into a new chat", async () => {
	const member = await openWindowAsMember(world);
	const { page, context, complaints } = member;
	await ask(page, "Про дуб");
	await page.locator("article[data-state=done]").waitFor();
	await page.getByRole("link", { name: "Изменить" }).click();
	const edited = page.getByLabel("Изменить сообщение");
	await edited.fill("Про дуб и жёлуди");
	await deleteElsewhere(member);
	await page
		.getByRole("main")
		.locator("form", { has: edited })
		.getByRole("button", { name: "Отправить" })
		.click();
	await page.getByText("Этого чата больше нет.").waitFor();
	await edited.fill("Про дуб и жёлуди осенью");
	await page.getByRole("link", { name: "Перенести в новый чат" }).click();
	const field = page.getByLabel("Сообщение", { exact: true });
	await expect.poll(() => field.inputValue()).toBe("Про дуб и жёлуди осенью");
	expect(others(complaints)).toEqual([]);
	await context.close();
});

test("without script a question to a deleted chat, and another version of one, come back in a new chat", async () => {
	const { context: first } = await openWindowAsMember(world);
	const storageState = await first.storageState();
	await first.close();
	const plain = await openWindow(world, { javaScriptEnabled: false, storageState });
	const { page, context, complaints } = plain;
	const field = page.getByLabel("Сообщение", { exact: true });
	await page.goto("/chat");
	await ask(page, "Про ель");
	await page.locator("article[data-state=done]").waitFor();
	const chat = page.url();
	await field.fill("А шишки?");
	await deleteElsewhere(plain);
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.getByText("Этого чата больше нет.").waitFor();
	expect(await field.inputValue()).toBe("А шишки?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.waitForURL("**/chat?c=*");
	expect(page.url()).not.toBe(chat);
	await page.locator("[data-role=user] .bubble", { hasText: "А шишки?" }).waitFor();
	await page.locator("article[data-state=done]").waitFor();

	await page.getByRole("link", { name: "Изменить" }).click();
	await page.getByLabel("Изменить сообщение").fill("А шишки и хвоя?");
	await deleteElsewhere(plain);
	const form = page.getByRole("main").locator("form", { has: page.getByLabel("Изменить сообщение") });
	await form.getByRole("button", { name: "Отправить" }).click();
	await page.getByText("Этого чата больше нет.").waitFor();
	expect(await field.inputValue()).toBe("А шишки и хвоя?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.locator("[data-role=user] .bubble", { hasText: "А шишки и хвоя?" }).waitFor();
	expect(others(complaints)).toEqual([]);
	await context.close();
});

const fieldOf = (page: BrowserWindow["page"]) => page.getByLabel("Сообщение", { exact: true });

test("a question of one tab with a new chat takes along nothing that is typed and attached in another", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const other = await context.newPage();
	await other.goto("/chat");
	await hydrated(other);
	const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
	await page.route("**/chat.data**", async (route) => {
		if (route.request().method() === "POST") await held;
		await route.continue();
	});
	await fieldOf(page).fill("Вопрос из первой вкладки");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.locator("[data-role=user]", { hasText: "Вопрос из первой вкладки" }).waitFor();
	await fieldOf(other).fill("Набрано во второй");
	const file = { name: "Вторая.txt", mimeType: "text/plain", buffer: Buffer.from("Из второй вкладки") };
	await other.locator(".attach input[type=file]").setInputFiles([file]);
	await other.getByText("Вторая.txt", { exact: true }).waitFor();
	await other.getByRole("button", { name: "Отправить", disabled: false }).waitFor();
	letGo();
	await page.waitForURL("**/chat?c=*");
	await page.locator("article[data-state=done]").waitFor();
	expect(await fieldOf(page).inputValue()).toBe("");
	expect(await page.getByText("Вторая.txt", { exact: true }).count()).toBe(0);
	await page.reload();
	await hydrated(page);
	expect(await fieldOf(page).inputValue()).toBe("");
	expect(await fieldOf(other).inputValue()).toBe("Набрано во второй");
	await other.reload();
	await expect.poll(() => fieldOf(other).inputValue()).toBe("Набрано во второй");
	await other.getByText("Вторая.txt", { exact: true }).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("a tab that is loaded anew has what was typed in it, and a new one what was typed last", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const other = await context.newPage();
	await other.goto("/chat");
	await hydrated(other);
	await fieldOf(page).fill("Из первой вкладки");
	await fieldOf(other).fill("Из второй вкладки");
	await page.reload();
	await expect.poll(() => fieldOf(page).inputValue()).toBe("Из первой вкладки");
	const third = await context.newPage();
	await third.goto("/chat");
	await expect.poll(() => fieldOf(third).inputValue()).toBe("Из второй вкладки");
	await other.reload();
	await expect.poll(() => fieldOf(other).inputValue()).toBe("Из второй вкладки");
	expect(complaints).toEqual([]);
	await context.close();
});

test("the question of an address that was changed is there as it was left, and another address brings its own", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page.goto("/chat?ask=Почему");
	await hydrated(page);
	expect(await fieldOf(page).inputValue()).toBe("Почему");
	await fieldOf(page).fill("Отчего небо синее");
	await page.reload();
	await expect.poll(() => fieldOf(page).inputValue()).toBe("Отчего небо синее");
	await page.goto("/chat?ask=Зачем");
	await hydrated(page);
	expect(await fieldOf(page).inputValue()).toBe("Зачем");
	// It was only looked at.
	await page.goto("/chat");
	await expect.poll(() => fieldOf(page).inputValue()).toBe("Отчего небо синее");
	expect(complaints).toEqual([]);
	await context.close();
});

test("what a tab has typed is kept of it until its person signs out, which leads to the sign-in without a way back", async () => {
	const { page, context } = await openWindowAsMember(world);
	const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
	await fieldOf(page).fill("Только моё");
	await expect.poll(kept).toContain("Только моё");
	// A session that has ended by itself.
	await context.clearCookies();
	await page.goto("/chat");
	expect(page.url()).toContain("/login?redirectTo=");
	expect(await kept()).toContain("Только моё");
	await page.goto("/login");
	await expect.poll(kept).not.toContain("Только моё");
	await context.close();
});

test("what is typed in one tab and not sent is there after a question from another tab of the same chat", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Про рябину");
	await page.locator("article[data-state=done]").waitFor();
	const list = page.getByRole("navigation", { name: "Чаты" });
	const chat = list.getByRole("link", { name: "Про рябину", exact: true });
	const newChat = page.getByRole("link", { name: "Новый чат" }).first();
	const other = await context.newPage();
	await other.goto(page.url());
	await hydrated(other);
	await fieldOf(page).fill("Набрано и не отправлено");
	await ask(other, "А когда она цветёт?");
	await page.locator("article[data-state=done]").nth(1).waitFor();
	expect(await fieldOf(page).inputValue()).toBe("Набрано и не отправлено");
	await newChat.click();
	await page.locator("[data-empty]").waitFor();
	await other.goto("/chat");
	await hydrated(other);
	await fieldOf(page).fill("Начато в новом");
	await ask(other, "Про калину");
	await chat.click();
	await expect.poll(() => fieldOf(page).inputValue()).toBe("Набрано и не отправлено");
	await newChat.click();
	await expect.poll(() => fieldOf(page).inputValue()).toBe("Начато в новом");
	// What is stored is this tab's as well. The field is there before the address is.
	await page.waitForURL((url) => url.pathname === "/chat" && url.search === "");
	await page.reload();
	await expect.poll(() => fieldOf(page).inputValue()).toBe("Начато в новом");
	expect(complaints).toEqual([]);
	await context.close();
});
