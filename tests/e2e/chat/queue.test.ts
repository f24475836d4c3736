import { expect, test } from "vitest";
import type { FakeReply } from "../../support/fakes/fake-model-reply.ts";
import type { Scenario } from "../../support/fakes/fake-model-scenarios.ts";
import { violations } from "../support/faults.ts";
import { loseAnswersOf } from "../support/lost-requests.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, type BrowserWindow, hydrated, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

/** The next answer, which ends when it is told to, in its own way. */
function scriptAnswer(last = (reply: FakeReply) => reply.finish()) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const answer: Scenario = async (reply) => {
		await reply.stream("Начало ответа.");
		await ended;
		last(reply);
	};
	world.model.script(answer);
	return end;
}

function chatOf(page: BrowserWindow["page"]) {
	const field = page.getByLabel("Сообщение", { exact: true });
	return {
		field,
		queued: page.getByRole("region", { name: "Следующий вопрос" }),
		asked: page.locator("article[data-role=user] .bubble"),
		note: page.getByRole("status").getByText("Вопрос не отправлен и остался в поле."),
		typed: () => field.inputValue(),
		focused: () => field.evaluate((node) => node === document.activeElement),
	};
}

test("a question put in while an answer is written goes at its end, and until then it can be changed and taken back", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { field, queued, asked, typed, focused } = chatOf(page);
	const end = scriptAnswer();
	await ask(page, "Первый вопрос");
	await lastAnswer(page).getByText("Начало").waitFor();
	await field.fill("Второй");
	await page.getByRole("button", { name: "Поставить в очередь" }).click();
	await queued.getByText("Второй").waitFor();
	expect(await typed()).toBe("");
	expect(await violations(page)).toEqual([]);

	await queued.getByRole("button", { name: "Убрать" }).click();
	await queued.waitFor({ state: "detached" });
	await expect.poll(focused).toBe(true);
	await field.fill("Второй вопрос");
	await field.press("Enter");
	await page.reload();
	await queued.getByText("Второй вопрос").waitFor();
	await queued.getByRole("button", { name: "Изменить" }).click();
	expect(await typed()).toBe("Второй вопрос");
	await expect.poll(focused).toBe(true);
	await field.press("End");
	await page.keyboard.type(" подробнее");
	await field.press("Enter");
	// What is put in later goes with it, as one question.
	await field.fill("И короче");
	await field.press("Enter");
	await queued.getByText("Второй вопрос подробнее").waitFor();
	await field.fill("Черновик третьего");
	expect(await asked.count()).toBe(1);

	end();
	await expect
		.poll(() => asked.allTextContents())
		.toEqual(["Первый вопрос", "Второй вопрос подробнее\n\nИ короче"]);
	await page.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	expect(await queued.count()).toBe(0);
	expect(await typed()).toBe("Черновик третьего");
	expect(world.model.requests).toHaveLength(2);
	await page.reload();
	await expect.poll(typed).toBe("Черновик третьего");
	expect(await asked.count()).toBe(2);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a question does not go after an answer that was stopped or has failed, nor is it lost with its request", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { field, queued, asked, note, typed } = chatOf(page);
	const putIn = async (text: string) => {
		await field.fill(text);
		await field.press("Enter");
		await queued.getByText(text).waitFor();
	};

	scriptAnswer();
	await ask(page, "Первый вопрос");
	await lastAnswer(page).getByText("Начало").waitFor();
	await putIn("После остановки");
	await page.keyboard.press("Escape");
	await page.locator("article[data-state=stopped]").waitFor();
	await note.waitFor();
	expect(await typed()).toBe("После остановки");

	const end = scriptAnswer();
	await field.press("Enter");
	await page.locator("article[data-state=writing]").getByText("Начало").waitFor();
	expect(await note.count()).toBe(0);
	await putIn("После потери");
	const sent = await loseAnswersOf(page, "**/chat.data*", 1);
	// Were the server found again, the page would show the question by itself, and take it out of the field.
	await page.route("**/health", (route) => route.abort("connectionreset"));
	end();
	await page.getByText("Сообщение не отправлено, текст остался в поле").waitFor();
	expect(await typed()).toBe("После потери");

	// The server had taken it: once more it is the same question.
	await page.getByRole("button", { name: "Отправить" }).click();
	await expect
		.poll(() => asked.allTextContents())
		.toEqual(["Первый вопрос", "После остановки", "После потери"]);
	// It is shown before it is sent.
	await expect
		.poll(() => sent.map((form) => form.get("promptId")))
		.toEqual([sent[0]?.get("promptId"), sent[0]?.get("promptId")]);
	await page.unroute("**/health");
	await expect.poll(typed).toBe("");
	await page.locator("article[data-state=done]").nth(1).waitFor();
	expect(await page.getByText("Сообщение не отправлено").count()).toBe(0);

	const breakOff = scriptAnswer((reply) => reply.breakOff());
	await ask(page, "Ответ оборвётся");
	await page.locator("article[data-state=writing]").getByText("Начало").waitFor();
	await putIn("После обрыва");
	breakOff();
	await page.locator("article[data-state=interrupted]").waitFor();
	await note.waitFor();
	expect(await typed()).toBe("После обрыва");
	expect(complaints.filter((complaint) => !complaint.includes("ERR_CONNECTION_RESET"))).toEqual([]);
	await context.close();
});

