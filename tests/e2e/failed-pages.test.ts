import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { changeData } from "./support/change-data.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { ask, hydrated, openWindowAsMember } from "./support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

/** Somebody at the beginning of the chat, with one conversation in the list. */
async function inChat() {
	const visitor = await openWindowAsMember(world);
	await ask(visitor.page, "Первый вопрос");
	await visitor.page.goto("/chat");
	await hydrated(visitor.page);
	return visitor;
}

/** Changes what the server says of the next screens. */
const change = (page: Page, made: (body: string) => string, address = (url: string) => url) =>
	page.route("**/chat.data**", async (route) => {
		const response = await route.fetch({ url: address(route.request().url()) });
		await route.fulfill({ response, body: made(await response.text()) });
	});

const deleted = (url: string) => url.replace(/c=[^&]+/, `c=${crypto.randomUUID()}`);
const wayBack = async (page: Page) => {
	await page.unroute("**/chat.data**");
	await page.goBack();
	await page.getByLabel("Сообщение", { exact: true }).waitFor();
};

test("what a screen's loader refuses is told in the place of the application, which can be gone back to", async () => {
	const { page, context, complaints } = await inChat();
	await change(page, (body) => body, deleted);
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await page.getByRole("heading", { level: 1, name: "Такой страницы нет" }).waitFor();
	await page.getByText(/^Page not found: \/chat\?c=/).waitFor();
	await wayBack(page);
	expect(complaints.filter((said) => !said.includes("404"))).toEqual([]);
	await context.close();
});

test("an error of the root can be drawn in a living page, and gone back from", async () => {
	const { page, context, complaints } = await inChat();
	const ofRoot = (body: string) => body.replace('"root"', '"none"').replace('"routes/chat/index"', '"root"');
	await change(page, ofRoot, deleted);
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await page.getByRole("heading", { level: 1, name: "Такой страницы нет" }).waitFor();
	await wayBack(page);
	expect(complaints.filter((said) => !said.includes("404"))).toEqual([]);
	await context.close();
});

test("even where the error page itself cannot be drawn, there are words and a way on", async () => {
	const { page, context } = await inChat();
	// No component can show an object for a name.
	await change(page, (body) => body.replace(/"appName","[^"]+"/, '"appName",{}'));
	await page.getByRole("link", { name: "Первый вопрос" }).click();
	await page.getByRole("heading", { level: 1, name: "Страница не открылась" }).waitFor();
	expect(await page.locator("body").textContent()).not.toContain("Мы уже знаем");
	await page.getByRole("link", { name: "Обновить" }).click();
	await page.getByLabel("Сообщение", { exact: true }).waitFor();
	await context.close();
});

/** What stands on the screen in another alphabet, in its title and in the names of its parts. */
const inLatin = (page: Page) =>
	page.evaluate(() => {
		const seen = [...document.body.querySelectorAll("*")].filter(
			(one) => !one.matches("script, style, template") && one.checkVisibility(),
		);
		const own = (one: Element) => [...one.childNodes].filter((node) => node instanceof Text);
		const words = seen.flatMap((one) => [
			...own(one).map(({ textContent }) => textContent),
			...["aria-label", "alt", "title"].map((name) => one.getAttribute(name)),
		]);
		const lines = [document.title, ...words].map((line) => line?.trim() ?? "");
		// The licence has no other name.
		return lines.filter((line) => /[a-z]/i.test(line.replace("лицензия MIT", "")));
	});

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
	"script: $javaScriptEnabled",
	({ javaScriptEnabled }) => {
		test("S-8.1 S-8.2 nothing on an error's screen is English but what the specification says", async () => {
			const { page, context } = await openWindowAsMember(world, { javaScriptEnabled });
			const missing = await page.goto("/no-such/page?x=1");
			expect(missing?.status()).toBe(404);
			expect(await inLatin(page)).toEqual(["Page Not Found", "Page not found: /no-such/page?x=1"]);

			const id = crypto.randomUUID();
			const order = { intent: "pay", planKey: "plus-month", paymentId: id, receiptEmail: "buh@pochta.ru" };
			const headers = { Origin: world.instance.url };
			await context.request.post("/payment", { form: order, headers, maxRedirects: 0 });
			await changeData(world.instance, (db) =>
				db.updateTable("purchases").set({ plan: "{" }).where("id", "=", id).execute(),
			);
			const broken = await page.goto("/payment");
			expect(broken?.status()).toBe(500);
			expect(await inLatin(page)).toEqual([
				"Internal Server Error",
				expect.stringMatching(/^Код ошибки: [\w-]+$/),
			]);
			await context.close();
		});
	},
);
