import { expect, test } from "vitest";
import {
	citationsIn,
	citedNumbers,
	renumberCitations,
} from "../../../app/chat/citations/citations-in-text.server.ts";
import { citedInTrees } from "../../../app/chat/citations/cited-in-trees.ts";
import { BoundedMarkdown } from "../../../app/chat/markdown/live/bounded-markdown.server.ts";
import { applyPatches } from "../../../app/chat/markdown/live/patch.ts";
import { RunningMarkdown } from "../../../app/chat/markdown/live/running-markdown.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";

const GIVEN = 8;
const treesOf = (text: string, given = GIVEN) => [...new BoundedMarkdown(text, undefined, given).blocks];
/** Citations as «1», everything else as it is shown. */
const shown = (tree: Tree): string =>
	typeof tree === "string"
		? tree.replaceAll("\u00a0", " ")
		: tree[0] === "cite"
			? `«${tree[1]?.n}»`
			: (tree.slice(2) as Tree[]).map(shown).join("");
const textOf = (text: string, given = GIVEN) => treesOf(text, given).map(shown).join("\n");

test.each([
	["Так [3].", "Так «3»."],
	["Так[3].", "Так«3»."],
	["Так [1][4], и так [1, 4]; и [2;3]", "Так «1»«4», и так «1»«4»; и «2»«3»"],
	["**Важно [2]**, *курсив [3]*", "Важно «2», курсив «3»"],
	["# Глава [1]", "Глава «1»"],
	["| a [1] | b |\n|---|---|\n| в[2] | г |", "a «1»bв«2»г"],
	[
		"В 2024[1] за 60 дней[2], «Ромашка»[3], (п. 3)[4], PDF[5]",
		"В 2024«1» за 60 дней«2», «Ромашка»«3», (п. 3)«4», PDF«5»",
	],
	["[1]: Договор.pdf\n\nТак [1].", "Так «1»."],
	["[2] (см. ниже)", "«2» (см. ниже)"],
])("%j cites passages that were given", (text, result) => {
	expect(textOf(text)).toBe(result);
});

test.each([
	["[99] и [0] и [9]", "[99] и [0] и [9]"],
	["[1, 99]", "«1»[99]"],
	[
		"items[3] и x[1][2], foo()[1], f(x)[2], a_b[1], A[1]",
		"items[3] и x[1][2], foo()[1], f(x)[2], a_b[1], A[1]",
	],
	["`a [1]`", "a [1]"],
	["```\na [1]\n```", "a [1]\n"],
	["    a [1]", "a [1]"],
	["[1](https://example.ru)", "1"],
	["[см. [1]](https://example.ru)", "см. [1]"],
	["[1]: https://example.ru\n\n[1]", "1"],
	["[слово][1]", "[слово][1]"],
	["\\[1]", "[1]"],
	["[ 1 ] [1.5] [-1] [1-3] [01] [1,] [,1] []", "[ 1 ] [1.5] [-1] [1-3] [01] [1,] [,1] []"],
	["[١] [１] [Ⅳ] [²] [1e3] [0x1]", "[١] [１] [Ⅳ] [²] [1e3] [0x1]"],
	["[99999999999999999999999999] [1000000]", "[99999999999999999999999999] [1000000]"],
	["- [ ] задача\n- [x] ещё", "задачаещё"],
])("%j keeps what is no citation as text", (text, result) => {
	expect(textOf(text)).toBe(result);
});

test("nothing is cited where nothing was given", () => {
	expect(textOf("Так [1][2] и [1, 2].", 0)).toBe("Так [1][2] и [1, 2].");
	expect(JSON.stringify(treesOf("Так [1]", 0))).not.toContain("cite");
});

test("brackets in brackets and footnotes stay what they are", () => {
	expect(textOf("[[1]] и [[[2]]]")).toBe("[«1»] и [[«2»]]");
	const [paragraph] = treesOf("Так [^1] и [1].\n\n[^1]: Сноска [2].");
	expect(JSON.stringify(paragraph)).toContain('["ref",{"n":1,"use":1},"1"]');
	expect(citedInTrees(treesOf("Так [^1] и [1].\n\n[^1]: Сноска [2]."))).toEqual([1, 2]);
});

test("a citation stays on the line of the word before it", () => {
	expect(treesOf("Так [1] и **так** [2]")).toEqual([
		[
			"p",
			null,
			"Так\u00a0",
			["cite", { n: 1 }, "1"],
			" и ",
			["strong", null, "так"],
			"\u00a0",
			["cite", { n: 2 }, "2"],
		],
	]);
});

