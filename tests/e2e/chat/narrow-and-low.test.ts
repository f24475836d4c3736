import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, hydrated, lastAnswer, openWindow, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODELS: "a-model-with-a-name-too-long-for-a-telephone" });

test("on a low screen everything scrolls but the composer, which is one line; the end of an answer stays in view", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Расскажи о чае");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const bar = page.locator(".chat-bar");
	const end = lastAnswer(page).getByRole("button", { name: "Подробности" });
	const topOf = (part: typeof bar) => part.evaluate((node) => node.getBoundingClientRect().top);
	for (const [width, height] of [
		[320, 256],
		[360, 225],
		[844, 390],
	] as const) {
		await page.setViewportSize({ width, height });
		await expect.poll(() => end.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThan(height);
		const dock = await page.locator(".chat-dock").boundingBox();
		expect(height - (dock?.y ?? 0)).toBeLessThan(56);
		expect(await page.getByText("Проверяйте важное").isVisible()).toBe(false);
		expect(await topOf(bar)).toBeLessThan(0);
		// What has the focus stands above the composer.
		await page.getByLabel("Сообщение", { exact: true }).focus();
		await page.keyboard.press("Shift+Tab");
		const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom);
		expect(focused).toBeLessThan(dock?.y ?? 0);

		await page.mouse.move(width / 2, height / 3);
		await page.mouse.wheel(0, -20_000);
		await expect.poll(() => topOf(bar)).toBeGreaterThanOrEqual(0);
		await page.getByRole("button", { name: "Перейти к последнему" }).click();
		await expect.poll(() => topOf(bar)).toBeLessThan(0);
	}
	// Files stand above the line, and leave it its room.
	await page.setViewportSize({ width: 320, height: 256 });
	const field = page.getByLabel("Сообщение", { exact: true });
	const before = await field.boundingBox();
	await page
		.locator(".composer .attach input[type=file]")
		.setInputFiles({ name: "чай.txt", mimeType: "text/plain", buffer: Buffer.from("Чай") });
	const chip = page.locator(".att[data-state=ready]");
	await chip.waitFor();
	const [now, above] = [await field.boundingBox(), await chip.boundingBox()];
	expect(now?.width).toBe(before?.width);
	expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(now?.y ?? 0);
	expect(complaints).toEqual([]);
	await context.close();
});

test("at 320 px model, counter and disclaimer have one line each; the field grows where only a script can make it", async () => {
	const { page: first, context: member } = await openWindowAsMember(world);
	const storageState = await member.storageState();
	await first.close();
	const { page, context, complaints } = await openWindow(world, {
		storageState,
		viewport: { width: 320, height: 640 },
	});
	await page.addInitScript(withoutFieldSizing);
	await page.goto("/chat");
	await hydrated(page);
	const field = page.getByLabel("Сообщение", { exact: true });
	const heightOf = (part: typeof field) => part.evaluate((node) => node.getBoundingClientRect().height);
	await expect.poll(() => heightOf(field)).toBe(52);
	await field.fill("первая\nвторая\nтретья\nчетвёртая\nпятая");
	expect(await heightOf(field)).toBe(5 * 24 + 20);
	await field.fill("строка\n".repeat(40));
	expect(await heightOf(field)).toBe(208);
	await field.fill("");
	expect(await heightOf(field)).toBe(52);

	await field.fill("ы".repeat(31_000));
	const counter = page.getByText(/^Осталось 1\s000 знаков$/);
	for (const part of [counter, page.getByText("a-model-with"), page.getByText("Проверяйте важное")])
		expect(await heightOf(part)).toBeLessThan(27);
	// The counter leaves the name its room, also where there are too many characters.
	const name = page.locator(".composer-pill > span");
	for (const length of [31_000, 45_000]) {
		await field.fill("ы".repeat(length));
		expect(await name.evaluate((words) => words.clientWidth)).toBeGreaterThan(80);
	}
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	expect(complaints).toEqual([]);
	await context.close();
	await member.close();
});

test("the transcript stays at its end while a field grows that only a script can make grow, and when it is sent", async () => {
	const { page, context } = await openWindowAsMember(world, { viewport: { width: 800, height: 500 } });
	await page.addInitScript(withoutFieldSizing);
	await page.reload();
	const answers = page.locator("article[data-role=assistant][data-state=done]");
	for (const [i, question] of ["Расскажи о чае", "И ещё раз"].entries()) {
		await ask(page, question);
		await answers.nth(i).waitFor();
	}
	const left = () =>
		page.locator(".chat-scroll").evaluate(async (box) => {
			await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
			return box.scrollHeight - box.scrollTop - box.clientHeight;
		});
	await page.getByLabel("Сообщение", { exact: true }).fill("первая\nвторая\nтретья\nчетвёртая\nпятая");
	for (const key of ["Shift+Enter", "a", "b", "Backspace"]) {
		await page.keyboard.press(key);
		expect([key, await left()]).toEqual([key, 0]);
	}
	await page.keyboard.press("Enter");
	await answers.nth(2).waitFor();
	await expect.poll(left).toBe(0);

	await page.locator("[data-role=user]").last().getByRole("link", { name: "Изменить" }).click();
	const edited = page.getByLabel("Изменить сообщение");
	const hidden = () => edited.evaluate((area) => area.scrollHeight - area.clientHeight);
	await expect.poll(hidden).toBe(0);
	await page.keyboard.type("\nшестая");
	await expect.poll(hidden).toBe(0);
	await context.close();
});

/** As WebKit before `field-sizing`, and Firefox. */
function withoutFieldSizing() {
	CSS.supports = () => false;
	const sheet = new CSSStyleSheet();
	sheet.replaceSync("textarea { field-sizing: fixed !important }");
	document.adoptedStyleSheets = [sheet];
}
