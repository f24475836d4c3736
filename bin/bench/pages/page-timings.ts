import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright";
import { launchChromium } from "../../../tests/support/chromium.ts";
import { DEFAULT_ANSWER } from "../../../tests/support/fakes/fake-model-text.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { Filling, somebodySignedIn } from "../support/filling.ts";
import { withDataDir } from "../support/site.ts";
import { type Figure, median, round } from "../support/table.ts";

const TURNS = 3;
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

type Timings = { lcp: number; tbt: number; cls: number; tti: number };

/** The first visit to `/login`, and of a signed-in person to `/chat`, on mobile with an empty cache. */
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
			const baseline = await visitAll(browser, floor.url);
			const login = await visitAll(browser, `${instance.url}/login`);
			const chat = await visitAll(browser, `${instance.url}/chat`, cookie);
			const limit = `${round(baseline.lcp, 0)} (4 KB without script)`;
			return [
				figure("/login on a slow phone, LCP, ms", login.lcp, "900", limit),
				figure("… TBT, ms", login.tbt, "10", round(baseline.tbt, 0)),
				{ what: "… CLS", measured: round(login.cls, 3), bar: "0", limit: round(baseline.cls, 3) },
				figure("/chat on a slow phone, LCP, ms", chat.lcp, "1 600", limit),
				figure("… TTI, ms", chat.tti, "2 500", round(baseline.tti, 0)),
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

async function visitAll(browser: Browser, url: string, cookie?: string): Promise<Timings> {
	const visits: Timings[] = [];
	for (let i = 0; i < TURNS; i++) visits.push(await visit(browser, url, cookie));
	const at = (key: keyof Timings) => median(visits.map((timings) => timings[key]));
	return { lcp: at("lcp"), tbt: at("tbt"), cls: at("cls"), tti: at("tti") };
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
	return {
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
