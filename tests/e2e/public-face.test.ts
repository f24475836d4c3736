import { beforeAll, describe, expect, test } from "vitest";
import { violations } from "./support/faults.ts";
import { setUpWorld } from "./support/set-up-world.ts";
import { type BrowserWindow, openWindow, openWindowAsMember } from "./support/world.ts";

// What Lighthouse's categories «accessibility», «best practices» and «SEO» look at and a browser can tell
// (developer.chrome.com/docs/lighthouse), on a telephone; what is in the HTML alone is in search-engines.test.ts.
const PAGES = [
	{ path: "/", who: "guest" },
	{ path: "/login", who: "guest" },
	{ path: "/registration", who: "guest" },
	{ path: "/FAQ", who: "member" },
	{ path: "/oferta", who: "guest" },
	{ path: "/contacts", who: "guest" },
] as const;

const visitors: { guest?: BrowserWindow; member?: BrowserWindow } = {};
const world = setUpWorld();
beforeAll(async () => {
	visitors.guest = await openWindow(world);
	visitors.member = await openWindowAsMember(world);
});

async function open(path: string, who: "guest" | "member"): Promise<BrowserWindow> {
	const visitor = visitors[who];
	if (!visitor) throw new Error("nobody is there yet");
	visitor.complaints.length = 0;
	await visitor.page.setViewportSize({ width: 412, height: 823 });
	await visitor.page.addInitScript(watchShifts);
	await visitor.page.goto(path);
	await visitor.page.evaluate(() => document.fonts.ready);
	return visitor;
}

function watchShifts() {
	const self = window as unknown as { shifts: number };
	self.shifts = 0;
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) self.shifts += (entry as unknown as { value: number }).value;
	}).observe({ type: "layout-shift", buffered: true });
}

describe.each(PAGES)("$path", ({ path, who }) => {
	test("has no fault that axe knows, not even a small one, in either theme", async () => {
		const { page, context } = await open(path, who);
		for (const theme of ["light", "dark"] as const) {
			await context.addCookies([{ name: "t", value: theme, url: world.instance.url }]);
			await page.goto(path);
			expect([theme, ...(await violations(page, theme))]).toEqual([theme]);
		}
	});

	test("moves nothing once it is shown, asks nobody else, and says nothing on the console", async () => {
		const { page, complaints } = await open(path, who);
		const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
		expect(shifts).toBe(0);
		const thirdParty = await page.evaluate(() =>
			performance
				.getEntriesByType("resource")
				.map(({ name }) => name)
				.filter((name) => !name.startsWith(location.origin)),
		);
		expect(thirdParty).toEqual([]);
		expect(complaints).toEqual([]);
	});
});

test("an address with a question's name opens its answer", async () => {
	const { page } = await open("/FAQ#refund", "member");
	await page.getByText("Запросить возврат").first().waitFor();
	expect(await page.locator("details:has(#refund)").getAttribute("open")).not.toBeNull();
});

test("what was looked for in vain is carried into the chat's field", async () => {
	const { page } = await open("/FAQ", "member");
	await page.getByRole("searchbox").fill("кошка");
	await page.keyboard.press("Enter");
	await page.getByText("По запросу «кошка» ничего нет").waitFor();
	await page.getByRole("link", { name: "Спросить в чате" }).click();
	await expect.poll(() => page.getByRole("textbox", { name: "Сообщение" }).inputValue()).toBe("кошка");
});

test("a legal document marks the section that is read; a box on a static page is a Tab stop only while it scrolls", async () => {
	const { page, context, complaints } = await openWindow(world, { viewport: { width: 1440, height: 900 } });
	const box = (name: string, words: string) =>
		`<div class="tbl" role="group" tabindex="0" aria-label="${name}"><table><tr><td>${words}</table></div>`;
	await page.route("**/oferta", async (route) => {
		const response = await route.fetch();
		const boxes = box("Широкая", "слово".repeat(200)) + box("Узкая", "да");
		await route.fulfill({
			response,
			body: (await response.text()).replace("</article>", `${boxes}</article>`),
		});
	});
	await page.goto("/oferta");
	const read = page.locator(".legal-aside [aria-current]");
	await expect.poll(() => read.textContent()).toContain("1.");
	await page.locator(".legal-aside a").nth(4).click();
	await expect.poll(() => read.textContent()).toContain("5.");
	expect(await read.count()).toBe(1);
	await page.getByRole("button", { name: "Распечатать" }).waitFor();
	await page.locator(".tbl:not([tabindex], [role], [aria-label])", { hasText: "да" }).waitFor();
	expect(await page.getByRole("group", { name: "Широкая" }).getAttribute("tabindex")).toBe("0");
	expect(complaints).toEqual([]);
	await context.close();
});

test("the table and the code of the home page's examples are Tab stops only while they scroll", async () => {
	const { page, context, complaints } = await openWindow(world);
	await page.goto("/");
	const boxes = () =>
		page
			.locator(".examples :is(pre, .talk-table):visible")
			.evaluateAll((all) =>
				all.map(({ tabIndex, scrollWidth, clientWidth }) => [scrollWidth > clientWidth, tabIndex === 0]),
			);
	const seen = { fits: 0, scrolls: 0 };
	for (const width of [1440, 320]) {
		await page.setViewportSize({ width, height: 900 });
		for (const example of ["count", "code"]) {
			await page.locator(`[name=example][value=${example}]`).check({ force: true });
			await expect.poll(async () => (await boxes()).length).toBeGreaterThan(0);
			await expect
				.poll(async () => (await boxes()).every(([scrolls, stops]) => scrolls === stops))
				.toBe(true);
			for (const [scrolls] of await boxes()) seen[scrolls ? "scrolls" : "fits"] += 1;
		}
	}
	expect([seen.fits > 0, seen.scrolls > 0]).toEqual([true, true]);
	expect(complaints).toEqual([]);
	await context.close();
});
