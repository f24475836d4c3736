import { describe, expect, test } from "vitest";
import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";

const BOX = { class: "formula", "aria-label": "Формула" };
const X: Tree = ["mi", null, "x"];
const inline: Tree = ["math", null, X];
const display: Tree = ["span", BOX, ["math", { display: "block" }, X]];
const p = (...children: Tree[]): Tree => ["p", null, ...children];

test.each<[string, Tree[]]>([
	["$x$", [p(inline)]],
	["\\(x\\)", [p(inline)]],
	["а $$x$$ б", [p("а ", display, " б")]],
	["а \\[x\\] б", [p("а ", display, " б")]],
	["$$x$$", [display]],
	["\\[ x \\]", [display]],
	["$$\nx\n$$", [display]],
	["\\[\nx\n\\]", [display]],
	["а\n$$\nx\n$$\nб", [p("а"), display, p("б")]],
	["- а\n  $$\n  x\n  $$", [["ul", null, ["li", null, "а", display]]]],
	["**$x$**", [p(["strong", null, inline])]],
	["[$x$](/u)", [p(["a", { href: "/u" }, inline])]],
])("%j is a formula", (markdown, trees) => {
	expect(renderMarkdown(markdown)).toEqual(trees);
});

test("signs that would mean something else in Markdown are signs in a formula", () => {
	const text = JSON.stringify(renderMarkdown("$$\na_1\n= b_1 * c * d\n+ e\n- f\n$$ \n\n$a_{i}*b_{j}*c$"));
	expect(text).not.toMatch(/"(?:em|ul|h2|h3|hr)"/);
	expect(text.match(/"math"/g)).toHaveLength(2);
});

describe("money, shells and everything else that only looks like a formula", () => {
	test.each([
		"от $5 до $10",
		"$5, а не 6$",
		"$5 and 6$",
		"US$5 и CA$6",
		"$HOME и $PATH, $HOME/$USER, $HOME/bin:$PATH",
		"$ x $",
		"$x $",
		"$$",
		"$$$$",
		"100$ и 200$",
		"$a",
		"$10–$20 за штуку",
	])("%s", (text) => {
		expect(renderMarkdown(text)).toEqual([
			text.startsWith("$$") && text.length === 2 ? p(["code", null, text]) : p(text),
		]);
	});

	test("escaped, and in code", () => {
		expect(renderMarkdown("\\$x\\$ `$x$`")).toEqual([p("$x$ ", ["code", null, "$x$"])]);
		expect(renderMarkdown("```\n$$\nx\n$$\n```")).toEqual([["codeblock", null, "$$\nx\n$$\n"]]);
		expect(renderMarkdown("\\(\\) \\[\\]")).toEqual([p("() []")]);
	});
});

describe("what cannot be read is its source, as code", () => {
	test.each([
		"\\frac{1}{",
		"\\nosuch{x}",
		"\\href{https://a.example}{x}",
		"\\includegraphics{a.png}",
		"x^2^3",
		`${"\\sqrt{".repeat(60)}x${"}".repeat(60)}`,
	])("%#", (tex) => {
		expect(renderMarkdown(`$${tex}$`)).toEqual([p(["code", null, `$${tex}$`])]);
		expect(renderMarkdown(`$$\n${tex}\n$$`)).toEqual([["code", null, `$$\n${tex}\n$$`]]);
	});

	test.each([
		["macros that call themselves", "\\def\\a{\\a\\a}\\a"],
		["macros that grow", `\\def\\a{${"x".repeat(90)}}\\def\\b{${"\\a".repeat(30)}}${"\\b".repeat(30)}`],
		["too long", "x+".repeat(1_400)],
		["too many elements", "x".repeat(1_480)],
	])("%s", (_name, tex) => {
		expect(JSON.stringify(renderMarkdown(`\\(${tex}\\) конец`))).not.toContain('"math"');
	});
});

test("no style, no address, no length that does not fit on a screen", () => {
	const text = JSON.stringify(
		renderMarkdown(
			"$\\color{red}x \\boxed{y} \\rule{999em}{999em} \\hspace{9999em} \\cancel{z} \\kern{-999em}$",
		),
	);
	expect(text).not.toMatch(/"(?:style|href|src)"|999/);
	expect(text).toContain('"boxed"');
});

test.each([
	["\\overline{x}", "over"],
	["\\underline{x}", "under"],
	["\\fbox{x}", "boxed"],
	["\\cancel{x}", "cancel"],
])("%s has a line that every browser draws", (tex, name) => {
	expect(JSON.stringify(renderMarkdown(`$${tex}$`))).toContain(`["mrow",{"class":"${name}"},`);
});

test("a formula is its source until it ends, and a paragraph when it never does", () => {
	const live = new LiveMarkdown("$$\n\\frac{1}");
	expect(live.blocks).toEqual([p(["code", null, "$$\n\\frac{1}"])]);
	live.append("{x}\n$$");
	expect(JSON.stringify(live.blocks)).toContain('"mfrac"');
	live.append(" и текст");
	expect(JSON.stringify(live.blocks)).not.toContain('"mfrac"');
	expect(renderMarkdown("$$ — это *номер* процесса\n\nдальше")).toEqual([
		p("$$ — это ", ["em", null, "номер"], " процесса"),
		p("дальше"),
	]);
});

test("a wide formula has a box that scrolls and that the keyboard reaches, also in a line", () => {
	const [tree] = renderMarkdown(`а $${"x+".repeat(30)}x$`);
	const [tag, attributes] = (tree?.[3] ?? []) as Tree[];
	expect([tag, attributes]).toEqual(["span", { ...BOX, class: "formula-inline" }]);
});

test("a formula that is narrow on the screen stands in its line without a box, however long its source", () => {
	const firstOf = (tex: string) => ((renderMarkdown(`а $${tex}$`)[0]?.[3] ?? []) as Tree[])[0];
	expect(firstOf("D_j = \\frac{S}{n} + \\left(S - (j-1)\\frac{S}{n}\\right) r")).toBe("math");
	expect(firstOf("a+b+c+d+e+f+g+h+i+j+k")).toBe("span");
});
