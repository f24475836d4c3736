import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, hydrated, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

test("a question asked in one tab appears in another that is idle, which loads nothing without news", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Первый вопрос");
	await page.locator("article[data-state=done]").waitFor();
	const second = await context.newPage();
	await second.goto(page.url());
	await second.getByText("Первый вопрос").first().waitFor();
	const loads: string[] = [];
	page.on("request", (request) => request.url().includes(".data") && loads.push(request.url()));
	await hydrated(second);
	await page.bringToFront();
	await second.bringToFront();
	await ask(second, "Второй вопрос");
	await page.locator("[data-role=user]", { hasText: "Второй вопрос" }).waitFor();
	await page.locator("article[data-state=done]").nth(1).waitFor();
	// For the question, and for the end of its answer.
	expect(loads.length).toBeLessThanOrEqual(2);
	const { length } = loads;
	await page.bringToFront();
	await second.reload();
	await second.getByText("Второй вопрос").first().waitFor();
	expect(loads).toHaveLength(length);
	expect(complaints).toEqual([]);
	await context.close();
});

test("Enter that ends a composition in Safari does not send; after «Остановить» the focus is in the field", async () => {
	const { page, context } = await openWindowAsMember(world);
	const field = page.getByLabel("Сообщение", { exact: true });
	await field.fill("にほん");
	// As Safari tells it: the composition is over already, and the key has the code of a composition.
	const sent = await field.evaluate((node) => {
		let submitted = false;
		(node as HTMLTextAreaElement).form?.addEventListener("submit", () => {
			submitted = true;
		});
		const init = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
		const prevented = !node.dispatchEvent(new KeyboardEvent("keydown", init));
		return submitted || prevented;
	});
	expect(sent).toBe(false);
	expect(await field.inputValue()).toBe("にほん");

	world.model.script("hang-midway");
	await ask(page, "Расскажи о чае");
	await page.locator("article[data-state=writing] .prose", { hasText: /\S/ }).waitFor();
	const stop = page.getByRole("button", { name: "Остановить" });
	// As in Safari, where a pressed button gets no focus.
	await stop.evaluate((button: HTMLElement) => {
		(document.activeElement as HTMLElement | null)?.blur();
		button.addEventListener("mousedown", (event) => event.preventDefault());
	});
	await stop.click();
	await page.locator("article[data-state=stopped]").waitFor();
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("message");
	await context.close();
});
