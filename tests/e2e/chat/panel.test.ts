import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, type BrowserWindow, hydrated, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

type Page = BrowserWindow["page"];
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const list = (page: Page) => page.getByRole("navigation", { name: "Чаты" });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const WIDE = { viewport: { width: 1440, height: 900 } };

test("with script: the sidebar folds into a drawer at once, stays so, and is pinned again from there", async () => {
	const { page, complaints } = await openWindowAsMember(world, WIDE);
	await ask(page, "Как заварить чай?");
	await lastAnswer(page).getByText("Подробнее").waitFor();
	const before = await lastAnswer(page).boundingBox();
	const isSame = await page.evaluateHandle(() => document.body);
	// The cookie comes with the response, and a reload may overtake it.
	const stored = page.waitForResponse("**/chat/panel");
	await button(page, "Свернуть панель").press("Enter");
	await list(page).waitFor({ state: "hidden" });
	await expect.poll(() => focused(page)).toBe("Открыть меню");
	const { x = 0 } = (await lastAnswer(page).boundingBox()) ?? {};
	expect(x).toBeLessThan(before?.x ?? 0);
	expect(await isSame.evaluate((body) => body === document.body)).toBe(true);

	await stored;
	await page.reload();
	await hydrated(page);
	await lastAnswer(page).waitFor();
	expect(await list(page).isVisible()).toBe(false);
	await button(page, "Открыть меню").click();
	await list(page).waitFor();
	await button(page, "Закрепить панель").press("Enter");
	await expect.poll(() => focused(page)).toBe("Свернуть панель");
	await button(page, "Открыть меню").waitFor({ state: "hidden" });
	expect(await list(page).isVisible()).toBe(true);
	expect(complaints).toEqual([]);
});

test("without script: a form does it and comes back to the same conversation", async () => {
	const { page, complaints } = await openWindowAsMember(world, { ...WIDE, javaScriptEnabled: false });
	await ask(page, "Как заварить чай?");
	const address = page.url().replace(/#.*/, "");
	await button(page, "Свернуть панель").click();
	await button(page, "Открыть меню").waitFor();
	await page.waitForURL(address);
	expect(await list(page).isVisible()).toBe(false);
	await button(page, "Открыть меню").click();
	await button(page, "Закрепить панель").click();
	await button(page, "Открыть меню").waitFor({ state: "hidden" });
	await page.waitForURL(address);
	expect(await list(page).isVisible()).toBe(true);
	expect(complaints).toEqual([]);
});

test("on a narrow screen there is nothing to fold; a drawer that is open when it becomes wide is the column", async () => {
	const { page } = await openWindowAsMember(world, { viewport: { width: 390, height: 844 } });
	await page.goto("/chat");
	await button(page, "Открыть меню").click();
	await list(page).waitFor();
	expect(await button(page, "Свернуть панель").isVisible()).toBe(false);
	const look = () =>
		page.locator("#sidebar").evaluate((panel) => {
			const { boxShadow, borderRadius } = getComputedStyle(panel);
			return { boxShadow, borderRadius, behind: getComputedStyle(panel, "::backdrop").backgroundColor };
		});
	expect((await look()).boxShadow).not.toBe("none");
	await page.setViewportSize(WIDE.viewport);
	expect(await look()).toEqual({ boxShadow: "none", borderRadius: "0px", behind: "rgba(0, 0, 0, 0)" });
});
