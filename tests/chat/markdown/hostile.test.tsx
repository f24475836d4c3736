import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { parser } from "../../../app/chat/markdown/inline/inline-parser.server.ts";
import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import { ALLOWED, isAllowedHref, type Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { TreeView } from "../../../app/chat/markdown/view/tree-view.tsx";
import { extent } from "../../support/extent.ts";
import { ATTACKS } from "../../support/markdown-attacks.ts";
import { SCRAPS } from "./samples/corpus.ts";
import { seededRandom } from "./samples/random.ts";

function elements(trees: readonly Tree[]): Exclude<Tree, string>[] {
	return trees.flatMap((tree) => {
		if (typeof tree === "string") return [];
		const [, , ...children] = tree;
		return [tree, ...elements(children)];
	});
}

const LABELS = {
	...{ copy: "Скопировать", copied: "Скопировано", code: "Код" },
	...{ notes: "Сноски", note: "Сноска", back: "К тексту", place: "место" },
};
const htmlOf = (blocks: readonly Tree[]) =>
	renderToStaticMarkup(<TreeView blocks={blocks} id="m" labels={LABELS} />);

/** The tags of a piece of HTML, with the attributes they bear. */
const tagsOf = (html: string) => html.match(/<[^>]+>/g) ?? [];

describe.each(ATTACKS)("security 44, 45 (check 44): %j", (markdown) => {
	test("makes only known elements with known attributes and known links", () => {
		for (const [tag, attributes] of elements(renderMarkdown(markdown))) {
			expect(ALLOWED.has(tag)).toBe(true);
			for (const [name, value] of Object.entries(attributes ?? {})) {
				expect(ALLOWED.get(tag)).toContain(name);
				if (name === "href") expect(isAllowedHref(value)).toBe(true);
				if (name === "lang") expect(value).toMatch(/^[\w+#.-]+$/);
			}
		}
	});

	test("is shown without handlers, styles and anything that is fetched, also when it comes byte by byte", () => {
		const live = new LiveMarkdown();
		for (const piece of ["Начало.\n\n", ...markdown]) {
			live.append(piece);
			for (const tag of tagsOf(htmlOf(live.blocks))) {
				expect(tag).not.toMatch(
					/<(?:script|style|iframe|img|svg onload|object|embed|link|meta|base|form|annotation|maction)\b/i,
				);
				expect(tag.replace(/="[^"]*"/g, "")).not.toMatch(
					/\s(?:on\w+|style|src|srcset|srcdoc|action|formaction)\b/i,
				);
				expect(tag).not.toMatch(/href="(?!https?:\/\/[^/]|mailto:|#m-|\/(?![/\\]))/i);
				if (/href="(?:http|mailto)/i.test(tag)) {
					expect(tag).toContain('target="_blank" rel="noopener noreferrer nofollow ugc"');
				}
			}
		}
	});
});

const nested = (depth: number) => Array.from({ length: depth }, (_, i) => `${"  ".repeat(i)}- x\n`).join("");

const FLOOD = extent(30_000, 100_000);
const flood = (scrap: string, size = FLOOD) => scrap.repeat(Math.ceil(size / scrap.length)).slice(0, size);

const FLOODS = [
	...[
		"[",
		"]",
		"*",
		"_",
		"~",
		"(",
		"`",
		">",
		"$",
		"|",
		"\\",
		"<",
		"&",
		"!",
		"#",
		"-",
		"=",
		"\t",
		" ",
		"\n",
		"a",
	],
	...[
		"![",
		"[a](",
		"[a][",
		"[[a](b)](",
		"[a](b 'c ",
		"> ",
		"- ",
		"1. ",
		"> - ",
		"**a ",
		"a** ",
		"*_",
		"~~a",
		"_a",
	],
	...["$a ", "$$a\n", "$$\n", "\\[", "\\[\n", "\\(a", "$\\frac{1}{", "$x$ ", "`a", "``` ", "```\n", "~~~\n"],
	...["<a@", "<b>", "www.", "http://", "mailto:", "x@", "&amp;", "&#0;", "|a", "|-|\n", "a|b\n-|-\n", "\\\n"],
	...[
		"[x]: y\n",
		'[x]: y "a\n',
		"[x]:\n",
		"[^1]",
		"[^1]: a\n",
		"[^1]:\n\n",
		"[^",
		"a[^1][^2]\n\n[^2]: b\n",
		"-\n\n",
		"- a\n\n",
		"- [ ] a\n",
		"=a\n",
		"a\n===\n",
		"    a\n",
	],
];
const ENDLESS: Record<string, string> = {
	...Object.fromEntries(FLOODS.map((scrap) => [JSON.stringify(scrap), flood(scrap)])),
	"backticks of every length": Array.from({ length: 440 }, (_, i) => `${"`".repeat(i)}x`).join(""),
	"quotes in quotes": `${"> ".repeat(1_000)}x\nи дальше`,
	"lists in lists": `${"- ".repeat(1_000)}x\n\nи дальше`,
	"deep lists": `${nested(300)}\nи дальше`,
	"lists in quotes": `${"> - ".repeat(500)}x\n\nи дальше`,
	"many columns": `${"|a".repeat(20_000)}|\n${"|-".repeat(20_000)}|\n`,
	"rows that lack cells": `${"|a".repeat(99)}|\n${"|-".repeat(99)}|\n${flood("|\n")}`,
	definitions: Array.from({ length: 2_000 }, (_, i) => `[a${i}]\n\n[a${i}]: /x\n`).join("\n"),
	"footnotes, the last first": `${flood("[^1] a[^500] ", 20_000)}\n\n${Array.from({ length: 600 }, (_, i) => `[^${600 - i}]: a[^${i}]\n`).join("")}`,
	"footnotes of each other": Array.from({ length: 2_000 }, (_, i) => `[^${i}]: a[^${i + 1}]\n`).join(""),
	"a title that never closes": `[x]: y "${"a\n".repeat(20_000)}`,
	"a paragraph that is a heading for a moment": `${flood("a ")}\n${flood("=a\n", 20_000)}`,
	"a list that is loose for a moment": `${flood("- a\n")}\n${"-x\n".repeat(50)}`,
	"code that is one comment": `\`\`\`js\n${flood("/*\n")}`,
	"code on one line": `\`\`\`js\n${flood("a(`${")}`,
	"scripts in scripts": `\`\`\`html\n${flood("<script>\n")}`,
};

/** How many characters the reader of inline text is given. */
function countRead(act: () => void): number {
	let count = 0;
	const read = parser.inline.tokenize;
	const spy = vi.spyOn(parser.inline, "tokenize").mockImplementation((state) => {
		// It calls itself for the words of a link.
		if (state.pos === 0) count += state.src.length;
		read.call(parser.inline, state);
	});
	act();
	spy.mockRestore();
	return count;
}

function stream(markdown: string): LiveMarkdown {
	const live = new LiveMarkdown();
	for (let at = 0; at < markdown.length; at += 50) live.append(markdown.slice(at, at + 50));
	return live;
}

/** How much of each comes in pieces. */
const PIECES = extent(4_000, 10_000);

// Time is for the table of measurements; here the work is counted, and a text that hangs is caught.
describe("a hostile text ends, and nothing after it is lost", () => {
	test.each(Object.entries(ENDLESS))("%s", (_name, markdown) => {
		let blocks: readonly Tree[] = [];
		const whole = countRead(() => {
			blocks = renderMarkdown(markdown);
		});
		expect(whole).toBeLessThan(markdown.length * 12);
		const json = JSON.stringify(blocks);
		if (markdown.endsWith("и дальше")) expect(json).toContain("и дальше");
		expect(json.length).toBeLessThan(markdown.length * 25 + 100);
		for (const tree of blocks) expect(depthOf(tree)).toBeLessThan(70);
	});

	test.each(Object.entries(ENDLESS))("in pieces: %s", (_name, whole) => {
		const markdown = whole.slice(0, PIECES);
		let live = new LiveMarkdown();
		const half = countRead(() => stream(markdown.slice(0, markdown.length / 2)));
		const all = countRead(() => {
			live = stream(markdown);
		});
		expect(all).toBeLessThan(half * 2.6 + 5 * PIECES);
		expect(JSON.stringify(live.blocks)).toBe(JSON.stringify(renderMarkdown(markdown)));
	});

	test("what is made of it can be shown: JSON, React and the browser go down by recursion", () => {
		for (const markdown of Object.values(ENDLESS)) {
			const blocks = renderMarkdown(markdown.slice(0, extent(2_500, 5_000)));
			expect(() => htmlOf(JSON.parse(JSON.stringify(blocks)))).not.toThrow();
		}
	});

	test("also in long texts of many lines", () => {
		for (const scraps of [SCRAPS, [...SCRAPS, "$", "$$\n", "\\(", "```html\n"]]) {
			const random = seededRandom(scraps.length);
			const text = Array.from({ length: 8_000 }, () => scraps[Math.floor(random() * scraps.length)]).join("");
			expect(countRead(() => renderMarkdown(text))).toBeLessThan(text.length * 12);
			for (const tree of renderMarkdown(text)) expect(depthOf(tree)).toBeLessThan(70);
		}
	});
});

const depthOf = (tree: Tree): number =>
	typeof tree === "string"
		? 0
		: 1 + (tree.slice(2) as Tree[]).reduce((most, child) => Math.max(most, depthOf(child)), 0);
