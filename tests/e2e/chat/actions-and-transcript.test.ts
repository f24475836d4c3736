import { beforeAll, expect, test } from "vitest";
import { lengthen } from "../support/lengthen.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { inTwoParts } from "../support/two-parts.ts";
import { ask, type BrowserWindow, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld();
beforeAll(async () => {
	// Conversations keep the titles that their first prompts gave them.
	world.model.title = "";
});

type Page = BrowserWindow["page"];

/** Words of the fake model's answer, which no title has. */
const ANSWERED = "Хороший чай требует";

const done = (page: Page, answers: number) =>
	expect.poll(() => page.locator("article[data-role=assistant][data-state=done]").count()).toBe(answers);
const inList = (page: Page, title: string) =>
	page.getByRole("navigation", { name: "Чаты" }).getByRole("link", { name: title, exact: true });
const thumb = (page: Page, answer: number, pressed?: boolean) =>
	page
		.locator("article[data-role=assistant]")
		.nth(answer)
		.getByRole("button", { name: "Полезный ответ", exact: true, ...(pressed !== undefined && { pressed }) });
const heading = (page: Page, title: string) =>
	page.getByRole("main").getByRole("heading", { name: title, level: 1, exact: true });

async function menu(page: Page, item: string) {
	await page.getByRole("main").getByRole("button", { name: "Действия с чатом", exact: true }).click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** The bodies of the page's data from now on. The server says them as they come, so they are taken on the way. */
async function listen(page: Page) {
	const received: string[] = [];
	await page.route("**/*.data**", async (route) => {
		const response = await route.fetch({ maxRedirects: 0 });
		received.push(await response.text());
		await route.fulfill({ response });
	});
	return {
		received,
		transcripts: () => received.filter((body) => body.includes(ANSWERED)).length,
	};
}

test("thumbs, a name, a pin and the archive show themselves without the transcript being sent anew", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Про соседа");
	await done(page, 1);
	await page.getByRole("link", { name: "Новый чат" }).first().click();
	await heading(page, "Новый чат").waitFor({ state: "attached" });
	await ask(page, "Про лаванду");
	await done(page, 1);
	await ask(page, "А ещё?");
	await done(page, 2);
	const { received, transcripts } = await listen(page);

	// One after the other, without waiting for what the server says.
	await thumb(page, 0).click();
	await thumb(page, 1).click();
	await thumb(page, 0, true).waitFor();
	await thumb(page, 1, true).waitFor();
	await thumb(page, 1).click();
	await thumb(page, 1, false).waitFor();

	await menu(page, "Переименовать");
	await page.getByLabel("Название").fill("Про травы");
	await page.getByRole("button", { name: "Сохранить" }).click();
	await inList(page, "Про травы").waitFor();
	await heading(page, "Про травы").waitFor();
	await expect.poll(() => page.title()).toMatch(/^Про травы — /);
	expect(await inList(page, "Про лаванду").count()).toBe(0);

	// The instruction of the open conversation, and of one whose instruction the page does not have.
	const instruction = page.getByRole("dialog").getByLabel("Инструкция для модели");
	await menu(page, "Инструкция");
	await expect.poll(() => instruction.evaluate((field) => field === document.activeElement)).toBe(true);
	await instruction.fill("Отвечай кратко");
	await page.getByRole("button", { name: "Сохранить" }).click();
	await instruction.waitFor({ state: "detached" });
	await menu(page, "Инструкция");
	expect(await instruction.inputValue()).toBe("Отвечай кратко");
	await page.getByRole("button", { name: "Отмена" }).click();
	await instruction.waitFor({ state: "detached" });
	await inList(page, "Про соседа").hover();
	await page.getByRole("button", { name: "Действия с чатом «Про соседа»" }).click();
	const items = page.getByRole("menu").getByRole("menuitem");
	await items.first().waitFor();
	const heights = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height));
	expect(new Set(heights).size).toBe(1);
	await items.filter({ hasText: "Инструкция" }).click();
	await instruction.waitFor();
	expect(await instruction.inputValue()).toBe("");
	await page.keyboard.press("Escape");
	await instruction.waitFor({ state: "detached" });

	await page.getByRole("button", { name: "Закрепить чат" }).click();
	await page.getByRole("button", { name: "Закрепить чат", pressed: true }).waitFor();
	await page.getByRole("heading", { name: "Закреплённые" }).waitFor();
	await thumb(page, 0, true).waitFor();
	expect(received.length).toBeGreaterThan(0);
	expect(transcripts()).toBe(0);

	// Another conversation does bring its words, and the way back brings what the server has kept.
	await inList(page, "Про соседа").click();
	await heading(page, "Про соседа").waitFor();
	await expect.poll(transcripts).toBe(1);
	await inList(page, "Про травы").click();
	await heading(page, "Про травы").waitFor();
	await thumb(page, 0, true).waitFor();
	await thumb(page, 1, false).waitFor();
	expect(transcripts()).toBe(2);

	await menu(page, "Убрать в архив");
	await inList(page, "Про травы").waitFor({ state: "detached" });
	await menu(page, "Вернуть из архива");
	await inList(page, "Про травы").waitFor();
	await thumb(page, 0, true).waitFor();
	expect(transcripts()).toBe(2);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a title from the model brings the list and the bar, and not the transcript", async () => {
	let give = () => {};
	const wanted = new Promise<void>((resolve) => {
		give = resolve;
	});
	world.model.title = async (reply) => {
		await wanted;
		await reply.stream("Травы и чай");
		reply.finish();
	};
	const { page, context, complaints } = await openWindowAsMember(world);
	// It ends when the page has its data: of one that has ended sooner the page hears no title.
	const { scenario, goOn } = inTwoParts(ANSWERED, " терпения.");
	world.model.script(scenario);
	await ask(page, "Про мяту");
	goOn();
	await done(page, 1);
	const { received, transcripts } = await listen(page);
	give();
	await inList(page, "Травы и чай").waitFor();
	await heading(page, "Травы и чай").waitFor();
	await expect.poll(() => page.title()).toMatch(/^Травы и чай — /);
	expect([received.length, transcripts()]).toEqual([1, 0]);
	world.model.title = "";
	expect(complaints).toEqual([]);
	await context.close();
});

