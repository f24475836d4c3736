import { expect, test } from "vitest";
import { violationsInBothThemes } from "../support/faults.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld();

/** The model thinks, waits until it is told to go on, and answers. @returns tells it */
function think(): () => void {
	let goOn = () => {};
	const told = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	world.model.script(async (reply) => {
		await reply.stream(["Сначала **вода**.\n\n", "- чайник\n- чай\n"], 5, "reasoning_content");
		await told;
		await reply.stream(["Заварите ", "чай."], 5);
		reply.finish();
	});
	return goOn;
}

test("reasoning counts its seconds, is Markdown, and says afterwards how long it took, also after a reload", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const goOn = think();
	await ask(page, "Как заварить чай?");
	const counted = async () =>
		Number(/^Размышляет… (\d+) с$/.exec((await words.textContent()) ?? "")?.[1] ?? 0);
	const words = lastAnswer(page).locator(".reasoning summary");
	await expect.poll(counted).toBeGreaterThan(0);
	const first = await counted();
	const reasoning = lastAnswer(page).locator(".reasoning");
	expect(await reasoning.getByText("вода").isVisible()).toBe(false);
	await reasoning.locator("summary").press("Enter");
	await reasoning.locator("strong", { hasText: "вода" }).waitFor();
	await expect.poll(() => reasoning.getByRole("listitem").count()).toBe(2);
	await expect.poll(counted).toBeGreaterThan(first);
	goOn();
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	const took = (await reasoning.getByText(/^Размышлял \d+ с$/).textContent()) ?? "";
	// It stays unfolded, and is no part of the answer.
	expect(await reasoning.locator("strong").isVisible()).toBe(true);
	expect(await lastAnswer(page).locator(".prose").textContent()).toBe("Заварите чай.");
	await page.getByRole("button", { name: "Создать ответ заново" }).click();
	await page.getByRole("button", { name: "Короче", exact: true }).waitFor();
	expect(await violationsInBothThemes(page)).toEqual([]);
	await page.reload();
	await reasoning.getByText(took, { exact: true }).waitFor();
	expect(await reasoning.locator("strong").isVisible()).toBe(false);
	expect(complaints).toEqual([]);
	await context.close();
});

test("without script, reasoning that was unfolded stays so while the page loads itself anew", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, { javaScriptEnabled: false });
	const goOn = think();
	await ask(page, "Как заварить чай?");
	const reasoning = lastAnswer(page).locator(".reasoning");
	await reasoning.getByRole("link", { name: /Размышляет/ }).click();
	await reasoning.locator("strong", { hasText: "вода" }).waitFor();
	for (let i = 0; i < 2; i++) {
		const at = new URL(page.url()).searchParams.get("at");
		await page.waitForURL((url) => url.searchParams.get("at") !== at);
		// Meanwhile the page may be loading itself anew once more.
		await reasoning.locator("strong").waitFor();
	}
	goOn();
	await page.locator("article[data-role=assistant][data-state=done]").waitFor();
	await reasoning.getByText(/^Размышлял \d+ с$/).waitFor();
	await page.waitForLoadState();
	expect(await reasoning.locator("strong").isVisible()).toBe(true);
	await reasoning.locator("summary").click();
	expect(await reasoning.locator("strong").isVisible()).toBe(false);
	expect(complaints).toEqual([]);
	await context.close();
});
