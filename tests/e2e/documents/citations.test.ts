import { expect, test } from "vitest";
import { violationsInBothThemes } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("a citation shows its words by keyboard and mouse, stays while the answer goes on, and leads to its place", async () => {
	const { page, complaints } = await openWindowAsMember(world);
	let goOn = () => {};
	const held = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	world.model.script(async (reply) => {
		await reply.stream("Срок — год [1], депозит — шестьдесят дней [2");
		await held;
		await reply.stream("]. Нет [99].");
		reply.finish();
	});
	await page
		.locator(".attach input[type=file]")
		.setInputFiles([
			file("Договор.txt", "Аренда на один год."),
			file("Смета.txt", "Депозит возвращается за шестьдесят дней."),
		]);
	await page.locator(".att[data-state=ready]").nth(1).waitFor();
	// What was attached outlives a reload, as what was typed does.
	await page.reload();
	await page.locator(".att[data-state=ready]").nth(1).waitFor();
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.getByText("О чём эти файлы? Расскажите коротко.").waitFor();
	const answer = page.locator("[data-role=assistant] .prose");
	await answer.getByText("шестьдесят дней").waitFor();
	// Of the second citation nothing is seen before it is whole.
	expect(await answer.textContent()).toBe("Срок — год\u00a0[1], депозит — шестьдесят дней");
	goOn();
	const first = page.getByRole("link", { name: "Источник 1: Договор.txt", exact: true });
	await page.locator("[data-role=assistant][data-state=done]").waitFor();
	expect(await answer.textContent()).toBe(
		"Срок — год\u00a0[1], депозит — шестьдесят дней\u00a0[2]. Нет [99].",
	);
	await page.reload();
	expect(await answer.textContent()).toBe(
		"Срок — год\u00a0[1], депозит — шестьдесят дней\u00a0[2]. Нет [99].",
	);
	expect(await page.locator(".att").count()).toBe(0);

	const words = page.getByRole("group", { name: "Источник 1: Договор.txt" });
	const pointAtFirst = () =>
		expect
			.poll(async () => {
				await first.hover();
				return words.isVisible();
			})
			.toBe(true);
	await pointAtFirst();
	expect(await words.textContent()).toContain("Аренда на один год.");
	expect(await violationsInBothThemes(page)).toEqual([]);
	await page.mouse.move(0, 0);
	await words.waitFor({ state: "detached" });
	// Dismissed from wherever the focus is, and the focus stays there.
	await page.getByLabel("Сообщение", { exact: true }).focus();
	await pointAtFirst();
	await page.keyboard.press("Escape");
	await words.waitFor({ state: "detached" });
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("message");
	await page.mouse.move(0, 0);
	await page.locator(".sources a").first().focus();
	await page.keyboard.press("Shift+Tab");
	const second = page.getByRole("group", { name: "Источник 2: Смета.txt" });
	await second.waitFor();
	await page.keyboard.press("Tab");
	expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Открыть в тексте");
	await page.keyboard.press("Escape");
	await second.waitFor({ state: "detached" });
	expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
		"Источник 2: Смета.txt",
	);
	await page.keyboard.press("Enter");
	await page.waitForURL("**/documents?file=*");
	expect(await page.locator("mark").textContent()).toBe("Депозит возвращается за шестьдесят дней.");
	expect(await violationsInBothThemes(page)).toEqual([]);
	await page.getByRole("link", { name: "Вернуться в чат" }).click();
	await page.locator("[data-source='2']").waitFor();

	// Another answer with sources of its own: no two landmarks of a page have one name.
	world.model.script(async (reply) => {
		await reply.stream("Год [1].");
		reply.finish();
	});
	await page.getByLabel("Сообщение", { exact: true }).fill("А срок?");
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.locator("[data-role=assistant][data-state=done] [data-source]").nth(2).waitFor();
	expect(await violationsInBothThemes(page)).toEqual([]);
	expect(complaints).toEqual([]);
});

test("a tap opens the words of a citation at the bottom, without leaving the chat", async () => {
	const { page, complaints } = await openWindowAsMember(world, {
		viewport: { width: 390, height: 844 },
		hasTouch: true,
		isMobile: true,
	});
	world.model.script(async (reply) => {
		await reply.stream("Так [1].");
		reply.finish();
	});
	await page.locator(".attach input[type=file]").setInputFiles([file("Договор.txt", "Аренда на один год.")]);
	await page.locator(".att[data-state=ready]").waitFor();
	await page.getByLabel("Сообщение", { exact: true }).fill("Что там?");
	await page.getByRole("button", { name: "Отправить" }).tap();
	await page.locator("[data-role=assistant][data-state=done]").waitFor();
	await page.getByRole("link", { name: "Источник 1: Договор.txt", exact: true }).tap();
	const words = page.getByRole("group", { name: "Источник 1: Договор.txt" });
	await words.getByText("Аренда на один год.").waitFor();
	expect(new URL(page.url()).pathname).toBe("/chat");
	await words.getByRole("link").tap();
	await page.waitForURL("**/documents?file=*");
	expect(complaints).toEqual([]);
});
