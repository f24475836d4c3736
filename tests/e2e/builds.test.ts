import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { freePort, startInstance } from "../support/instance.ts";
import { buildIdOf, makeSecondBuild } from "../support/second-build.ts";
import { openWindow, signUp, type World } from "./support/world.ts";

const HOUR = 3_600_000;
const T = Date.now();
/** The same for both builds: a port and the data. */
const env = { PORT: "", DATA_DIR: mkdtempSync(join(tmpdir(), "sobesednik-builds-")) };
/** Second builds, which a server may still load a part of. */
const builds: string[] = [];
let world: Pick<World, "browser" | "instance">;
/** One person for all: signing up once more would test nothing. */
let signedIn: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
	env.PORT = String(await freePort());
	const [instance, browser] = await Promise.all([startInstance({ env }), launchChromium()]);
	world = { instance, browser };
	signedIn = await signUp(world);
});
afterAll(async () => {
	await world?.browser.close();
	await world?.instance.stop();
	for (const folder of [env.DATA_DIR, ...builds]) rmSync(folder, { recursive: true });
});

type Options = Parameters<typeof openWindow>[1];

/** A tab in the chat that is alive. */
async function openChat(prepare?: (page: Page) => unknown, options: Options = {}) {
	const visitor = await openWindow(world, { storageState: signedIn, ...options });
	await prepare?.(visitor.page);
	await goToChat(visitor.page);
	return visitor;
}

async function goToChat(page: Page) {
	await page.goto("/chat");
	// A link belongs to React from then on; until then it would be an ordinary one.
	await page.waitForFunction(() => {
		const link = document.querySelector("#account-menu a");
		return link !== null && Object.keys(link).some((key) => key.startsWith("__reactProps"));
	});
	await page.evaluate(() => void Object.assign(window, { isSameDocument: true }));
}

/** As if there were always a newer build */
async function alwaysNewer(page: Page) {
	await page.route("**/builds/latest.json?*", (route) =>
		route.fulfill({ json: { id: "newer", timestamp: 1 } }),
	);
}

async function openChatAndInspect(page: Page) {
	const looked = page.waitForResponse("**/builds/latest.json?*");
	await goToChat(page);
	await (await looked).finished();
}

/** By the menu of the chat. @returns whether the page was loaded in full for it */
async function toAccount(page: Page): Promise<boolean> {
	await page.locator("button[popovertarget=account-menu]").click();
	await page.locator("#account-menu a[href='/account']").click();
	await page.getByRole("heading", { level: 1, name: "Аккаунт" }).waitFor();
	expect(new URL(page.url()).pathname).toBe("/account");
	return !(await page.evaluate(() => "isSameDocument" in window));
}

