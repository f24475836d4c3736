import type { CDPSession, Page } from "playwright";
import { ask } from "../../../tests/e2e/support/world.ts";
import { launchChromium } from "../../../tests/support/chromium.ts";
import { startFakeModel } from "../../../tests/support/fakes/fake-model.ts";
import type { Scenario } from "../../../tests/support/fakes/fake-model-scenarios.ts";
import { SHOWCASE } from "../../../tests/support/fakes/fake-model-text.ts";
import { startInstance } from "../../../tests/support/instance.ts";
import { oneConversation } from "../support/filling.ts";
import { modelled, withDataDir } from "../support/site.ts";
import { type Figure, round } from "../support/table.ts";

const EXCHANGES = 150;
const CPU_SLOWER = 4;
const PIECES_PER_SECOND = 50;
const SECONDS = 8;

/** A conversation of 300 messages in Chromium with CPU throttling: scrolled through, and continued. */
export const measureLongConversation = (): Promise<Figure[]> =>
	withDataDir(async (folder, url) => {
		const { cookie, conversation } = await oneConversation(folder, url, EXCHANGES);
		const model = await startFakeModel();
		const instance = await startInstance({ env: { ...modelled(model), DATA_DIR: folder } });
		const browser = await launchChromium();
		try {
			const context = await browser.newContext({ baseURL: instance.url, locale: "ru-RU" });
			const [name = "", value = ""] = cookie.split("=");
			await context.addCookies([{ name, value, url: instance.url }]);
			const page = await context.newPage();
			const devtools = await context.newCDPSession(page);
			// CPU time of the thread itself: other load on this machine does not count.
			await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
			await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
			await page.goto(`/chat?c=${conversation}`, { waitUntil: "networkidle" });
			const opened = await weigh(page, devtools);
			await lookThrough(page);
			const seen = await weigh(page, devtools);
			model.script(talkOn);
			await ask(page, "Продолжай.");
			const busy = await watch(page, devtools);
			const streamed = await weigh(page, devtools);
			const elements = Math.max(opened.elements, seen.elements, streamed.elements);
			const nodes = Math.max(opened.nodes, seen.nodes, streamed.nodes);
			const heap = Math.max(opened.heap, seen.heap, streamed.heap);
			return [
				{
					what: `conversation of ${EXCHANGES * 2} messages: DOM nodes, at most`,
					measured: `${round(elements, 0)} elements (${round(nodes, 0)} with texts; opened ${round(opened.nodes, 0)})`,
					bar: "5 000",
					limit: "–",
				},
				{
					what: "… JS heap, at most, MB",
					measured: `${round(heap)} (opened ${round(opened.heap)})`,
					bar: "40",
					limit: "–",
				},
				{
					what: `… main thread while ${PIECES_PER_SECOND} pieces/s stream, CPU ${CPU_SLOWER} × slower, %`,
					measured: round(busy.share),
					bar: "20",
					limit: `– (script ${round(busy.script)}, layout and style ${round(busy.layout)}; ${round(busy.layouts)} layouts/s)`,
				},
			];
		} finally {
			await browser.close();
			await instance.stop();
			await model.stop();
		}
	});

/** Mixed Markdown, a word at a time. */
const talkOn: Scenario = async (reply) => {
	const words = SHOWCASE.repeat(4).split(/(?<= )/);
	for (let i = 0; i < PIECES_PER_SECOND * (SECONDS + 12); i++) {
		reply.delta({ content: words[i % words.length] });
		await reply.pause(1_000 / PIECES_PER_SECOND);
	}
	reply.finish();
};

/** Scrolls up to the beginning. */
async function lookThrough(page: Page): Promise<void> {
	const earlier = page.getByRole("link", { name: "Показать более ранние" });
	const first = () => page.locator("[data-message-id]").first().getAttribute("data-message-id");
	for (let i = 0; i < EXCHANGES && (await earlier.count()) > 0; i++) {
		const before = await first();
		await earlier.click();
		for (let waited = 0; waited < 50 && (await first()) === before; waited++) await page.waitForTimeout(100);
		if ((await first()) === before) return;
	}
}

async function metrics(devtools: CDPSession): Promise<Record<string, number>> {
	const { metrics: list } = await devtools.send("Performance.getMetrics");
	return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

async function weigh(page: Page, devtools: CDPSession) {
	await devtools.send("HeapProfiler.collectGarbage");
	const { JSHeapUsedSize = Number.NaN } = await metrics(devtools);
	// DOM nodes of this document, text nodes included.
	const nodes = await page.evaluate(() => {
		const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
		let count = 1;
		while (walker.nextNode()) count++;
		return count;
	});
	const elements = await page.evaluate(() => document.querySelectorAll("*").length);
	return { nodes, elements, heap: JSHeapUsedSize / 1024 ** 2 };
}

/**
 * Shares of the time in percent, while an answer streams. The page's first formula is past: its font makes a browser lay
 * out every text of the page again, once, and when it comes depends on the machine's load.
 */
async function watch(page: Page, devtools: CDPSession) {
	await page.locator("[data-state=writing] math").first().waitFor();
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
	await page.waitForTimeout(1_500);
	const before = await metrics(devtools);
	const began = performance.now();
	await page.waitForTimeout(SECONDS * 1_000);
	const after = await metrics(devtools);
	const took = (performance.now() - began) / 1_000;
	const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
	const share = (name: string) => (grown(name) / took) * 100;
	return {
		share: share("TaskDuration"),
		script: share("ScriptDuration"),
		layout: share("LayoutDuration") + share("RecalcStyleDuration"),
		layouts: grown("LayoutCount") / took,
	};
}
