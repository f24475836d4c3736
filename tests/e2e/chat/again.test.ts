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

test("the actions of an older answer stay while their menu is open, wherever the pointer is, and go when it closes", async () => {
	const { page } = await openWindowAsMember(world);
	for (const [i, text] of ["Чай?", "Кофе?"].entries()) {
		await ask(page, text);
		await expect
			.poll(() => page.locator("article[data-role=assistant][data-state=done]").count())
			.toBe(i + 1);
	}
	const answer = page.locator(".exchange").first().locator("article[data-role=assistant]");
	const opacity = () =>
		answer.locator(".msg-actions").evaluate((actions) => getComputedStyle(actions).opacity);
	await page.mouse.move(1, 1);
	await expect.poll(opacity).toBe("0");
	await answer.hover();
	await answer.getByRole("button", { name: "Создать ответ заново" }).click();
	const menu = answer.locator(".menu:popover-open");
	await menu.waitFor();
	await page.mouse.move(1, 1);
	// Without the focus it is the open menu alone that shows them.
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await expect.poll(opacity).toBe("1");
	await menu.evaluate((open: HTMLElement) => open.hidePopover());
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await expect.poll(opacity).toBe("0");
});
