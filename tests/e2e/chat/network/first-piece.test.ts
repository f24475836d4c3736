import type { Page } from "playwright";
import { expect, test } from "vitest";
import { line } from "../../support/lost-requests.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { inTwoParts } from "../../support/two-parts.ts";
import { ask, hydrated, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

/**
 * Holds the data of the page back, as a slow network does; everything else goes.
 * @param method POST: the forms instead
 * @returns lets it through
 */
async function holdData(page: Page, method = "GET"): Promise<() => void> {
	const { promise: held, resolve } = Promise.withResolvers<void>();
	await page.route(
		(url) => url.pathname === "/chat.data",
		async (route) => {
			if (route.request().method() === method) await held;
			// The page may have given it up.
			await route.continue().catch(() => {});
		},
	);
	return resolve;
}

test("the question and the first piece are shown before the page's data: in a new chat, an open one, for another answer and another wording", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const streams: string[] = [];
	page.on("request", (request) => {
		const url = new URL(request.url());
		if (url.pathname === "/chat/events") streams.push(url.searchParams.get("answer") ?? "");
	});
	const answers = page.locator("article[data-role=assistant]");
	const questions = page.locator("article[data-role=user]");
	/** Does something that begins an answer, as the only thing that is not held back. */
	async function begin(name: string, act: () => Promise<void>, count: number) {
		const { scenario, goOn } = inTwoParts(`Начало ${name}.`, ` Конец ${name}.`);
		world.model.script(scenario);
		const address = page.url();
		const release = await holdData(page);
		await act();
		const answer = answers.last();
		await expect.poll(() => answer.locator(".prose").textContent()).toBe(`Начало ${name}.`);
		expect([await questions.count(), await answers.count()]).toEqual([count, count]);
		await page.getByRole("button", { name: "Остановить" }).waitFor();
		// Nothing of the page has come yet.
		expect(page.url()).toBe(address);
		const id = await answer.getAttribute("data-message-id");
		release();
		goOn();
		await page.locator(`[data-message-id="${id}"][data-state=done]`).waitFor();
		expect(await answer.locator(".prose").textContent()).toBe(`Начало ${name}. Конец ${name}.`);
		expect([await questions.count(), await answers.count()]).toEqual([count, count]);
		// One stream from the first piece to the last.
		expect(streams.filter((asked) => asked === id)).toHaveLength(1);
	}
	const send = (text: string) => async () => {
		await page.getByLabel("Сообщение", { exact: true }).fill(text);
		await page.getByRole("button", { name: "Отправить", exact: true }).click();
	};
	await begin("первого", send("Первый вопрос"), 1);
	expect(page.url()).toContain("/chat?c=");
	expect(await page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("");
	await begin("второго", send("Второй вопрос"), 2);
	await begin(
		"другого",
		async () => {
			await answers.last().getByRole("button", { name: "Создать ответ заново" }).click();
			await page.getByRole("button", { name: "Заново", exact: true }).click();
		},
		2,
	);
	await begin(
		"изменённого",
		async () => {
			await questions.first().hover();
			await questions.first().getByRole("link", { name: "Изменить" }).click();
			await questions.first().getByRole("textbox").fill("Первый вопрос иначе");
			await questions.first().getByRole("button", { name: "Отправить", exact: true }).click();
		},
		1,
	);
	expect(complaints).toEqual([]);
	await context.close();
});

test("what waits in the queue goes by itself after an answer whose page's data came late, and «Остановить» stops it before", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { scenario, goOn } = inTwoParts("Начало.", " Конец.");
	world.model.script(scenario);
	const release = await holdData(page);
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("Первый вопрос");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	const answers = page.locator("article[data-role=assistant]");
	await expect.poll(() => answers.last().locator(".prose").textContent()).toBe("Начало.");
	await field.fill("Второй вопрос");
	await field.press("Enter");
	await page.getByRole("region", { name: "Следующий вопрос" }).waitFor();
	const second = inTwoParts("Ещё одно начало.", " Ещё один конец.");
	world.model.script(second.scenario);
	// Somebody goes on typing, in the middle of the text, when the page's data comes.
	await field.fill("Третий вопрос");
	await field.evaluate((node: HTMLTextAreaElement) => {
		node.setSelectionRange(2, 5);
		Object.assign(window, { field: node });
	});
	const caret = () =>
		page.evaluate(() => {
			const { field } = window as unknown as { field: HTMLTextAreaElement };
			return [document.activeElement === field, field.selectionStart, field.selectionEnd, field.value];
		});
	release();
	await page.waitForURL("**/chat?c=*");
	expect(await caret()).toEqual([true, 2, 5, "Третий вопрос"]);
	goOn();
	await expect.poll(() => answers.last().locator(".prose").textContent()).toBe("Ещё одно начало.");
	expect(await answers.count()).toBe(2);
	await page.getByRole("button", { name: "Остановить" }).click();
	await page.locator("article[data-role=assistant][data-state=stopped]").waitFor();
	second.goOn();
	expect((await caret()).at(-1)).toBe("Третий вопрос");
	expect(await answers.first().locator(".prose").textContent()).toBe("Начало. Конец.");
	expect(complaints).toEqual([]);
	await context.close();
});

test("the network goes after the first piece, before the page's data: what has come stays, and the rest comes with the network", async () => {
	const { page, context } = await openWindowAsMember(world);
	await ask(page, "Первый вопрос");
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	const { scenario, goOn } = inTwoParts("Начало.", " Конец.");
	world.model.script(scenario);
	const release = await holdData(page);
	await page.getByLabel("Сообщение", { exact: true }).fill("Второй вопрос");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	const answer = page.locator("article[data-role=assistant]").last();
	await expect.poll(() => answer.locator(".prose").textContent()).toBe("Начало.");
	await context.setOffline(true);
	release();
	goOn();
	await line(page).waitFor();
	// Chromium may let an open stream go on.
	expect(await answer.locator(".prose").textContent()).toMatch(/^Начало\./);
	await context.setOffline(false);
	await page.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	expect(await answer.locator(".prose").textContent()).toBe("Начало. Конец.");
	expect(await page.locator("article[data-role=assistant]").count()).toBe(2);
	await context.close();
});

test("the question that an address brings leaves the field with the first piece", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { scenario, goOn } = inTwoParts("Начало.", " Конец.");
	world.model.script(scenario);
	await page.goto("/chat?ask=Почему");
	await hydrated(page);
	const release = await holdData(page);
	const field = page.getByLabel("Сообщение", { exact: true });
	expect(await field.inputValue()).toBe("Почему");
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	const answer = page.locator("article[data-role=assistant]");
	await expect.poll(() => answer.locator(".prose").textContent()).toBe("Начало.");
	await expect.poll(() => field.inputValue()).toBe("");
	release();
	await page.waitForURL("**/chat?c=*");
	goOn();
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	expect(await field.inputValue()).toBe("");
	expect(complaints).toEqual([]);
	await context.close();
});

test("what is typed while the question that an address brings is on its way stays", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page.goto("/chat?ask=Почему");
	await hydrated(page);
	const release = await holdData(page, "POST");
	const field = page.getByLabel("Сообщение", { exact: true });
	await page.getByRole("button", { name: "Отправить", exact: true }).click();
	await page.locator("[data-role=user]").getByText("Почему").waitFor();
	await field.fill("А зачем?");
	release();
	await page.waitForURL("**/chat?c=*");
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	await expect.poll(() => field.inputValue()).toBe("А зачем?");
	expect(complaints).toEqual([]);
	await context.close();
});
