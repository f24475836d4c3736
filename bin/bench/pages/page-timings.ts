import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright";
import { launchChromium } from "../../../tests/support/chromium.ts";
import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { Filling, somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const TURNS = 5;
/** Lighthouse's mobile emulation, with its slow 4G and a CPU four times slower. */
const PHONE = {
	viewport: { width: 412, height: 823 },
	deviceScaleFactor: 1.75,
	isMobile: true,
	hasTouch: true,
};
/**
 * Lighthouse assumes a round trip of 150 ms and 1.6 Mbit/s. The first request also pays for DNS and the connection;
 * later ones use open connections.
 */
const LINE = { offline: false, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const [FIRST_MS, NEXT_MS] = [562.5, 150];
const CPU_SLOWER = 4;
/** A page counts as interactive after so long without a long task. */
const QUIET_MS = 5_000;

type Timings = {
	lcp: number;
	tbt: number;
	cls: number;
	tti: number;
	/** Bytes of fonts on the line, and bytes of scripts that had arrived before the first paint. */
	fonts: number;
	/** When the page, and then the last of its fonts, had come. */
	pageAt: number;
	fontsAt: number;
	early: number;
};

/**
 * The first visit to `/login` and `/`, and of a signed-in person to `/chat`, on mobile with an empty cache, and to a
 * page of 4 KB without anything, in turn.
 */
export const measurePageTimings = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { id, cookie } = await somebodySignedIn(url);
		const filling = new Filling(folder, 20);
		for (let i = 0; i < 20; i++)
			filling.converse(id, [{ prompt: "Как заварить чай?", answer: DEFAULT_ANSWER }]);
		filling.done();
		const instance = await startInstance({ env: { DATA_DIR: folder, LOG_LEVEL: "error" } });
		const browser = await launchChromium();
		const floor = await startFloor();
		try {
			const visits: Record<"bare" | "login" | "home" | "chat", Timings[]> = {
				bare: [],
				login: [],
				home: [],
				chat: [],
			};
			for (let i = 0; i < TURNS; i++) {
				visits.bare.push(await visit(browser, floor.url));
				visits.login.push(await visit(browser, `${instance.url}/login`));
				visits.home.push(await visit(browser, `${instance.url}/`));
				visits.chat.push(await visit(browser, `${instance.url}/chat`, cookie));
			}
			const of = (page: keyof typeof visits, key: keyof Timings) =>
				median(visits[page].map((timings) => timings[key]));
			const bare = of("bare", "lcp");
			const limit = `${round(bare, 0)} (4 KB without script)`;
			const lcp = (page: keyof typeof visits) =>
				`${round(of(page, "lcp"), 0)} (${round(of(page, "lcp") / bare, 2)} ×)`;
			const cameAt = (page: "login" | "home", path: string): Figure => ({
				what: `${path}: its HTML; its fonts had come, ms`,
				measured: [of(page, "pageAt"), of(page, "fontsAt")].map((ms) => round(ms, 0)).join("; "),
				bar: "–",
				limit: `${round(of("bare", "pageAt"), 0)}; –`,
			});
			return [
				{ what: "/login on a slow phone, LCP, ms", measured: lcp("login"), bar: "1.15 ×", limit },
				figure("/login: TBT, ms", of("login", "tbt"), "10", round(of("bare", "tbt"), 0)),
				{ what: "/login: CLS", measured: round(of("login", "cls"), 3), bar: "0", limit: "0" },
				figure("/login: fonts, bytes", of("login", "fonts"), "30 000", "0"),
				{ what: "/ on a slow phone, LCP, ms", measured: lcp("home"), bar: "1.3 ×", limit },
				{ what: "/: CLS", measured: round(of("home", "cls"), 3), bar: "0", limit: "0" },
				figure("/: fonts, bytes", of("home", "fonts"), "–", "0"),
				{ what: "/chat on a slow phone, LCP, ms", measured: lcp("chat"), bar: "2 000", limit },
				figure("/chat: TTI, ms", of("chat", "tti"), "2 200", round(of("bare", "tti"), 0)),
				figure("/chat: scripts that came before the first paint, bytes", of("chat", "early"), "0", "0"),
				// The profile of the two LCPs: what of them is the line.
				cameAt("login", "/login"),
				cameAt("home", "/"),
			];
		} finally {
			floor.end();
			await browser.close();
			await instance.stop();
		}
	});

const figure = (what: string, ms: number, bar: string, limit: string): Figure => ({
	what,
	measured: round(ms, 0),
	bar,
	limit,
});

/** A page of text only: the cost of the network and the CPU alone. */
async function startFloor() {
	const page = `<!DOCTYPE html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Вход</title><h1>Вход</h1><p>${"Немного слов. ".repeat(150)}</p></html>`;
	const server = createServer((_, response) => {
		response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(page);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}/`,
		end: () => void server.close().closeAllConnections(),
	};
}

async function visit(browser: Browser, url: string, cookie?: string): Promise<Timings> {
	const context = await browser.newContext({ ...PHONE, locale: "ru-RU" });
	try {
		const [name = "", value = ""] = cookie?.split("=") ?? [];
		if (cookie) await context.addCookies([{ name, value, url }]);
		const page = await context.newPage();
		const devtools = await context.newCDPSession(page);
		await devtools.send("Network.enable");
		await devtools.send("Network.emulateNetworkConditions", { ...LINE, latency: FIRST_MS });
		devtools.once("Network.responseReceived", () => {
			void devtools.send("Network.emulateNetworkConditions", { ...LINE, latency: NEXT_MS });
		});
		await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
		await page.goto(url, { waitUntil: "networkidle" });
		await page.waitForTimeout(QUIET_MS);
		return await page.evaluate(readTimings);
	} finally {
		await context.close();
	}
}

/** Runs in the page. Blocking time is counted from the first paint on: the part of each long task over 50 ms. */
async function readTimings(): Promise<Timings> {
	const read = <T extends PerformanceEntry>(type: string) =>
		new Promise<T[]>((resolve) => {
			const observer = new PerformanceObserver((list) => resolve(list.getEntries() as T[]));
			observer.observe({ type, buffered: true });
			setTimeout(() => resolve([]), 500);
		});
	const paints = await read("paint");
	const first = paints.find(({ name }) => name === "first-contentful-paint")?.startTime ?? Number.NaN;
	const largest = (await read("largest-contentful-paint")).at(-1)?.startTime ?? Number.NaN;
	const long = (await read("longtask")).filter(({ startTime, duration }) => startTime + duration > first);
	const shifts = await read<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift");
	const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
	const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
	const bytesOf = (pattern: RegExp, until: number) =>
		files
			.filter(({ name, responseEnd }) => pattern.test(name) && responseEnd <= until)
			.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
	return {
		fonts: bytesOf(/\.woff2$/, Number.POSITIVE_INFINITY),
		pageAt: loaded?.responseEnd ?? Number.NaN,
		fontsAt: Math.max(
			0,
			...files.filter(({ name }) => name.endsWith(".woff2")).map(({ responseEnd }) => responseEnd),
		),
		early: bytesOf(/\.js$/, first),
		lcp: largest,
		tbt: long.reduce((sum, { duration }) => sum + duration - 50, 0),
		cls: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
		tti: Math.max(
			first,
			loaded?.domContentLoadedEventEnd ?? 0,
			...long.map(({ startTime, duration }) => startTime + duration),
		),
	};
}
