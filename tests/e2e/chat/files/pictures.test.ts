import { expect, test } from "vitest";
import { blackPng } from "../../../support/documents/picture.ts";
import { violations } from "../../support/faults.ts";
import { setUpWorld } from "../../support/set-up-world.ts";
import { ask, lastAnswer, openWindow, openWindowAsMember } from "../../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0", MODEL_SEES: "1" });

const picture = (name: string, height: number) => ({
	name,
	mimeType: "image/png",
	buffer: blackPng(300, height),
});

test("pictures are chosen and pasted, asked about and looked at, by keyboard and without script too", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await page
		.locator(".attach input[type=file]")
		.setInputFiles([picture("План.png", 200), picture("Схема.png", 100)]);
	const chips = page.getByRole("list", { name: "Вложения" }).getByRole("link", { name: /^Открыть картинку/ });
	await expect.poll(() => chips.count()).toBe(2);
	const pasted = blackPng(50, 50).toString("base64");
	await page.getByLabel("Сообщение", { exact: true }).evaluate((field, base64) => {
		const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
		const clipboardData = new DataTransfer();
		clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
		field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	}, pasted);
	await page.getByRole("link", { name: /Вставленная картинка$/ }).waitFor();
	await page.getByRole("button", { name: "Убрать картинку «Вставленная картинка»" }).click();
	await expect.poll(() => chips.count()).toBe(2);
	expect(await violations(page)).toEqual([]);

	await ask(page, "Что на них?");
	await lastAnswer(page).and(page.locator("[data-state=done]")).waitFor();
	const parts = world.model.requests[0]?.messages.at(-1)?.parts ?? [];
	expect(parts.filter(({ type }) => type === "image_url")).toHaveLength(2);

	const links = page.getByRole("list", { name: "Картинки" }).getByRole("link");
	await links.first().focus();
	await page.keyboard.press("Enter");
	await page.getByRole("dialog", { name: "Картинка 1 из 2: План" }).waitFor();
	await page.keyboard.press("ArrowRight");
	await page.getByRole("dialog", { name: "Картинка 2 из 2: Схема" }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.keyboard.press("Escape");
	await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
	await expect
		.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
		.toBe("Открыть картинку 1 из 2: План");

	const address = page.url();
	await page.goto((await links.first().getAttribute("href")) ?? "");
	expect(new URL(page.url()).pathname).toBe("/files/view");
	expect(await violations(page)).toEqual([]);
	const storageState = await context.storageState();
	const plain = await openWindow(world, { javaScriptEnabled: false, storageState });
	await plain.page.goto(address);
	await plain.page.getByRole("list", { name: "Картинки" }).getByRole("link").first().click();
	await plain.page.getByRole("link", { name: "Следующая картинка" }).click();
	await plain.page.getByRole("img", { name: "Схема" }).waitFor();
	await plain.page.getByRole("link", { name: "Закрыть" }).click();
	await plain.page.getByText("Что на них?").first().waitFor();

	await plain.page.getByLabel("Сообщение", { exact: true }).fill("А на этой?");
	await plain.page.locator(".composer summary", { hasText: "Прикрепить" }).click();
	const said = () =>
		plain.page.locator(".files-chosen").evaluate((part) => getComputedStyle(part, "::before").content);
	expect(await said()).toMatch(/Файлы не выбраны|data-none/);
	await plain.page.locator(".attach input[type=file]").setInputFiles([picture("Вид.png", 100)]);
	await expect.poll(said).toMatch(/Файлы выбраны|data-chosen/);
	await plain.page.getByRole("button", { name: "Прикрепить" }).click();
	await plain.page
		.getByRole("list", { name: "Вложения" })
		.getByText(/Вид|готовится/)
		.or(plain.page.getByRole("button", { name: "Убрать картинку «Вид»" }))
		.first()
		.waitFor();
	expect(await plain.page.getByLabel("Сообщение", { exact: true }).inputValue()).toBe("А на этой?");
	expect([...complaints, ...plain.complaints]).toEqual([]);
	await Promise.all([context.close(), plain.context.close()]);
});
