import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { setUpWorld } from "./support/set-up-world.ts";
import {
	type BrowserWindow,
	enrol,
	hydrated,
	newPerson,
	openWindow,
	openWindowAsMember,
	startWorld,
} from "./support/world.ts";

let member: BrowserWindow;
const world = setUpWorld();
beforeAll(async () => {
	member = await openWindowAsMember(world);
});

const isIcons = (url: string) => new URL(url).pathname === "/icons/mdi.json";

/** The questions for icons that the page asks until it is at rest; on a hydrated one, until `count` icons of plans are drawn. */
async function questionsOf(page: Page, path: string, count?: number): Promise<string[]> {
	const asked: string[] = [];
	const listen = (request: { url: () => string }) =>
		void (isIcons(request.url()) && asked.push(request.url()));
	page.on("request", listen);
	await page.goto(path);
	await hydrated(page);
	if (count !== undefined) await expect.poll(() => drawn(page).count()).toBe(count);
	await page.waitForLoadState("networkidle");
	page.off("request", listen);
	return asked.map((url) => new URL(url).search);
}

const planIcons = (page: Page) => page.locator(".plan-icon:visible");
const drawn = (page: Page) => page.locator(".plan-icon:visible path");

test("S-7.15 S-7.16 S-7.17 icons that the plans name come in one question to our own server, and once", async () => {
	const { page, complaints } = member;
	expect(await questionsOf(page, "/payment", 3)).toEqual([
		"?icons=diamond-stone%2Clightning-bolt-outline%2Csprout-outline",
	]);
	expect(await planIcons(page).first().getAttribute("aria-hidden")).toBe("true");
	expect(await page.evaluate(() => [localStorage["iconify-version"], localStorage["iconify-count"]])).toEqual(
		["iconify2", "1"],
	);

	// The second time they are here already, also when nothing of HTTP was kept.
	await page.route(isIconsUrl, (route) => route.abort());
	expect(await questionsOf(page, "/payment", 3)).toEqual([]);
	await page.unroute(isIconsUrl);
	expect(complaints).toEqual([]);
});

test("without script the icons of plans are drawn in the place that a script fills", async () => {
	const storageState = await member.context.storageState();
	const plain = await openWindow(world, { storageState, javaScriptEnabled: false });
	await plain.page.goto("/payment");
	expect(await drawn(plain.page).count()).toBe(3);
	const places = async (page: Page) =>
		Promise.all((await planIcons(page).all()).map((icon) => icon.boundingBox()));
	const { page } = member;
	await page.goto("/payment");
	await expect.poll(() => drawn(page).count()).toBe(3);
	expect(await places(plain.page)).toEqual(await places(page));
	const shapes = (of: Page) => drawn(of).evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
	const [here] = [await shapes(page)];
	expect(here).toHaveLength(3);
	const html = await plain.page.content();
	for (const shape of here) expect(html).toContain(`d="${shape}"`);
	expect(plain.complaints).toEqual([]);
	await plain.context.close();
});

test("the first view of a static page has its icons in its HTML, and asks for none", async () => {
	for (const path of ["/", "/FAQ"]) {
		expect(await questionsOf(member.page, path)).toEqual([]);
		expect(await member.page.locator("svg.icon:not(:has(*))").count()).toBe(0);
	}
	expect(member.complaints).toEqual([]);
});

test.each([
	[
		"forbidden",
		() => {
			for (const name of ["localStorage", "sessionStorage"])
				Object.defineProperty(window, name, {
					get() {
						throw new DOMException("The operation is insecure.", "SecurityError");
					},
				});
		},
	],
	[
		"full",
		() => {
			Storage.prototype.setItem = () => {
				throw new DOMException("full", "QuotaExceededError");
			};
		},
	],
])("S-9.38 icons come also where the browser's stores are %s", async (_, spoil) => {
	const { page, context, complaints } = await openWindow(world, {
		storageState: await member.context.storageState(),
	});
	await context.addInitScript(() => globalThis.localStorage?.clear());
	await context.addInitScript(spoil);
	await page.goto("/payment");
	await expect.poll(() => drawn(page).count()).toBe(3);
	// The router's own script, which keeps the place to scroll to, complains of a forbidden store.
	expect(complaints.filter((text) => !text.includes("operation is insecure"))).toEqual([]);
	await context.close();
});

test("S-8.5 without a source 424 is reported, the places stay empty and the page is readable", async () => {
	const bare = await startWorld({ ICON_SOURCE: "none" });
	try {
		const { page, complaints } = await openWindow(bare);
		await enrol(page, newPerson());
		const answer = page.waitForResponse((response) => isIcons(response.url()));
		await page.goto("/payment");
		expect((await answer).status()).toBe(424);
		await page.waitForLoadState("networkidle");
		expect([await planIcons(page).count(), await drawn(page).count()]).toEqual([3, 0]);
		expect(await page.getByRole("heading", { name: "Старт" }).isVisible()).toBe(true);
		// The browser itself writes of a resource that did not load; nothing else complains.
		expect(complaints.filter((text) => !text.includes("status of 424"))).toEqual([]);
	} finally {
		await bare.end();
	}
});

const isIconsUrl = (url: URL) => isIcons(url.href);
