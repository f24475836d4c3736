import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { ALLOWED, TOKEN_KINDS } from "../../../app/chat/markdown/tree/tree.ts";
import { says } from "../../support/fakes/fake-model-scenarios.ts";
import { ATTACKS } from "../../support/markdown-attacks.ts";
import { setUpWorld } from "../support/set-up-world.ts";
import {
	ask,
	type BrowserWindow,
	enrol,
	lastAnswer,
	newPerson,
	openWindow,
	openWindowAsMember,
	PATIENCE_MS,
} from "../support/world.ts";

const world = setUpWorld();

const ended = (page: BrowserWindow["page"]) =>
	page.locator("article[data-role=assistant][data-state=done]").last().waitFor();

const prose = (page: BrowserWindow["page"]) => lastAnswer(page).locator(".prose");

/** What of the answer is more than text: every element with its attributes. */
const elements = (page: BrowserWindow["page"]) =>
	prose(page).evaluate((root) =>
		[...root.querySelectorAll("*")].map((element) => ({
			tag: element.localName,
			attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
		})),
	);

const OURS = "figure figcaption pre button svg path span".split(" ");
const TAGS = new Set([...OURS, ...[...ALLOWED.keys()].filter((tag) => !TOKEN_KINDS.has(tag))]);

test("security 44, 45, 46: what would run, fetch or break out is text, live and after a reload", async () => {
	const { page, context, complaints } = await openWindow(world);
	page.on("dialog", (dialog) => {
		complaints.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	await enrol(page, newPerson());
	await ask(page, "сценарий:attacks");
	await ended(page);
	for (const reload of [false, true]) {
		if (reload) await page.reload();
		expect(await prose(page).textContent()).toContain("Вот и всё.");
		for (const { tag, attributes } of await elements(page)) {
			expect(TAGS).toContain(tag);
			for (const [name, value] of Object.entries(attributes)) {
				expect(name).not.toMatch(/^(?:on|style|src|srcset|srcdoc|action|formaction|xlink|ping|background)/);
				if (name === "href") expect(value).toMatch(/^(?:https?:\/\/[^/]|mailto:|\/(?![/\\]))/);
			}
			if (tag !== "a" || !/^(?:http|mailto)/.test(String(attributes.href))) continue;
			expect(attributes.rel?.split(" ")).toEqual(expect.arrayContaining(["noopener", "nofollow", "ugc"]));
		}
	}
	expect(ATTACKS.length).toBeGreaterThan(40);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a long list, table and code grow, and nothing that has been shown is made anew", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const lines = (count: number, line: string) => Array.from({ length: count }, (_, i) => `${line} ${i}\n`);
	const text = [
		...["> Так:\n>\n", ...lines(30, "> - пункт, в котором **несколько** слов под номером"), "\n"],
		...["| а | б |\n|---|---|\n", ...lines(30, "| строка | ещё несколько слов")],
		...["\n```js\n", ...lines(30, "let a = 1; // строка")],
	];
	world.model.script(async (reply) => {
		await reply.stream(text, 25);
		reply.finish();
	});
	await ask(page, "Длинный ответ");
	// Were an element made anew, a selection in it would be lost; so the rows that are made are counted.
	await prose(page).locator("blockquote").waitFor();
	await page.evaluate(() => {
		const root = document.querySelector(".prose");
		const marks = { made: 0 };
		Object.assign(window, { marks });
		const count = (nodes: NodeList) => {
			for (const node of nodes) {
				if (!(node instanceof Element)) continue;
				const rows = "li, tr";
				marks.made += (node.matches(rows) ? 1 : 0) + node.querySelectorAll(rows).length;
			}
		};
		marks.made = document.querySelectorAll(".prose li, .prose tr").length;
		if (root) {
			const watch = new MutationObserver((records) => {
				for (const { addedNodes } of records) count(addedNodes);
			});
			watch.observe(root, { childList: true, subtree: true });
		}
	});
	await ended(page);
	expect(await prose(page).locator("ul").count()).toBe(1);
	expect(await prose(page).locator("li").count()).toBe(30);
	expect(await prose(page).locator("table").count()).toBe(1);
	expect(await prose(page).locator("tr").count()).toBe(31);
	expect(await prose(page).locator("code").textContent()).toContain("строка 29");
	const made = await page.evaluate(() => (window as unknown as { marks: { made: number } }).marks.made);
	expect(made).toBe(61);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a long answer is the same live and after a reload, and fits a narrow screen", async () => {
	const { page, context, complaints } = await openWindowAsMember(world, {
		viewport: { width: 320, height: 640 },
	});
	await ask(page, "сценарий:showcase:3");
	await ended(page);
	const live = await prose(page).textContent();
	const tags = (await elements(page)).map(({ tag }) => tag);
	await page.reload();
	// The buttons that copy come with the script.
	await expect.poll(() => prose(page).textContent()).toBe(live);
	expect((await elements(page)).map(({ tag }) => tag)).toEqual(tags);

	// Formulas are formulas to the browser, and what is wide scrolls in its own box.
	const formula = prose(page).locator(".formula math").last();
	expect(await formula.evaluate((math) => math.namespaceURI)).toBe("http://www.w3.org/1998/Math/MathML");
	const box = prose(page).locator(".formula").last();
	expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	expect(complaints).toEqual([]);
	await context.close();
});

test("a footnote is reached from its number by the keyboard and leads back, live and without a script", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const answer =
		"Чай заваривают[^вода] и ждут[^время].\n\n[^вода]: Вода 95 °C.\n[^время]: Четыре минуты[^вода].\n";
	world.model.script(async (reply) => {
		await reply.stream(answer, 5);
		reply.finish();
	});
	await ask(page, "Как заварить чай?");
	await ended(page);
	const notes = prose(page).locator("section[role=doc-endnotes]");
	await expect.poll(() => notes.getByRole("listitem").count()).toBe(2);
	const first = prose(page).getByRole("link", { name: "Сноска 1", exact: true }).first();
	const loads: string[] = [];
	page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
	await first.focus();
	await page.keyboard.press("Enter");
	await expect.poll(() => new URL(page.url()).hash).toMatch(/-note-1$/);
	expect(await page.locator(":target").textContent()).toContain("Вода 95 °C.");
	await notes.getByRole("link", { name: "Вернуться к тексту, сноска 1, место 2" }).click();
	await expect.poll(() => page.locator(":target").textContent()).toBe("1");
	expect(loads).toEqual([]);

	const still = await context.browser()?.newContext({
		baseURL: world.instance.url,
		javaScriptEnabled: false,
		storageState: await context.storageState(),
	});
	still?.setDefaultTimeout(PATIENCE_MS);
	const plain = await still?.newPage();
	if (!plain) throw new Error("no browser");
	await plain.goto(page.url().replace(/#.*/, ""));
	await prose(plain).getByRole("link", { name: "Сноска 2", exact: true }).click();
	await expect.poll(() => plain.locator(":target").textContent()).toContain("Четыре минуты");
	expect(complaints).toEqual([]);
	await still?.close();
	await context.close();
});

/** Where the text of an element begins and ends: how far from its edges, and whether it runs from right to left. */
const linesOf = (element: Locator) =>
	element.evaluate((box) => {
		const text = box.firstChild as Text;
		const placeOf = (at: number) => {
			const sign = document.createRange();
			sign.setStart(text, at);
			sign.setEnd(text, at + 1);
			return sign.getBoundingClientRect();
		};
		const [first, last] = [placeOf(0), placeOf(text.data.length - 1)];
		const { paddingRight } = getComputedStyle(box);
		const edge = box.getBoundingClientRect().right - Number.parseFloat(paddingRight);
		return { endsLeft: last.left < first.left, beginsRight: Math.abs(edge - first.right) < 3 };
	});

test("each text is laid out in the direction of its own words, and so are lists, tables and names of files", async () => {
	const { page, context, complaints } = await openWindowAsMember(world);
	const words = "مرحبا بالعالم.";
	const cells = `| ${words} | б |\n|---|--:|\n| ${words} | 1 |`;
	world.model.title = "";
	world.model.script(
		says(
			`### ${words}\n\n${words}\n\nПривет, мир.\n\n- ${words}\n\n> ${words}\n\n${cells}\n\n\`\`\`\nf(1);\n\`\`\``,
		),
	);
	const file = { name: "تقرير السنة.txt", mimeType: "text/plain", buffer: Buffer.from(words) };
	await page.locator(".composer .attach input[type=file]").setInputFiles(file);
	await page.locator(".att[data-state=ready]").waitFor();
	const [start = 0, end] = await page
		.locator(".att .cut > span")
		.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
	expect(end).toBeLessThan(start);
	const field = page.getByLabel("Сообщение", { exact: true });
	expect(await field.evaluate((area) => getComputedStyle(area).unicodeBidi)).toBe("plaintext");
	await ask(page, words);
	await ended(page);
	for (const reload of [false, true]) {
		if (reload) await page.reload();
		const fromRight = { endsLeft: true, beginsRight: true };
		expect(await linesOf(page.locator(".bubble"))).toEqual(fromRight);
		for (const kind of ["h3", "> p:nth-of-type(1)", "li", "blockquote p", "th:first-child", "td:first-child"])
			expect([kind, await linesOf(prose(page).locator(kind))]).toEqual([kind, fromRight]);
		expect(await linesOf(prose(page).locator("> p:nth-of-type(2)"))).toEqual({
			endsLeft: false,
			beginsRight: false,
		});
		// Its dot, its edge and its first column are on the right.
		const directionOf = (kind: string) =>
			prose(page)
				.locator(kind)
				.evaluate((box) => getComputedStyle(box).direction);
		for (const kind of ["ul", "blockquote", "table"])
			expect([kind, await directionOf(kind)]).toEqual([kind, "rtl"]);
		expect(await directionOf("pre")).toBe("ltr");
		const chat = page.getByRole("navigation", { name: "Чаты" }).locator(".conv a > span").first();
		expect(await linesOf(chat)).toMatchObject({ beginsRight: true });
	}
	expect(complaints).toEqual([]);
	await context.close();
});

test("the font of formulas is the product's own, loaded with the first formula and not before", async () => {
	const { page, context, complaints } = await openWindow(world);
	const loaded: string[] = [];
	page.on("response", (response) => {
		const { pathname } = new URL(response.url());
		if (pathname.includes("formulas")) loaded.push(`${response.status()} ${pathname}`);
	});
	await enrol(page, newPerson());
	world.model.script(says("Квадрат гипотенузы равен сумме квадратов катетов: `c = 5`."));
	await ask(page, "Без формул");
	await ended(page);
	await page.evaluate(() => document.fonts.ready);
	expect(loaded).toEqual([]);

	world.model.script(says("$$\\sqrt{\\frac{a^2+b^2}{c}}$$"));
	await ask(page, "Формулой");
	await prose(page).locator("math").waitFor();
	await expect.poll(() => loaded).toEqual([expect.stringMatching(/^200 \/assets\/formulas-[\w-]+\.woff2$/)]);
	await page.evaluate(() => document.fonts.ready);
	// What Chromium has drawn the formula with.
	const devtools = await context.newCDPSession(page);
	await devtools.send("DOM.enable");
	await devtools.send("CSS.enable");
	const { root } = await devtools.send("DOM.getDocument");
	const letter = await devtools.send("DOM.querySelector", {
		nodeId: root.nodeId,
		selector: ".prose math mi",
	});
	const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", letter);
	expect(fonts.map(({ isCustomFont }) => isCustomFont)).toEqual([true]);
	expect(complaints).toEqual([]);
	await context.close();
});
