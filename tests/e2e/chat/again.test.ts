import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld();

test("a part of an answer is quoted in the field, and another answer is chosen by keys", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	world.model.script(async (reply) => {
		await reply.stream(["Чай заваривают.\n\n", "Вода нужна горячая."], 5);
		reply.finish();
	});
	await ask(page, "Как заварить чай?");
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	const about = page.getByRole("button", { name: "Спросить об этом" });
	expect(await about.count()).toBe(0);
	const field = page.locator("#message");
	await field.fill("А зелёный?");
	await lastAnswer(page).locator(".prose").selectText();
	await about.click();
	expect(await field.inputValue()).toBe("> Чай заваривают.\n>\n> Вода нужна горячая.\n\nА зелёный?");
	await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
	await about.waitFor({ state: "detached" });
	await page.keyboard.type("!");
	expect(await field.inputValue()).toMatch(/А зелёный\?!$/);
	// It is a draft like any other.
	await page.reload();
	await expect.poll(() => field.inputValue()).toMatch(/^> Чай заваривают/);

	await page.getByRole("button", { name: "Создать ответ заново" }).press("Enter");
	const shorter = page.getByRole("button", { name: "Короче", exact: true });
	await shorter.waitFor();
	await page.keyboard.press("Escape");
	await shorter.waitFor({ state: "hidden" });
	await page.getByRole("button", { name: "Создать ответ заново" }).press("Enter");
	const focused = () => page.evaluate(() => document.activeElement?.textContent);
	await expect.poll(focused).toBe("Заново");
	await page.keyboard.press("Tab");
	await expect.poll(focused).toBe("Короче");
	await page.keyboard.press("Enter");
	await page.getByRole("img", { name: "Вариант 2 из 2" }).waitFor();
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});
