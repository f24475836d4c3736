import type { Browser, BrowserContext, Page } from "playwright";
import { launchChromium } from "../../support/chromium.ts";
import { type FakeModel, startFakeModel } from "../../support/fakes/fake-model.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { SERVERS, startServers } from "./several-servers.ts";

export type World = { instance: Instance; model: FakeModel; browser: Browser; end: () => Promise<void> };

/**
 * One browser for the files that a worker runs one after another (vitest.e2e.config.ts). What is kept, sent and seen is a
 * window's own. It ends with the worker.
 */
let shared: Promise<Browser> | undefined;

async function openBrowser(): Promise<Browser> {
	if (!(await shared)?.isConnected()) shared = launchChromium();
	return shared as Promise<Browser>;
}

/** The windows of an instance, which its world closes: one that a failed test has left would go on asking. */
const windows = new WeakMap<Instance, Set<BrowserContext>>();

/**
 * A running product and a scripted model of their own, and a browser.
 * @param command what to run instead of the product's own server
 */
export async function startWorld(env: Record<string, string> = {}, command?: string[]): Promise<World> {
	const model = await startFakeModel();
	const settings = {
		MODEL_BASE_URL: model.url,
		MODELS: "test-model",
		// On a busy machine an answer is looked at, or a file is read, for longer than a model may be silent by default.
		MODEL_IDLE_TIMEOUT_MS: "600000",
		...env,
	};
	const [instance, browser] = await Promise.all([
		SERVERS > 1 && !command ? startServers(settings) : startInstance({ command, env: settings }),
		openBrowser(),
	]);
	return {
		instance,
		model,
		browser,
		end: async () => {
			for (const context of windows.get(instance) ?? []) await context.close();
			await instance.stop();
			await model.stop();
		},
	};
}

/** As long as any test waits (vitest.e2e.config.ts). */
export const PATIENCE_MS = 180_000;

/** Files are read in turn, with less CPU than the server: beside busy programs each takes half a minute. */
export const READING = { timeout: 480_000 };

export type BrowserWindow = { page: Page; context: BrowserContext; complaints: string[] };

/**
 * Somebody with a browser window. `complaints` gathers what must never happen in a journey: a violation
 * of the content policy, an error on the console, a script error, a request to another host. Nothing moves unless
 * asked for: it only takes time.
 */
export async function openWindow(
	{ browser, instance }: Pick<World, "browser" | "instance">,
	options: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserWindow> {
	const context = await browser.newContext({
		baseURL: instance.url,
		locale: "ru-RU",
		reducedMotion: "reduce",
		...options,
	});
	const open = windows.get(instance) ?? new Set();
	windows.set(instance, open.add(context));
	context.once("close", () => open.delete(context));
	const complaints: string[] = [];
	context.on("request", (request) => {
		const url = request.url();
		if (!url.startsWith(instance.url) && !url.startsWith("data:"))
			complaints.push(`request to another host: ${url}`);
	});
	context.on("page", (page) => listen(page, complaints));
	// Also of the tabs that a test opens beside the first one, and of what it asks for without a page.
	context.setDefaultTimeout(PATIENCE_MS);
	const page = await context.newPage();
	return { page, context, complaints };
}

function listen(page: Page, complaints: string[]) {
	page.on("console", (message) => {
		if (message.type() === "error" || /Content Security Policy|TrustedHTML/.test(message.text())) {
			complaints.push(`console: ${message.text()}`);
		}
	});
	page.on("pageerror", ({ message }) => {
		// Chromium's own notes that a fade was left out: between two documents when it is busy ("aborted"), between two
		// screens when the visitor went on before it began, for which React Router ends it ("skipped").
		if (!/^Transition was (aborted|skipped)/.test(message)) complaints.push(`script error: ${message}`);
	});
}

export type Credentials = { email: string; password: string };

let people = 0;
export function newPerson(): Credentials {
	people += 1;
	return { email: `anna${people}.${Date.now().toString(36)}@example.ru`, password: "верный пароль от чата" };
}

/** Registers and confirms on the screens, by hand, and ends in the chat: for the journey that is about that. */
export async function register(page: Page, person: Credentials): Promise<void> {
	await page.goto("/registration");
	await page.getByLabel("Электронная почта").fill(person.email);
	await page.getByLabel("Пароль", { exact: true }).fill(person.password);
	await page.getByRole("checkbox", { name: /условия/ }).check();
	await page.getByRole("checkbox", { name: /персональных данных/ }).check();
	await page.getByRole("button", { name: "Зарегистрироваться" }).click();
	await page.waitForURL("**/registration/success**");
	await page.locator("a[href*='/verify-mail?token=']").click();
	await page.getByRole("button", { name: "Подтвердить" }).click();
	await page.waitForURL("**/verify-mail/verify-mail-success");
	await page.getByRole("link", { name: "Начать чат" }).click();
	await page.waitForURL("**/chat");
	await hydrated(page);
}

/** Registers and confirms without the screens, which another journey walks, and ends in the chat. */
export async function enrol(page: Page, { email, password }: Credentials): Promise<void> {
	// It keeps the cookies in the page's own jar, and says that it is the page's browser.
	const { request } = page.context();
	const form = await request.get("/registration");
	const headers = { Origin: new URL(form.url()).origin };
	const consents = { consentOffer: "on", consentPersonalData: "on" };
	const begun = await request.post("/registration", { form: { email, password, ...consents }, headers });
	const [, token = ""] = /\/verify-mail\?token=([\w-]+)/.exec(await begun.text()) ?? [];
	await request.post("/verify-mail", { form: { token }, headers });
	await page.goto("/chat");
	await page.waitForURL("**/chat");
	await hydrated(page);
}

/**
 * Waits until the script of a page answers to what is done on it. A page without script, and a static one, is ready
 * when it is loaded.
 */
export async function hydrated(page: Page): Promise<void> {
	if (!(await page.evaluate(() => "__reactRouterContext" in window))) return;
	await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
}

/** Holds the scripts of the next page back, as a slow network does. @returns lets them come */
export async function holdScripts(page: Page): Promise<() => void> {
	const { promise: held, resolve } = Promise.withResolvers<void>();
	await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
	return resolve;
}

/** As `openWindow`, for somebody new who is in the chat. */
export async function openWindowAsMember(
	world: Pick<World, "browser" | "instance">,
	options?: Parameters<Browser["newContext"]>[0],
): Promise<BrowserWindow> {
	const opened = await openWindow(world, options);
	await enrol(opened.page, newPerson());
	return opened;
}

/** The cookies of somebody who has registered, for tests of which each needs a window, and none a new account. */
export async function signUp(world: Pick<World, "browser" | "instance">) {
	const { context } = await openWindowAsMember(world);
	const storageState = await context.storageState();
	await context.close();
	return storageState;
}

/** Asks and waits until the transcript has taken the question. */
export async function ask(page: Page, text: string): Promise<void> {
	await hydrated(page);
	await page.getByLabel("Сообщение", { exact: true }).fill(text);
	await page.getByRole("button", { name: "Отправить" }).click();
	await page.waitForURL("**/chat?c=*");
	await page.locator("[data-role=user]", { hasText: text }).last().waitFor();
}

/** The last answer of the transcript. */
export const lastAnswer = (page: Page) => page.locator("article[data-role=assistant]").last();
