import { beforeAll, describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { DEFAULT_ANSWER, sentences } from "../../support/fakes/fake-model-text.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { inTwoParts } from "../support/two-parts.ts";
import {
	ask,
	type BrowserWindow,
	enrol,
	hydrated,
	lastAnswer,
	newPerson,
	openWindow,
	register,
	signUp,
	startWorld,
} from "../support/world.ts";

const [BEGINNING, REST] = [sentences(40).slice(0, 8).join(""), sentences(40).slice(8).join("")];
const WHOLE = (BEGINNING + REST).trim();

/** The next answer says its beginning. @returns lets it say the rest */
function scriptTwoParts(): () => void {
	const { scenario, goOn } = inTwoParts(BEGINNING, REST);
	world.model.script(scenario);
	return goOn;
}

const said = async (page: BrowserWindow["page"]) =>
	((await lastAnswer(page).locator(".prose").textContent()) ?? "").trim();

/** The answer's letters, without the spaces that only lay it out and without our own captions. */
const characters = (page: BrowserWindow["page"]) =>
	lastAnswer(page)
		.locator(".prose")
		.evaluate((prose) => {
			const copy = prose.cloneNode(true) as Element;
			for (const caption of copy.querySelectorAll("figcaption")) caption.remove();
			return (copy.textContent ?? "").replace(/\s+/g, "");
		});
const charactersOf = (tree: Tree): string =>
	typeof tree === "string" ? tree.replace(/\s+/g, "") : (tree.slice(2) as Tree[]).map(charactersOf).join("");

/** One person for all but the first journey: signing up once more would test nothing. */
let signedIn: Awaited<ReturnType<typeof signUp>>;
// The first title, which is the question, is what the journey comes back by.
const world = setUpWorld({ MODEL_TITLES: "0" });
beforeAll(async () => {
	signedIn = await signUp(world);
});

/** A tab in the chat, of the person who is signed in. */
async function openChat(options: Parameters<typeof openWindow>[1] = {}) {
	const visitor = await openWindow(world, { storageState: signedIn, ...options });
	await visitor.page.goto("/chat");
	await hydrated(visitor.page);
	return visitor;
}

const state = (page: BrowserWindow["page"], wanted: string) =>
	page.locator(`article[data-role=assistant][data-state=${wanted}]`).last().waitFor();

/** Waits for the page without script to show the ended answer: it refreshes itself, and comes in pieces. */
async function ended(page: BrowserWindow["page"]) {
	await state(page, "done");
	await page.waitForLoadState();
}

describe.each([
	["with JavaScript", true],
	["without JavaScript", false],
])("%s", (_name, javaScriptEnabled) => {
	test("S-0.2 S-1.1 S-4.1 a new person registers, confirms, asks, reads the answer, leaves and comes back", async () => {
		const { page, context, complaints } = await openWindow(world, { javaScriptEnabled });
		const person = newPerson();
		await page.goto("/chat");
		expect(new URL(page.url()).pathname).toBe("/login");
		await register(page, person);
		await ask(page, "Расскажи о себе");
		await ended(page);
		expect(await said(page)).toContain("Как заварить чай");

		await page.getByRole("button", { name: /Меню аккаунта|@example/ }).click();
		await page.getByRole("button", { name: "Выйти" }).click();
		await page.waitForURL("**/login");
		await page.goto("/chat");
		await page.waitForURL("**/login?redirectTo=%2Fchat");
		await page.getByLabel("Электронная почта").fill(person.email);
		await page.getByLabel("Пароль", { exact: true }).fill(person.password);
		await page.getByRole("button", { name: "Войти", exact: true }).click();
		await page.waitForURL("**/chat");
		await page.getByRole("link", { name: "Расскажи о себе" }).click();
		await ended(page);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("letters split between chunks, CRLF, comments and empty pieces: the text is exact", async () => {
		const { page, context, complaints } = await openChat({ javaScriptEnabled });
		await ask(page, "сценарий:split-cyrillic");
		await ended(page);
		expect(await characters(page)).toBe(renderMarkdown(DEFAULT_ANSWER).map(charactersOf).join(""));
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("a reload in mid-answer shows the text so far and the answer goes on to its end", async () => {
		const { page, context, complaints } = await openChat({ javaScriptEnabled });
		const goOn = scriptTwoParts();
		await ask(page, "Расскажи о чае");
		await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
		const before = (await said(page)).trim();
		await page.reload();
		const after = await said(page);
		expect(after.startsWith(before.slice(0, -1))).toBe(true);
		expect(await lastAnswer(page).getAttribute("data-state")).toBe("writing");
		goOn();
		await ended(page);
		expect(await said(page)).toBe(WHOLE);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("«Остановить» keeps what was said, «Продолжить» goes on from there", async () => {
		const { page, context } = await openChat({ javaScriptEnabled });
		world.model.script("hang-midway");
		await ask(page, "Расскажи о чае");
		await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
		await page.getByRole("button", { name: "Остановить" }).click();
		await state(page, "stopped");
		await page.waitForLoadState();
		const kept = await said(page);
		expect(kept.trim()).not.toBe("");
		await page.getByRole("button", { name: "Продолжить" }).click();
		await ended(page);
		expect(await said(page)).toContain(kept.trim());
		await context.close();
	});

	test("a model that fails is said in plain words, and «Повторить» asks again", async () => {
		const { page, context } = await openChat({ javaScriptEnabled });
		await ask(page, "сценарий:error-500");
		await state(page, "failed");
		await lastAnswer(page).getByText("Не удалось получить ответ").waitFor();
		expect(await page.getByText("internal", { exact: false }).count()).toBe(0);
		await page.getByRole("button", { name: "Повторить" }).click();
		await state(page, "failed");
		await context.close();
	});
});

test("a second tab sees the same answer live", async () => {
	const { page, context, complaints } = await openChat();
	const goOn = scriptTwoParts();
	await ask(page, "Расскажи о чае");
	const second = await context.newPage();
	await second.goto(page.url());
	await second.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
	await hydrated(second);
	goOn();
	await Promise.all([ended(page), ended(second)]);
	const [one, two] = await Promise.all([page, second].map(said));
	expect(one).toBe(WHOLE);
	expect(two).toBe(one);
	expect(complaints).toEqual([]);
	await context.close();
});

test("closing the tab does not stop the answer", async () => {
	const { page, context } = await openChat();
	const goOn = scriptTwoParts();
	await ask(page, "Расскажи о чае");
	const address = page.url();
	await page.close();
	goOn();
	const later = await context.newPage();
	await later.goto(address);
	await ended(later);
	expect(await said(later)).toBe(WHOLE);
	await context.close();
});

test("without JavaScript «Не обновлять» holds the page still", async () => {
	const { page, context } = await openChat({ javaScriptEnabled: false });
	const goOn = scriptTwoParts();
	await ask(page, "Расскажи о чае");
	await page.getByRole("link", { name: "Не обновлять" }).click();
	await page.waitForURL(/&hold=1/);
	expect(await page.locator("meta[http-equiv=refresh]").count()).toBe(0);
	await page.getByRole("button", { name: "Остановить" }).waitFor();
	goOn();
	await context.close();
});

test("Enter sends, Shift+Enter breaks the line, and a refused text stays in the composer", async () => {
	const { page, context } = await openChat();
	const composer = page.getByLabel("Сообщение", { exact: true });
	await composer.fill("Первая строка");
	await composer.press("Shift+Enter");
	await composer.pressSequentially("вторая");
	expect(await composer.inputValue()).toBe("Первая строка\nвторая");
	await composer.press("Enter");
	await page.locator("[data-role=user]", { hasText: "вторая" }).waitFor();
	await ended(page);
	await expect.poll(() => composer.inputValue()).toBe("");

	const long = "я".repeat(32_001);
	await composer.fill(long);
	await page.getByText("Сообщение длиннее лимита на 1 символ").waitFor();
	await composer.press("Enter");
	await page.getByRole("alert").waitFor();
	expect(await composer.inputValue()).toBe(long);
	await context.close();
});

test("a hint fills the composer, and the question then goes its way", async () => {
	const { page, context, complaints } = await openChat();
	await page.getByRole("link", { name: /Составить план/ }).click();
	await page.waitForURL("**/chat?ask=*");
	// The address changes a moment before the screen does.
	await expect.poll(() => page.getByLabel("Сообщение", { exact: true }).inputValue()).toContain("Казани");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.waitForURL("**/chat?c=*");
	await ended(page);
	expect(complaints).toEqual([]);
	await context.close();
});

test("without a model the FAQ provider answers, and says that it is no model", async () => {
	const alone = await startWorld({ MODEL_BASE_URL: "", MODELS: "" });
	const { page, complaints } = await openWindow(alone);
	await enrol(page, newPerson());
	await ask(page, "Что будет, если закрыть вкладку, пока пишется ответ?");
	await ended(page);
	expect(await said(page)).toMatch(/не\sподключена\sязыковая\sмодель/);
	expect(await lastAnswer(page).locator("a[href^='/FAQ#']").count()).toBeGreaterThan(0);
	expect(complaints).toEqual([]);
	await alone.end();
});
