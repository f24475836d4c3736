import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeMcp } from "../../support/fakes/fake-mcp-http.ts";
import { startFakeModel } from "../../support/fakes/fake-model.ts";
import { calls, says } from "../../support/fakes/fake-model-scenarios.ts";
import { startFakeSearch } from "../../support/fakes/fake-search.ts";
import { hydrated, lastAnswer, openWindow, signUp, startWorld, type World } from "../support/world.ts";

let world: World;
const ends: (() => unknown)[] = [];
const model = await startFakeModel();

beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-row-"));
	const [search, notes] = await Promise.all([
		startFakeSearch([]),
		startFakeMcp({ era: "modern", fault: "none" }),
	]);
	const TOOLS_FILE = join(folder, "tools.json");
	const servers = Array.from({ length: 7 }, (_, i) => ({
		...{ key: `s${i}`, title: `Заметки ${i}`, url: notes.url },
		tools: { echo: { effect: "unsafe", title: `Записать заметку ${i}` } },
	}));
	writeFileSync(TOOLS_FILE, JSON.stringify({ servers }));
	const MODELS_FILE = join(folder, "models.json");
	const thinks = { id: "thinks", title: "Вдумчивая", tools: true, effort: ["low", "high"] };
	const models = [
		{ ...thinks, description: "Рассуждает дольше и ищет в интернете" },
		{ id: "plain", title: "Простая", description: "Отвечает быстро и без рассуждений" },
	];
	writeFileSync(MODELS_FILE, JSON.stringify({ servers: [{ baseUrl: model.url, models }] }));
	world = await startWorld({
		...{ MODEL_BASE_URL: "", MODELS: "", MODEL_TITLES: "0", MODELS_FILE, TOOLS_FILE },
		SEARXNG_URL: search.url,
	});
	ends.push(world.end, model.stop, search.stop, notes.stop, () => rmSync(folder, { recursive: true }));
});
afterAll(async () => {
	for (const end of ends) await end();
});

const SIZES = [
	[1440, 900],
	[1100, 800],
	[800, 800],
	[700, 800],
	[390, 844],
	[375, 667],
	[320, 640],
] as const;

/** What is wrong with the row of the composer: parts that stand outside of it or over each other. */
const faults = (page: Page) =>
	page.evaluate(() => {
		const composer = document.querySelector(".composer")?.getBoundingClientRect() ?? new DOMRect();
		const parts = [...document.querySelectorAll(".composer-bar > *, .composer-bar > noscript > *")]
			.filter((part) => part.tagName !== "NOSCRIPT" && part.checkVisibility())
			.map((part) => {
				const box = part.getBoundingClientRect();
				const icons = [...part.querySelectorAll(":scope > .icon")].filter((icon) => icon.checkVisibility());
				return {
					name: `${part.tagName} ${part.className} ${part.textContent?.trim().slice(0, 20)}`,
					isButton: part.matches("button[type=submit]"),
					...{ left: box.left, top: box.top, width: box.width, height: box.height },
					// An icon may stand out of what is too narrow for it.
					right: Math.max(box.right, ...icons.map((icon) => icon.getBoundingClientRect().right)),
				};
			})
			.filter(({ width }) => width > 1);
		const found = parts
			.filter(({ left, right }) => right > composer.right + 0.5 || left < composer.left - 0.5)
			.map(({ name, right }) => `${name} ends at ${right} of ${composer.right}`);
		parts.forEach(({ name, left, right, top, isButton, width, height }, i) => {
			for (const next of parts.slice(i + 1)) {
				const inOneRow = top + height > next.top && top < next.top + next.height;
				if (inOneRow && right > next.left + 0.5 && left < next.right)
					found.push(`${name} is covered by ${next.name}`);
			}
			if (isButton && Math.min(width, height) < 43.5) found.push(`${name} is ${width} by ${height}`);
		});
		if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
		return found;
	});

