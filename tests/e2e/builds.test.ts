import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startInstance } from "../support/instance.ts";
import { buildIdOf, makeSecondBuild } from "../support/second-build.ts";
import { newPerson, register, startBrowser, type Visitor, visit, type World } from "./world.ts";

const HOUR = 3_600_000;
const T = Date.now();
const dataDir = mkdtempSync(join(tmpdir(), "sobesednik-builds-"));
let world: Pick<World, "browser" | "instance">;
/** One person for all: signing up once more would test nothing. */
let signedIn: Awaited<ReturnType<Visitor["context"]["storageState"]>>;

beforeAll(async () => {
	const env = { PORT: String(await freePort()), DATA_DIR: dataDir };
	const [instance, browser] = await Promise.all([startInstance({ env }), startBrowser()]);
	world = { instance, browser };
	const { page, context } = await visit(world);
	await register(page, newPerson());
	signedIn = await context.storageState();
	await context.close();
});
afterAll(async () => {
	await world?.browser.close();
	await world?.instance.stop();
	rmSync(dataDir, { recursive: true });
});

type Options = Parameters<typeof visit>[1];

/** A tab in the chat that is alive and has looked at the builds once. */
async function openChat(prepare?: (page: Page) => unknown, options: Options = {}) {
	const visitor = await visit(world, { storageState: signedIn, ...options });
	await prepare?.(visitor.page);
	await goToChat(visitor.page);
	return visitor;
}

async function goToChat(page: Page) {
	const looked = page.waitForResponse("**/builds/latest.json?*");
	await page.goto("/chat");
	await looked;
	await page.evaluate(() => void Object.assign(window, { isSameDocument: true }));
}

/** By the menu of the chat. @returns whether the page was loaded in full for it */
async function toAccount(page: Page): Promise<boolean> {
	await page.locator("button[popovertarget=account-menu]").click();
	await page.locator("#account-menu a[href='/account']").click();
	await page.getByRole("heading", { level: 1, name: "Аккаунт" }).waitFor();
	expect(new URL(page.url()).pathname).toBe("/account");
	return !(await page.evaluate(() => "isSameDocument" in window));
}

/** As if there were always a newer build. */
const alwaysNewer = (page: Page) =>
	page.route("**/builds/latest.json?*", (route) => route.fulfill({ json: { id: "newer", timestamp: 1 } }));

describe("a newer build", () => {
	test("S-4.3 S-9.1 within ten seconds the same path is loaded in full once, then it is simply navigated to", async () => {
		const { page, context, complaints } = await openChat(async (page) => {
			await alwaysNewer(page);
			await page.clock.setFixedTime(T);
		});
		expect(await toAccount(page)).toBe(true);
		await goToChat(page);
		await page.clock.setFixedTime(T + 10_000);
		expect(await toAccount(page)).toBe(false);
		await goToChat(page);
		await page.clock.setFixedTime(T + 10_001);
		expect(await toAccount(page)).toBe(true);
		expect(complaints).toEqual([]);
		await context.close();
	});

	test("S-4.2 with forbidden storage the target is loaded in full, and the page works", async () => {
		const { page, context, complaints } = await openChat(async (page) => {
			await alwaysNewer(page);
			await page.addInitScript(() => {
				const get = () => {
					throw new DOMException("denied", "SecurityError");
				};
				for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(window, name, { get });
			});
		});
		expect(await toAccount(page)).toBe(true);
		await goToChat(page);
		expect(await toAccount(page)).toBe(true);
		// The framework's own script for the scrolling says so, and goes on without.
		expect(complaints.filter((said) => !said.endsWith("denied"))).toEqual([]);
		await context.close();
	});

	test("S-4.2 S-4.4 S-7.1 S-7.2 S-7.3 S-8.3 two builds in turn: the open tab goes on, with its scripts or without", async () => {
		const asked: string[] = [];
		const { page, context, complaints } = await openChat(async (page) => {
			await page.clock.install();
			page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
		});
		const ofBuilds = () => asked.filter((path) => path.startsWith("/builds/"));
		expect(ofBuilds().sort()).toEqual(["/builds/latest.json", `/builds/meta/${buildIdOf()}.json`]);
		const unaware = await openChat();
		const { port } = world.instance;
		const second = makeSecondBuild("second");
		await world.instance.stop("SIGTERM");
		// As after a day, or on another machine: nobody has the scripts of the first build any more.
		rmSync(join(dataDir, "builds"), { recursive: true });
		world.instance = await startInstance({ cwd: second, env: { PORT: String(port), DATA_DIR: dataDir } });

		await page.clock.fastForward(HOUR);
		await expect.poll(() => ofBuilds().length).toBe(3);
		expect(page.url()).toMatch(/\/chat$/);
		expect(await toAccount(page)).toBe(true);
		expect(await buildOf(page)).toBe("second");

		expect(await toAccount(unaware.page)).toBe(true);
		expect(await buildOf(unaware.page)).toBe("second");
		const noise = /Failed to load resource|Failed to fetch dynamically/;
		expect([...complaints, ...unaware.complaints].filter((said) => !noise.test(said))).toEqual([]);
		for (const tab of [context, unaware.context]) await tab.close();
		rmSync(second, { recursive: true });
	});
});

/** Of which build the scripts of a page are: it asks for what that build says of itself. */
const buildOf = async (page: Page) => {
	const request = await page.waitForRequest("**/builds/meta/*.json");
	return /meta\/(\w+)\.json/.exec(request.url())?.[1];
};