test("a thumb on an older page of a long conversation stays, also when the list is asked for again", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Вопрос 1");
	await done(page, 1);
	await lengthen(world, new URL(page.url()).searchParams.get("c") ?? "", 60);
	await page.reload();
	await page.getByText("Вопрос 61", { exact: true }).waitFor();
	// The script is there once it has gone to the end.
	await expect.poll(() => page.locator(".chat-scroll").evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
	const earlier = page.getByRole("link", { name: "Показать более ранние" });
	for (let i = 0; i < 2; i++) {
		const first = (await page.locator(".bubble").first().textContent()) ?? "";
		await earlier.click();
		await expect.poll(() => page.locator(".bubble").first().textContent()).not.toBe(first);
	}
	// The first bubble changes with the window too: a page that was asked for may come later, above this answer.
	const answerId = await page.locator("article[data-role=assistant]").first().getAttribute("id");
	const shown = (pressed?: boolean) =>
		page.locator(`#${answerId}`).getByRole("button", {
			name: "Полезный ответ",
			exact: true,
			...(pressed !== undefined && { pressed }),
		});
	await page.getByText("Загрузка...").waitFor({ state: "hidden" });
	const { transcripts } = await listen(page);
	// By key: text that is laid out only when it comes near the view may move a pointer's target away. The page that
	// was shown above may still take the focus back to where it was.
	await expect
		.poll(async () => {
			await shown().focus();
			await page.evaluate(() => new Promise((next) => setTimeout(next, 100)));
			return shown().evaluate((button) => button === document.activeElement);
		})
		.toBe(true);
	await page.keyboard.press("Enter");
	await shown(true).waitFor();
	await menu(page, "Закрепить");
	await page.getByRole("heading", { name: "Закреплённые" }).waitFor();
	await shown(true).waitFor();
	expect(transcripts()).toBe(0);
	expect(complaints).toEqual([]);
	await context.close();
});

test("an action that waits for the one before it is sent also when the page is left", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Вопрос");
	await done(page, 1);
	const chat = page.url();
	let held = 0;
	await page.route("**/chat.data**", (route) => {
		if (route.request().method() !== "POST") return route.continue();
		held += 1;
	});
	await menu(page, "Закрепить");
	await expect.poll(() => held).toBe(1);
	await thumb(page, 0).press("Enter");
	await page.goto("/account");
	await page.unrouteAll();
	await expect
		.poll(async () => {
			await page.goto(chat);
			return thumb(page, 0).getAttribute("aria-pressed");
		})
		.toBe("true");
	expect(complaints).toEqual([]);
	await context.close();
});

test("an action that was said to be lost is not done when the page is left", async () => {
	const { page, context } = await openWindowAsMember(world);
	await ask(page, "Вопрос");
	await done(page, 1);
	const chat = page.url();
	await page.route("**/chat.data**", (route) =>
		route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
	);
	await menu(page, "Закрепить");
	await page.locator(".snackbar", { hasText: "Запрос не дошёл" }).waitFor();
	await page.goto("/account");
	await page.unrouteAll();
	await page.goto(chat);
	await inList(page, "Вопрос").waitFor();
	expect(await page.getByRole("heading", { name: "Закреплённые" }).count()).toBe(0);
	await context.close();
});

test("an action in between does not lose a transcript that is on its way", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Первая редакция");
	await done(page, 1);
	await page.getByRole("link", { name: "Изменить" }).click();
	await page.getByLabel("Изменить сообщение").fill("Вторая редакция");
	const form = page.locator("form", { has: page.getByLabel("Изменить сообщение") });
	await form.getByRole("button", { name: "Отправить" }).click();
	await page.locator(".bubble", { hasText: "Вторая" }).waitFor();
	await done(page, 1);

	// The page's data after the choice does not come until the action is done.
	let asked = () => {};
	const choosing = new Promise<void>((resolve) => {
		asked = resolve;
	});
	let held = false;
	await page.route("**/chat.data?**", (route) => {
		if (route.request().method() !== "GET" || held) return route.continue();
		held = true;
		asked();
	});
	await page.getByRole("button", { name: "Предыдущий вариант" }).first().click();
	await choosing;
	await page.getByRole("button", { name: "Закрепить чат" }).click();
	await page.getByRole("heading", { name: "Закреплённые" }).waitFor();
	await page.locator(".bubble", { hasText: "Первая" }).waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});