describe("a newer build", () => {
	test("S-4.3 S-9.1 within ten seconds the same path is loaded in full once, then it is simply navigated to", async () => {
		const { page, context, complaints } = await openWindow(world, { storageState: signedIn });
		await alwaysNewer(page);
		const inFull: boolean[] = [];
		for (const now of [T, T + 10_000, T + 10_001]) {
			await page.clock.setFixedTime(now);
			await openChatAndInspect(page);
			inFull.push(await toAccount(page));
		}
		expect(inFull).toEqual([true, false, true]);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("S-4.2 with forbidden storage the target is loaded in full, and the page works", async () => {
		const { page, context, complaints } = await openWindow(world, { storageState: signedIn });
		await alwaysNewer(page);
		await page.addInitScript(() => {
			const get = () => {
				throw new DOMException("denied", "SecurityError");
			};
			for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(window, name, { get });
		});
		for (const _ of ["first", "again"]) {
			await openChatAndInspect(page);
			expect(await toAccount(page)).toBe(true);
		}
		// The framework's own script for the scrolling says so, and goes on without.
		expect(complaints.filter((said) => !said.endsWith("denied"))).toEqual([]);
		await context.close();
	});

	test("S-4.2 S-4.4 S-7.1 S-7.2 S-7.3 S-8.3 two builds in turn: open tabs go on, with their scripts or without", async () => {
		const asked: string[] = [];
		const told = await openChat(async (page) => {
			await page.clock.install();
			page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
		});
		const ofBuilds = () => asked.filter((path) => path.startsWith("/builds/"));
		await expect
			// The first look comes a second after the page has become quiet.
			.poll(() => ofBuilds().sort())
			.toEqual(["/builds/latest.json", `/builds/meta/${buildIdOf()}.json`]);
		const unaware = await openChat();
		// As after more than a day: nobody has the scripts of the first build any more.
		const late = await openChat(async (page) => {
			await page.route(`**${await chunkOfAccount(unaware.page)}`, (route) => route.fulfill({ status: 404 }));
		});

		// A build is put aside a little after the start.
		await expect.poll(() => existsSync(join(env.DATA_DIR, "builds", buildIdOf()))).toBe(true);
		await world.instance.stop();
		const cwd = makeSecondBuild("second");
		builds.push(cwd);
		world.instance = await startInstance({ cwd, env });

		const looked = told.page.waitForResponse("**/builds/latest.json?*");
		await told.page.clock.fastForward(HOUR);
		await (await looked).finished();
		expect(ofBuilds()).toHaveLength(3);
		expect(told.page.url()).toMatch(/\/chat$/);
		const buildOfTold = buildOf(told.page);
		expect(await toAccount(told.page)).toBe(true);
		await expect.poll(buildOfTold).toBe("second");

		expect(await toAccount(unaware.page)).toBe(false);

		const buildOfLate = buildOf(late.page);
		expect(await toAccount(late.page)).toBe(true);
		await expect.poll(buildOfLate).toBe("second");

		const complaints = [told, unaware, late].flatMap((tab) => tab.complaints);
		// What the browser itself says of the server's pause and of the missing script.
		expect(complaints.filter((said) => !said.includes("Failed to load resource"))).toEqual([]);
		for (const { context } of [told, unaware, late]) await context.close();
	});

	test("S-7.1 S-7.2 a static page only checks", async () => {
		const { page, context, complaints } = await openWindow(world);
		await alwaysNewer(page);
		const own = page.waitForResponse("**/builds/meta/*.json");
		const latest = page.waitForResponse("**/builds/latest.json?*");
		await page.goto("/privacy");
		expect((await own).status()).toBe(200);
		await latest;
		expect(complaints).toEqual([]);
		await context.close();
	});
});

/** The address of the script of another screen than the chat. */
const chunkOfAccount = (page: Page) =>
	page.evaluate(() => {
		type Manifest = { routes: Record<string, { module: string }> };
		const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest;
		return routes["routes/account/index"]?.module;
	});

describe("what cannot be shown", () => {
	test("S-4.6 S-4.7 S-8.4 an error at the start is written down, and the error page is shown", async () => {
		const { page, context, complaints } = await openWindow(world, { storageState: signedIn });
		// The framework finds the page without the data that the server has sent for it.
		await page.addInitScript(() => {
			const context = {};
			Object.defineProperty(window, "__reactRouterContext", { get: () => context, set: () => {} });
		});
		await page.goto("/account?a=1");
		await expectErrorPage(page, "/account?a=1");
		expect(complaints.some((said) => said.startsWith("console: The page could not be shown:"))).toBe(true);
		await context.close();
	});

	test("S-4.3 S-8.3 S-8.4 a script that is missing twice in ten seconds: no second load, the error page with the way on", async () => {
		const { page, context } = await openChat((page) => page.clock.setFixedTime(T));
		const loads: string[] = [];
		page.on(
			"request",
			(request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname),
		);
		await page.route(`**${await chunkOfAccount(page)}`, (route) => route.fulfill({ status: 404 }));
		expect(await toAccount(page)).toBe(true);
		await goToChat(page);
		await page.locator("button[popovertarget=account-menu]").click();
		await page.locator("#account-menu a[href='/account']").click();
		await expectErrorPage(page, "/account");
		expect(loads).toEqual(["/account", "/chat"]);
		await page.getByRole("link", { name: "Обновить" }).click();
		await page.getByRole("heading", { level: 1, name: "Аккаунт" }).waitFor();
		await context.close();
	});
});

async function expectErrorPage(page: Page, wayOn: string) {
	await page.getByRole("img", { name: "500" }).waitFor();
	expect(await page.getByText("Internal Server Error").count()).toBe(1);
	expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Страница не открылась");
	expect(await page.locator("main a.btn-primary").getAttribute("href")).toBe(wayOn);
	expect(await page.locator("html").getAttribute("lang")).toBe("ru");
	expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Golos");
}

describe("S-2.27 from page to page", () => {
	/** Writes down what dissolves and how long it takes, and how often the browser leaves it out. */
	const watchTransitions = (page: Page) =>
		page.addInitScript(() => {
			const durations: number[] = [];
			Object.assign(window, { durations, leftOut: 0 });
			const start = document.startViewTransition.bind(document);
			document.startViewTransition = (update) => {
				const transition = start(update);
				const measure = () => {
					for (const { effect } of document.getAnimations())
						if (effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith("::view-transition"))
							durations.push(Number(effect.getComputedTiming().endTime));
				};
				const self = window as unknown as { leftOut: number };
				void transition.ready.then(measure, () => {
					self.leftOut += 1;
				});
				return transition;
			};
		});
	const durationsOf = (page: Page) =>
		page.evaluate(() => (window as unknown as { durations: number[] }).durations);
	const leftOutOf = (page: Page) => page.evaluate(() => (window as unknown as { leftOut: number }).leftOut);

	test("S-4.5 S-9.3 screens dissolve into each other within 100 ms, and the place on a page is found again", async () => {
		const { page, context, complaints } = await openChat(watchTransitions, {
			reducedMotion: "no-preference",
		});
		expect(await toAccount(page)).toBe(false);
		// A browser that stands still for seconds leaves a dissolve out: then the next one is looked at.
		let leftOut = 0;
		await expect
			.poll(async () => {
				if ((await leftOutOf(page)) > leftOut) {
					leftOut = await leftOutOf(page);
					await page.goBack();
					await page.getByLabel("Сообщение", { exact: true }).waitFor();
					await toAccount(page);
				}
				return (await durationsOf(page)).length;
			})
			.toBeGreaterThan(2);
		expect(Math.max(...(await durationsOf(page)))).toBeLessThanOrEqual(100);

		await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
		await page.goBack();
		await page.getByLabel("Сообщение", { exact: true }).waitFor();
		await page.goForward();
		await page.getByRole("heading", { level: 1, name: "Аккаунт" }).waitFor();
		await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(500);
		// And after a full load.
		await page
			.locator("a[href='/payment']")
			.first()
			.evaluate((link: HTMLElement) => link.click());
		await page.waitForURL("**/payment");
		await page.goBack();
		await page.getByRole("heading", { level: 1, name: "Аккаунт" }).waitFor();
		await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(500);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("who goes back before a dissolve has begun is where they came from", async () => {
		const { page, context, complaints } = await openChat(
			(page) =>
				page.addInitScript(() => {
					const start = document.startViewTransition.bind(document);
					document.startViewTransition = (update) => {
						document.startViewTransition = start;
						const dissolve = start(update);
						// As React Router does when it hears of the way back, which on a busy machine is later.
						dissolve.skipTransition();
						history.back();
						return dissolve;
					};
				}),
			{ reducedMotion: "no-preference" },
		);
		const skipped = page.waitForEvent("pageerror", ({ message }) => message.startsWith("Transition was"));
		await page.locator("button[popovertarget=account-menu]").click();
		await page.locator("#account-menu a[href='/account']").click();
		await skipped;
		await page.waitForURL("**/chat");
		await page.getByLabel("Сообщение", { exact: true }).waitFor();
		expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("nothing moves where motion is unwelcome, and a browser that cannot do it goes on without", async () => {
		const still = await openChat(watchTransitions, { reducedMotion: "reduce" });
		expect(await toAccount(still.page)).toBe(false);
		expect(await durationsOf(still.page)).toEqual([]);
		const old = await openChat(
			(page) =>
				page.addInitScript(() => {
					Reflect.deleteProperty(Document.prototype, "startViewTransition");
				}),
			{ reducedMotion: "no-preference" },
		);
		expect(await toAccount(old.page)).toBe(false);
		expect([...still.complaints, ...old.complaints]).toEqual([]);
		for (const { context } of [still, old]) await context.close();
	});
});

/** Listens of which build the scripts of a page are: it asks for what that build says of itself. */
function buildOf(page: Page): () => string | undefined {
	let build: string | undefined;
	page.on("request", (request) => {
		build = /\/builds\/meta\/(\w+)\.json/.exec(request.url())?.[1] ?? build;
	});
	return () => build;
}