/** What is wrong with the open menu of the tools: it stands out of the composer, or nothing shows that it scrolls. */
const menuFaults = (page: Page) =>
	page.evaluate(() => {
		const boxOf = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect();
		const composer = boxOf(document.querySelector(".composer"));
		const panel = boxOf(document.querySelector(".tool-menu > .pop-panel"));
		const found: string[] = [];
		if (panel.left < composer.left - 0.5 || panel.right > composer.right + 0.5)
			found.push(`the menu is at ${panel.left} to ${panel.right} of ${composer.left} to ${composer.right}`);
		const rows = [...document.querySelectorAll(".tool-menu .menu-item")].map(boxOf);
		const { scrollHeight = 0, clientHeight = 0 } = document.querySelector(".tool-menu > .pop-panel") ?? {};
		if (
			scrollHeight > clientHeight + 1 &&
			!rows.some(({ top, bottom }) => top < panel.bottom - 8 && bottom > panel.bottom + 8)
		)
			found.push(`the menu ends at ${panel.bottom}, its rows at ${rows.map(({ bottom }) => bottom)}`);
		return found;
	});

async function atEverySize(page: Page, when: string): Promise<string[]> {
	const found: string[] = [];
	for (const [width, height] of SIZES) {
		await page.setViewportSize({ width, height });
		found.push(...(await faults(page)).map((fault) => `${when}, ${width}: ${fault}`));
		if (process.env.ROW_PICTURES)
			await page.screenshot({
				path: `${process.env.ROW_PICTURES}/${when.replaceAll(" ", "-")}-${width}.png`,
			});
	}
	return found;
}

test.each([true, false])(
	"the row of the composer keeps its parts apart and inside, script: %s",
	async (scripted) => {
		const { page, context } = await openWindow(world, {
			storageState: await signUp(world),
			javaScriptEnabled: scripted,
		});
		const name = scripted ? "script" : "plain";
		await page.goto("/chat");
		if (scripted) await hydrated(page);
		const found = await atEverySize(page, `${name} new`);
		if (scripted) {
			await page.getByRole("button", { name: /Вдумчивая/ }).click();
			const choices = page.getByRole("menuitemradio");
			await expect
				.poll(async () => (await choices.allTextContents()).map((text) => text.includes("Без инструментов")))
				.toEqual([false, true]);
			await page.keyboard.press("Escape");
		}
		await page.getByRole("switch", { name: "Поиск в интернете" }).check();
		await page.getByRole("switch", { name: "Размышлять дольше" }).check();
		await page.locator(".composer summary", { hasText: "Инструменты" }).click();
		await page.setViewportSize({ width: 1440, height: 900 });
		found.push(...(await menuFaults(page)));
		await page.getByRole("switch", { name: /^Записать заметку 0/ }).check();
		await page.locator(".composer summary", { hasText: "Инструменты" }).click();
		model.script(calls(["s0__echo", { text: "Позвонить в банк" }]));
		await page.getByLabel("Сообщение", { exact: true }).fill("Запиши: позвонить в банк");
		found.push(...(await atEverySize(page, `${name} typed`)));
		if (scripted) {
			// What is left of the characters, and how many are too many.
			for (const length of [31_500, 45_000]) {
				await page.getByLabel("Сообщение", { exact: true }).fill("ы".repeat(length));
				await page.getByText(/^(?:Осталось 500 знаков|Сообщение длиннее лимита)/).waitFor();
				found.push(...(await atEverySize(page, `${length} typed`)));
			}
			await page.getByLabel("Сообщение", { exact: true }).fill("Запиши: позвонить в банк");
		}
		await page.getByRole("button", { name: "Отправить" }).click();
		await page.waitForURL("**/chat?c=*");
		const reaches = (text: string) =>
			expect
				.poll(
					async () => {
						if (!scripted) await page.reload();
						return lastAnswer(page).textContent();
					},
					{ interval: 200 },
				)
				.toContain(text);
		await reaches("Не разрешать");
		found.push(...(await atEverySize(page, `${name} consent`)));
		await page.getByLabel("Сообщение", { exact: true }).fill("Лучше завтра");
		found.push(...(await atEverySize(page, `${name} consent typed`)));
		model.script(says("Хорошо."));
		await page.getByRole("button", { name: "Отправить" }).click();
		await reaches("Хорошо.");
		found.push(...(await atEverySize(page, `${name} done`)));
		expect(found).toEqual([]);
		await context.close();
	},
);
