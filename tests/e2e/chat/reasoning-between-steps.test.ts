import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import type { FakeReply } from "../../support/fakes/fake-model-reply.ts";
import { violationsInBothThemes } from "../support/faults.ts";
import { ask, lastAnswer, openWindowAsMember, startWorld, type World } from "../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "sobesednik-reasoning-"));
let model: FakeModel;
let world: World;
beforeAll(async () => {
	model = await startFakeModel();
	const MODELS_FILE = join(folder, "models.json");
	const models = [
		{ id: "thinks", title: "Думающая", tools: true, effort: ["low", "high"] },
		{ id: "plain", title: "Простая" },
	];
	writeFileSync(MODELS_FILE, JSON.stringify({ servers: [{ baseUrl: model.url, models }] }));
	world = await startWorld({ MODEL_BASE_URL: "", MODELS: "", MODELS_FILE, MODEL_TITLES: "0" });
});
afterAll(async () => {
	await world?.end();
	await model?.stop();
	rmSync(folder, { recursive: true });
});

/** The model thinks, and then calls a tool or answers. */
const thinks = (thought: string, code: string | null) => async (reply: FakeReply) => {
	await reply.stream(thought, 1, "reasoning_content");
	if (code === null) {
		await reply.stream("Получилось 42.", 1);
		return reply.finish();
	}
	reply.call(["run_code", { code }]);
};
const script = () => {
	model.script(thinks("Сначала умножу.", "6 * 7"));
	model.script(thinks("Теперь проверю.", "84 / 2"));
	model.script(thinks("Всё сходится.", null));
};

async function ended(page: Page) {
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	// Without script the page is loaded anew, and comes in pieces.
	await page.waitForLoadState();
}

/** What stands in an answer, from above: thoughts, steps, text. */
const order = (page: Page) =>
	lastAnswer(page)
		.locator(".reasoning-text, [data-call-id], .prose")
		.evaluateAll((all) =>
			all.map((one) => (one as HTMLElement).dataset.tool ?? one.textContent?.replace(/\s+/g, " ").trim()),
		);
const IN_ORDER = [
	...["Сначала умножу.", "run_code", "Теперь проверю.", "run_code"],
	...["Всё сходится.", "Получилось 42."],
];
/** Whether each reasoning of the last answer stands open. */
const areOpen = (page: Page) =>
	lastAnswer(page)
		.locator("details.reasoning")
		.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));

/** Chooses in the account that reasoning and steps stand open, and comes back. */
async function showOpen(page: Page) {
	const chat = page.url();
	await page.goto("/account");
	await page.getByLabel("Размышления и шаги в ответах").selectOption("Показывать раскрытыми");
	await page.locator("#profile").getByRole("button", { name: "Сохранить" }).click();
	await page.getByText("Сохранено").waitFor();
	await page.goto(chat);
}

const efforts = () => model.requests.map((one) => (one as { reasoning_effort?: string }).reasoning_effort);

/** The exports of the open conversation say what happened: the Markdown in the order of the page. */
async function exportsAgree(page: Page) {
	const id = new URL(page.url()).searchParams.get("c");
	const exported = async (format: string) =>
		(await page.context().request.get(`/chat/export?c=${id}&format=${format}`)).text();
	const told = (await exported("md")).match(
		/Сначала умножу\.|Вычислено|Теперь проверю\.|Всё сходится\.|Получилось 42\./g,
	);
	expect(told).toEqual(IN_ORDER.map((words) => (words === "run_code" ? "Вычислено" : words)));
	const json = await exported("json");
	for (const words of ["Сначала умножу.", "6 * 7", "Теперь проверю.", "84 / 2", "Получилось 42."])
		expect(json).toContain(words);
}

/** The button that sends is inside the composer, at the widths of phones. */
async function sendFits(page: Page) {
	const rightOf = async (one: string) => {
		const box = await page.locator(one).boundingBox();
		return (box?.x ?? 0) + (box?.width ?? 0);
	};
	for (const width of [390, 320]) {
		await page.setViewportSize({ width, height: 700 });
		const left = async () => (await rightOf(".composer")) - (await rightOf(".composer-send"));
		await expect.poll(left, { message: `${width}` }).toBeGreaterThan(0);
	}
}

test("reasoning, calls and text stand in their order, live and after a reload; the switch is kept", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const longer = page.getByRole("switch", { name: "Размышлять дольше" });
	await longer.press(" ");
	script();
	await ask(page, "Сколько будет 6 × 7?");
	const second = await context.newPage();
	await page.waitForURL(/c=/);
	await second.goto(page.url());
	await ended(page);
	expect(await order(page)).toEqual(IN_ORDER);
	// A second tab, which joined while it was written, and the exports say the same.
	await ended(second);
	expect(await order(second)).toEqual(IN_ORDER);
	await second.close();
	await exportsAgree(page);
	expect(efforts()).toEqual(["high", "high", "high"]);
	const folds = lastAnswer(page).locator(".reasoning");
	expect(await folds.count()).toBe(3);
	expect(await folds.nth(1).getByText("Теперь проверю").isVisible()).toBe(false);
	await folds.nth(1).locator("summary").press("Enter");
	await folds.nth(1).getByText("Теперь проверю").waitFor();
	expect(await violationsInBothThemes(page)).toEqual([]);
	expect(await longer.isChecked()).toBe(true);

	// A model without the choice has no switch, and touches nothing.
	await page.getByRole("button", { name: /Думающая/ }).click();
	await page.getByRole("menuitemradio", { name: /Простая/ }).click();
	expect(await longer.isVisible()).toBe(false);
	await page.getByRole("button", { name: /Простая/ }).click();
	// Both choices go to the server one after the other, and only then is the page asked for anew.
	const chosen = page.waitForResponse(
		(response) => response.request().postData()?.includes("thinks") === true && response.ok(),
	);
	await page.getByRole("menuitemradio", { name: /Думающая/ }).click();
	expect(await longer.isChecked()).toBe(true);
	await chosen;

	await page.reload();
	expect(await order(page)).toEqual(IN_ORDER);
	expect(await longer.isChecked()).toBe(true);
	expect(await areOpen(page)).toEqual([false, false, false]);
	await showOpen(page);
	expect(await areOpen(page)).toEqual([true, true, true]);
	script();
	await ask(page, "А ещё раз?");
	await page.locator("article[data-role=assistant]").nth(1).waitFor();
	await ended(page);
	expect(await areOpen(page)).toEqual([true, true, true]);
	expect(complaints).toEqual([]);
	await context.close();
});

test("the same without script", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, { javaScriptEnabled: false });
	await page.getByRole("switch", { name: "Размышлять дольше" }).check();
	script();
	await ask(page, "Сколько будет 6 × 7?");
	await ended(page);
	expect(await order(page)).toEqual(IN_ORDER);
	expect(await page.getByRole("switch", { name: "Размышлять дольше" }).isChecked()).toBe(true);
	await lastAnswer(page).locator(".reasoning summary").nth(1).click();
	await lastAnswer(page).getByText("Теперь проверю").waitFor();
	await sendFits(page);
	await showOpen(page);
	expect(await areOpen(page)).toEqual([true, true, true]);
	expect(complaints).toEqual([]);
	await context.close();
});
