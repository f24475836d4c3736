import { expect, test } from "vitest";
import { plansFile } from "../../support/plans-file.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, type BrowserWindow, lastAnswer, openWindowAsMember } from "../support/world.ts";

const world = setUpWorld({
	MODEL_TITLES: "0",
	PLANS_FILE: plansFile({ quota: { messages: 2, everyDays: 1 } }),
});

type Page = BrowserWindow["page"];
const field = (page: Page) => page.getByLabel("Сообщение", { exact: true });
const over = (page: Page) => page.getByRole("heading", { name: "Сообщения на сегодня закончились" });
/** Another tab of the same person that the first one hears nothing of, as where that was asleep. */
async function openUnheardTab(context: BrowserWindow["context"], address: string): Promise<Page> {
	const other = await context.newPage();
	await other.addInitScript(() => {
		BroadcastChannel.prototype.postMessage = () => {};
	});
	await other.goto(address);
	return other;
}
const done = (page: Page) => page.locator("article[data-role=assistant][data-state=done]").last().waitFor();

test("with script: the counter goes down, the card comes by itself, and it leads to the plans", async () => {
	const { page, complaints } = await openWindowAsMember(world);
	await page.getByText("Осталось 2 из 2").waitFor();
	await ask(page, "Раз");
	await done(page);
	await page.getByText("Осталось 1 из 2").waitFor();
	await ask(page, "Два");
	await over(page).waitFor();
	await page.getByText("Лимит обновится завтра. Черновик и история сохранены.").waitFor();
	await field(page).waitFor({ state: "hidden" });
	expect(await page.getByRole("button", { name: "Остановить" }).count()).toBe(0);
	await page.getByRole("link", { name: "Посмотреть тарифы" }).click();
	await page.waitForURL("**/payment");
	expect(complaints).toEqual([]);
});

test("with script: used up in another tab, a question is refused and its text stays, after a reload as well", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	await ask(page, "Раз");
	await done(page);
	const other = await openUnheardTab(context, page.url());
	await field(page).fill("Этого я не хочу печатать заново");
	await ask(other, "Два");
	await over(other).waitFor();
	await page.getByRole("button", { name: "Отправить" }).click();
	await over(page).waitFor();
	expect(await field(page).inputValue()).toBe("Этого я не хочу печатать заново");
	const kept = () =>
		page.evaluate(() => Object.entries(localStorage).some(([, text]) => text.startsWith("Этого я не хочу")));
	expect(await kept()).toBe(true);
	await page.reload();
	await over(page).waitFor();
	await expect.poll(() => field(page).inputValue()).toBe("Этого я не хочу печатать заново");
	expect(await kept()).toBe(true);
	// The browser itself notes every answer of 400 and above on the console.
	expect(complaints.filter((complaint) => !complaint.includes("429"))).toEqual([]);
});

test("with script: another version of an answer, asked for in a tab that does not know yet, shows the card", async () => {
	const { page, context } = await openWindowAsMember(world);
	await ask(page, "Раз");
	await done(page);
	const other = await openUnheardTab(context, page.url());
	await ask(other, "Два");
	await over(other).waitFor();
	await lastAnswer(page).getByRole("button", { name: "Создать ответ заново" }).click();
	await lastAnswer(page).getByRole("button", { name: "Заново", exact: true }).click();
	await over(page).waitFor();
});

test("without script: a question that comes too late keeps its text in its field", async () => {
	const { page, context } = await openWindowAsMember(world, { javaScriptEnabled: false });
	await ask(page, "Раз");
	await done(page);
	await page.goto(page.url());
	const other = await context.newPage();
	await other.goto(page.url());
	await ask(other, "Два");
	await other.locator("article[data-role=assistant][data-state=done]").nth(1).waitFor();
	await field(page).fill("Этого я не хочу печатать заново");
	await page.getByRole("button", { name: "Отправить" }).click();
	await over(page).waitFor();
	// The card comes before the field on the page.
	await page.waitForLoadState();
	expect(await field(page).inputValue()).toBe("Этого я не хочу печатать заново");
	await page.getByRole("link", { name: "Посмотреть тарифы" }).click();
	await page.waitForURL("**/payment");
});