test("a citation holds nothing but its number", () => {
	const [tree] = treesOf('[1](javascript:alert(1)) [2]<script> [3]" onclick="x [4]');
	const cites = (tree as Tree[]).filter((one) => Array.isArray(one) && one[0] === "cite");
	// An address that is no link leaves its words to be what they are.
	expect(cites).toEqual([
		["cite", { n: 1 }, "1"],
		["cite", { n: 2 }, "2"],
		["cite", { n: 3 }, "3"],
		["cite", { n: 4 }, "4"],
	]);
	expect(JSON.stringify(tree)).not.toContain('"href"');
});

test("the trees of a text in pieces are those of the whole, and no half of a citation is ever seen", () => {
	const text =
		"Аренда [1][4] на год [1, 4]. В коде `a[1]`, items[3], [99] и [2](нет).\n\n- [3]\n\n| a [1] |\n|---|\n| [2] |\n";
	const running = new RunningMarkdown("", undefined, GIVEN);
	let blocks: Tree[] = [];
	for (const [at, sign] of [...text].entries()) {
		blocks = applyPatches(blocks, running.append(sign));
		expect(blocks).toEqual([...running.blocks]);
		expect(blocks).toEqual([...new RunningMarkdown(text.slice(0, at + 1), undefined, GIVEN).blocks]);
		expect(blocks.map(shown).join("")).not.toMatch(/\[[\d, ]*$/);
	}
	blocks = applyPatches(blocks, running.release());
	expect(blocks).toEqual(treesOf(text));
});

test("what was held back comes with the end", () => {
	const running = new RunningMarkdown("Так [1", undefined, GIVEN);
	expect(running.blocks.map(shown).join("")).toBe("Так");
	const blocks = applyPatches([...running.blocks], running.release());
	expect(blocks.map(shown).join("")).toBe("Так [1");
});

test("the numbers in a text are those of its trees, without code and links", () => {
	const text =
		"Так [3][1], `x [2]`, [4](https://a.ru).\n\n```\n[5]\n```\n\n~~~\n[6]\n~~~\n[99] items[7] [1, 8]";
	expect(citedNumbers(text, GIVEN)).toEqual([1, 3, 8]);
	expect(citedInTrees(treesOf(text))).toEqual([1, 3, 8]);
	expect(citedNumbers(`${"[1] ".repeat(5)}[2] [3]`, GIVEN, 2)).toEqual([1, 2]);
});

test("numbers of an earlier answer are replaced or left out", () => {
	const text = "Раз [1], два [2][3]. `[1]` и [1, 2].";
	expect(renumberCitations(text, (n) => (n === 2 ? null : n + 10))).toBe("Раз [11], два[13]. `[1]` и [11].");
});

test("of a text as long as an import may bring, so many brackets are looked at, and the rest stays as it is", () => {
	const marks = "[1]".repeat(20_000);
	expect([...citationsIn(marks)]).toHaveLength(8_000);
	expect(renumberCitations(marks, () => null)).toBe("[1]".repeat(12_000));
	expect([...citationsIn("[ ]\n".repeat(8_000) + marks)]).toEqual([]);
	// A page formats no more of it either.
	expect(citedNumbers(`[2] ${"слово ".repeat(40_000)}[1]`, GIVEN)).toEqual([2]);
	expect(citedNumbers(`${"\n".repeat(199_000)}[1]\n${"\n".repeat(199_000)}[2]`, GIVEN)).toEqual([1]);
});

/** The steps of the search are the work of reading: none may grow faster than the text. */
test.each([
	["citations", (n: number) => "[1] ".repeat(n)],
	["citations side by side", (n: number) => "[1]".repeat(n)],
	["opened brackets", (n: number) => "[".repeat(n)],
	["beginnings", (n: number) => "[1, ".repeat(n)],
	[
		"backticks of growing length",
		(n: number) => Array.from({ length: Math.sqrt(n) | 0 }, (_, i) => `${"`".repeat(i)}x`).join(""),
	],
	["words before brackets", (n: number) => `${"a".repeat(n)}[1]`.repeat(3)],
	["long numbers", (n: number) => `[${"1".repeat(n)}]`],
])("thousands of %s are read", (_name, make) => {
	const text = make(50_000);
	expect(citedNumbers(text, GIVEN).length).toBeLessThanOrEqual(1);
	const blocks = treesOf(make(3_000));
	expect(citedInTrees(blocks).length).toBeLessThanOrEqual(1);
});