test("while a question is on its way another one waits, and its button says why", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { field, asked, typed } = chatOf(page);
	const send = page.locator(".composer-send");
	await ask(page, "Первый вопрос");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
	await page.route("**/chat.data**", async (route) => {
		if (route.request().method() === "POST") await held;
		await route.continue();
	});
	await field.fill("Второй вопрос");
	await send.click();
	await asked.getByText("Второй вопрос").waitFor();
	// The same question is the one that is being sent.
	expect(await send.getAttribute("aria-disabled")).toBeNull();
	await field.fill("Третий вопрос");
	await page.getByRole("button", { name: "Отправить", disabled: true }).waitFor();
	expect(await send.getAttribute("title")).toBe("Подождите, прошлый вопрос ещё отправляется");
	const describedBy = (await send.getAttribute("aria-describedby")) ?? "";
	expect(await page.locator(`#${describedBy}`).textContent()).toBe(
		"Подождите, прошлый вопрос ещё отправляется",
	);
	expect(await violations(page)).toEqual([]);
	letGo();
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	await page.getByRole("button", { name: "Отправить", disabled: false }).waitFor();
	expect(await typed()).toBe("Третий вопрос");
	await field.press("Enter");
	await asked.getByText("Третий вопрос").waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

test("a question waits for its answer also where another version is shown, and follows it; there it can be stopped as well", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const { field, queued, asked, note, typed } = chatOf(page);
	const question = page.locator("article[data-role=user]").last();
	const edit = async (text: string) => {
		const end = scriptAnswer();
		await question.getByRole("link", { name: "Изменить" }).click();
		await page.getByLabel("Изменить сообщение").fill(text);
		await question.getByRole("button", { name: "Отправить", exact: true }).click();
		await page.locator("article[data-state=writing]").getByText("Начало").waitFor();
		return end;
	};
	const putIn = async (text: string) => {
		await field.fill(text);
		await field.press("Enter");
		await queued.getByText(text).waitFor();
	};
	const version = (which: string) => question.getByRole("img", { name: which }).waitFor();
	const stop = page.getByRole("button", { name: "Остановить" });
	await ask(page, "Первый вопрос");
	await page.locator("article[data-state=done]").waitFor();
	const { length } = world.model.requests;

	const end = await edit("Первый вопрос иначе");
	await putIn("Второй вопрос");
	await question.getByRole("button", { name: "Предыдущий вариант" }).click();
	await version("Вариант 1 из 2");
	await stop.waitFor();
	await queued.getByText("Второй вопрос").waitFor();
	expect(await asked.allTextContents()).toEqual(["Первый вопрос"]);
	expect(world.model.requests).toHaveLength(length + 1);
	end();
	await expect.poll(() => asked.allTextContents()).toEqual(["Первый вопрос иначе", "Второй вопрос"]);
	await page.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	expect(await queued.count()).toBe(0);

	// As a hit of a search: a part of the conversation that does not have the running answer.
	const chat = new URL(page.url());
	const hit = (await lastAnswer(page).getAttribute("data-message-id")) ?? "";
	await edit("Второй вопрос иначе");
	await putIn("Третий вопрос");
	await page.goto(`${chat.pathname}${chat.search}&m=${hit}`);
	await hydrated(page);
	await version("Вариант 1 из 2");
	await stop.waitFor();
	await queued.getByText("Третий вопрос").waitFor();
	await field.press("Escape");
	await note.waitFor();
	expect(await typed()).toBe("Третий вопрос");
	await version("Вариант 2 из 2");
	await page.locator("article[data-state=stopped]").waitFor();
	expect(await asked.count()).toBe(2);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a question that waits goes with its own files, also from another tab, which keeps its own", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const end = scriptAnswer();
	await ask(page, "Первый вопрос");
	await lastAnswer(page).getByText("Начало").waitFor();
	const other = await context.newPage();
	await other.goto(page.url());
	await hydrated(other);
	const attach = async (to: BrowserWindow["page"], name: string) => {
		const file = { name, mimeType: "text/plain", buffer: Buffer.from(`${name}: цветёт в июле`) };
		await to.locator(".attach input[type=file]").setInputFiles([file]);
		await to.locator(".composer").getByText(name, { exact: true }).waitFor();
	};
	await attach(page, "Липа.txt");
	await chatOf(page).field.fill("Второй вопрос");
	await page.getByRole("button", { name: "Поставить в очередь", disabled: false }).click();
	await chatOf(other).queued.getByText("Второй вопрос").waitFor();
	await attach(other, "Клён.txt");
	// The other tab is the first to send it.
	const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
	await page.route("**/chat.data**", async (route) => {
		if (route.request().method() === "POST") await held;
		await route.continue();
	});
	end();
	const question = other.locator("[data-role=user]", { hasText: "Второй вопрос" });
	await question.getByText("Липа.txt", { exact: true }).waitFor();
	expect(await question.getByText("Клён.txt", { exact: true }).count()).toBe(0);
	expect(await other.locator(".composer").getByText("Клён.txt", { exact: true }).count()).toBe(1);
	letGo();
	await page.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	await page.locator("[data-role=user]").getByText("Липа.txt", { exact: true }).waitFor();
	expect(await page.locator(".composer").getByText("Липа.txt", { exact: true }).count()).toBe(0);
	expect(complaints).toEqual([]);
	await context.close();
});
