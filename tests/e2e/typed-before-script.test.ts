import { expect, test } from "vitest";
import { setUpWorld } from "./support/set-up-world.ts";
import { openWindowAsMember } from "./support/world.ts";

const world = setUpWorld();

test("what is typed before the script runs stays, and what is typed meanwhile follows it", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
	await page.goto(`${world.instance.url}/chat`, { waitUntil: "commit" });
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
