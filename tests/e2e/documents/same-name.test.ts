import type { Page } from "playwright";
import { expect, test } from "vitest";
import { setUpWorld } from "../support/set-up-world.ts";
import { ask, openWindowAsMember, READING } from "../support/world.ts";

const world = setUpWorld({ MODEL_TITLES: "0" });

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Waits until the page has the answer to a file that it sends. */
async function sent(page: Page): Promise<void> {
	const response = await page.waitForResponse(
		(response) =>
			response.request().method() === "POST" && new URL(response.url()).pathname === "/chat/files",
	);
	await response.finished();
	await page.evaluate(() => null);
}

test("a document of a name that is there already may take the older one's place", async () => {
	const { page, complaints } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	await page.goto("/documents");
	const input = page.locator("label.attach input");
	const rows = page.locator(".doc-list > li");
	const ready = rows.and(page.locator('[data-state="ready"]'));
	await input.setInputFiles([file("Договор.txt", "Первая редакция.")]);
	await expect.poll(() => ready.count()).toBe(1);
	await input.setInputFiles([file("Договор.txt", "Вторая редакция."), file("Смета.txt", "Покраска.")]);
	await page.getByRole("button", { name: "Заменить прежний" }).click();
	// The older one is ready as well, until the other has taken its place.
	await expect.poll(() => page.locator(".doc-sending").count()).toBe(0);
	await expect.poll(() => ready.count()).toBe(2);
	const found = async () => {
		await page.goto("/documents?q=редакция");
		return page.getByText("Вторая").count();
	};
	await expect.poll(found).toBeGreaterThan(0);
	expect(await page.getByText("Первая").count()).toBe(0);
	expect(complaints).toEqual([]);
});

test("a screen reader is told of each uploaded file whether it has been read", async () => {
	const { page, complaints } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	await page.goto("/documents");
	const heard = page.locator("[data-told]");
	await heard.evaluate((region) => {
		const said: string[] = [];
		Object.assign(window, { said });
		new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, {
			...{ characterData: true, childList: true, subtree: true },
		});
	});
	const bad = { name: "плохой.bin", mimeType: "", buffer: Buffer.from([0, 0xff, 0xfe, 0x81, 0, 1, 2, 3]) };
	await page.locator("label.attach input").setInputFiles([file("Договор.txt", "Аренда."), bad]);
	const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.join("\n"));
	const ended = (words: string, name: string) => new RegExp(`(^|\\n| )${words}: [^.]*${name}`);
	await expect.poll(said).toMatch(ended("Прочитано", "Договор"));
	await expect.poll(said).toMatch(ended("Не\u00a0прочитано", "плохой"));
	expect(complaints).toEqual([]);
});

test("the menu of the last row of a long list is in the window", async () => {
	const { page } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	await page.goto("/documents");
	const files = Array.from({ length: 9 }, (_, i) => file(`Заметка ${i}.txt`, `Текст ${i}`));
	await page.locator("label.attach input").setInputFiles(files);
	const rows = page.locator(".doc-list > li");
	await expect.poll(() => rows.and(page.locator('[data-state="ready"]')).count(), READING).toBe(9);
	await rows.last().locator("summary").click();
	const box = await rows.last().locator(".pop-panel").boundingBox();
	expect(box && box.y >= 0 && box.y + box.height <= 900).toBe(true);
});

test("of several files chosen at once no row stays behind, and an offer that is pressed leaves the focus in the list", async () => {
	const { page, complaints } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	await page.goto("/documents");
	const input = page.locator("label.attach input");
	const files = Array.from({ length: 7 }, (_, i) => file(`Акт ${i}.txt`, `Работа ${i}`));
	await input.setInputFiles(files);
	const rows = page.locator(".doc-list > li");
	await expect.poll(() => rows.count()).toBe(7);
	await expect.poll(() => page.locator(".doc-sending").count()).toBe(0);
	await input.setInputFiles([file("Акт 3.txt", "Другая работа")]);
	await page.getByRole("button", { name: "Заменить прежний" }).press("Enter");
	await page.getByRole("button", { name: "Заменить прежний" }).waitFor({ state: "detached" });
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
	expect(complaints).toEqual([]);
});

test("a file that comes while a search is under way does not break it off", async () => {
	const { page, complaints } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	await page.goto("/documents");
	const input = page.locator("label.attach input");
	await input.setInputFiles([file("Договор.txt", "Аренда.")]);
	const ready = page.locator('.doc-list > li[data-state="ready"]');
	await expect.poll(() => ready.count()).toBe(1);
	const isSearch = ({ pathname, searchParams }: URL) =>
		pathname === "/documents.data" && searchParams.has("q");
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route(isSearch, (route) => held.then(() => route.continue()));
	const asked = page.waitForRequest((request) => isSearch(new URL(request.url())));
	await page.getByRole("searchbox").fill("аренда");
	await page.getByRole("button", { name: "Найти" }).click();
	await asked;
	const second = sent(page);
	await input.setInputFiles([file("Смета.txt", "Покраска.")]);
	await second;
	release();
	await page.waitForURL(({ searchParams }) => searchParams.get("q") === "аренда" && searchParams.has("new0"));
	await page.locator(".doc-hits", { hasText: "Аренда" }).waitFor();
	await page.locator(".doc-sending").waitFor({ state: "detached" });
	expect(complaints).toEqual([]);
});

test("a file that comes after its list was left is not named in the address of another screen", async () => {
	const { page, complaints } = await openWindowAsMember(world, { viewport: { width: 1440, height: 900 } });
	const addresses: string[] = [];
	page.on("request", (request) => addresses.push(request.url()));
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/chat/files", (route) => held.then(() => route.continue()), { times: 1 });
	await page.locator(".sidebar-sections").getByRole("link", { name: "Документы" }).click();
	await page.locator(".doc-upload input[type=file]").setInputFiles([file("Договор.txt", "Аренда.")]);
	await page.locator(".doc-sending").waitFor();
	await page.goBack();
	await page.getByLabel("Сообщение", { exact: true }).waitFor();
	const first = sent(page);
	release();
	await first;
	await ask(page, "Что в договоре?");
	expect(addresses.filter((address) => address.includes("new0"))).toEqual([]);
	expect(complaints).toEqual([]);
});
