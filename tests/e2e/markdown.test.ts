import { afterAll, beforeAll, expect, test } from "vitest";
import { ALLOWED, CODE_WORDS } from "../../app/chat/markdown/tree.ts";
import { ATTACKS } from "../support/markdown-attacks.ts";
import {
	ask,
	lastAnswer,
	newPerson,
	register,
	startWorld,
	type Visitor,
	visit,
	type World,
} from "./world.ts";

let world: World;
beforeAll(async () => {
	world = await startWorld();
});
afterAll(() => world?.end());

const ended = (page: Visitor["page"]) =>
	page.locator("article[data-role=assistant][data-state=done]").last().waitFor({ timeout: 30_000 });

const prose = (page: Visitor["page"]) => lastAnswer(page).locator(".prose");

/** What of the answer is more than text: every element with its attributes. */
const elements = (page: Visitor["page"]) =>
	prose(page).evaluate((root) =>
		[...root.querySelectorAll("*")].map((element) => ({
			tag: element.localName,
			attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
		})),
	);

const OURS = "figure figcaption pre button svg path span".split(" ");
const TAGS = new Set([...OURS, ...[...ALLOWED.keys()].filter((tag) => !CODE_WORDS.has(tag))]);

test("security 44, 45, 46: what would run, fetch or break out is text, live and after a reload", async () => {
	const { page, context, complaints } = await visit(world);
	page.on("dialog", (dialog) => {
		complaints.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	await register(page, newPerson());
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

test("a long answer is the same live and after a reload, and nothing that has been shown is made anew", async () => {
	const { page, context, complaints } = await visit(world, { viewport: { width: 320, height: 640 } });
	await register(page, newPerson());
	await ask(page, "сценарий:showcase:3");
	// The reader has selected something; were its element made anew, the selection would be lost.
	const marked = prose(page).locator("h3").first();
	await marked.waitFor();
	await prose(page).locator("ol > li").nth(1).waitFor();
	await page.evaluate(() => {
		for (const element of document.querySelectorAll(".prose ol > li:first-child, .prose h3")) {
			(element as HTMLElement & { seen?: boolean }).seen = true;
		}
	});
	await ended(page);
	const kept = await page.evaluate(() =>
		[...document.querySelectorAll(".prose ol > li:first-child, .prose h3")].map(
			(element) => (element as HTMLElement & { seen?: boolean }).seen === true,
		),
	);
	expect(kept).toEqual([true, true]);

	const live = await prose(page).textContent();
	const tags = (await elements(page)).map(({ tag }) => tag);
	await page.reload();
	expect(await prose(page).textContent()).toBe(live);
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
