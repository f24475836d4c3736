import { expect, test } from "vitest";
import { setUpWorld } from "./support/set-up-world.ts";
import { type BrowserWindow, openWindowAsMember } from "./support/world.ts";

const world = setUpWorld();

/** Opens the chat with its scripts held back until the returned function is called. */
async function openBeforeScript(page: BrowserWindow["page"]) {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
	await page.goto(`${world.instance.url}/chat`, { waitUntil: "commit" });
	return release;
}

test("what is typed before the script runs stays, and what is typed meanwhile follows it", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const release = await openBeforeScript(page);
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.click();
	await page.keyboard.type("Как заварить ");
	release();
	const words = "чай, если вода жёсткая, а заварочного чайника нет, и в термосе его не заваришь";
	await page.keyboard.type(words, { delay: 5 });
	// Hydrated: it counts, and offers to send.
	await page.locator(".composer-send:not([data-idle])").waitFor();
	expect(await field.inputValue()).toBe(`Как заварить ${words}`);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a drawer that is opened before the script runs stays open", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 390, height: 844 },
	});
	const release = await openBeforeScript(page);
	await page.getByLabel("Сообщение", { exact: true }).fill("Как заварить чай?");
	await page.getByRole("button", { name: "Открыть меню", exact: true }).click();
	const list = page.getByRole("navigation", { name: "Чаты" });
	await list.waitFor();
	release();
	await page.locator(".composer-send:not([data-idle])").waitFor();
	expect(await list.isVisible()).toBe(true);
	expect(complaints).toEqual([]);
	await context.close();
});
