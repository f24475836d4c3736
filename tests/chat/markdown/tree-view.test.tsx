import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { TreeView } from "../../../app/chat/markdown/view/tree-view.tsx";
import { joined } from "./joined.ts";
import { seededRandom } from "./samples/random.ts";
import { randomAnswer } from "./samples/random-answer.ts";

const NOTES = { notes: "Сноски", note: "Сноска", back: "Вернуться к тексту, сноска", place: "место" };
const LABELS = { copy: "Скопировать", copied: "Скопировано", code: "Код" };
const show = (blocks: readonly Tree[], labels: typeof LABELS | { code: string } = LABELS) =>
	renderToStaticMarkup(<TreeView blocks={blocks} id="t" labels={{ ...labels, ...NOTES }} />);

test("the text of an answer is in its .prose", () => {
	expect(show(renderMarkdown("## Раз\n\n*два* [три](https://a.example) [четыре](/FAQ#x)\n\n1. пять"))).toBe(
		'<div class="prose"><h3>Раз</h3><p><em>два</em> ' +
			'<a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow ugc">три</a> ' +
			'<a href="/FAQ#x">четыре</a></p><ol dir="auto"><li>пять</li></ol></div>',
	);
});

test("a heading is none before its first word", () => {
	expect(show(renderMarkdown("Раз\n\n## "))).toBe('<div class="prose"><p>Раз</p></div>');
	expect(show(renderMarkdown("Раз\n\n## `x`"))).toContain("<h3><code>x</code></h3>");
});

test("code has its language, no button before a script runs, and scrolls under the keyboard", () => {
	const html = show(renderMarkdown("```py\na < b\n```"));
	expect(html).toContain("<span>Python</span>");
	expect(html).toContain(
		'<pre tabindex="0" role="group" aria-label="Код: Python"><code>a &lt; b\n</code></pre>',
	);
	expect(html).not.toContain("Скопировать");
	expect(show([["codeblock", null, "x"]])).toContain("<span>Код</span>");
	expect(show([["codeblock", { lang: "constructor" }, "x"]])).toContain("<span>constructor</span>");
});

test("a static page has no script, so its code has no button", () => {
	expect(show([["codeblock", null, "x"]], { code: "Код" })).not.toContain("<button");
});

test("a table is a group that the keyboard can scroll", () => {
	const html = show(renderMarkdown("| а | б |\n|---|--:|\n| 1 | 2 |"));
	expect(html).toContain(
		'<div class="tbl" dir="auto" tabindex="0" role="group" aria-label="Таблица 1: а, б"><table>',
	);
	expect(html).toMatch(/<th class="r" scope="col">б<\/th>.*<td class="r">2<\/td>/);
});

test("several tables have names of their own, by their number and their head", () => {
	const table = "| **Город** | `Население` | [Сайт](/x) | |\n|-|-|-|-|\n| 1 | 2 | 3 | 4 |\n";
	const html = show(renderMarkdown(`${table}\n- а\n\n${table.replace(/^/gm, "  ")}\n> | |\n> |-|\n`));
	expect([...html.matchAll(/class="tbl" [^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
		"Таблица 1: Город, Население, Сайт",
		"Таблица 2: Город, Население, Сайт",
		"Таблица 3",
	]);
});

test("headings begin below the screen's, and none is more than one level below the one before it", () => {
	const levelsOf = (text: string) =>
		[...show(renderMarkdown(text)).matchAll(/<h(\d)>/g)].map(([, level]) => Number(level));
	expect(levelsOf("# а\n## б\n### в\n## г")).toEqual([3, 4, 5, 4]);
	expect(levelsOf("### а\n\n##### б\n\n### в\n\n# г\n\n### д")).toEqual([3, 4, 3, 3, 4]);
	expect(levelsOf("# а\n> # цитата\n\n- ## пункт\n\n## б")).toEqual([3, 4, 4, 4]);
	expect(levelsOf("> # цитата")).toEqual([3]);
	expect(levelsOf("# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6")).toEqual([3, 4, 5, 6, 6, 6]);
});

test("unknown elements and attributes are dropped, whatever was sent", () => {
	const sent: Tree[] = [
		["script", null, "alert(1)"],
		["img", { src: "https://evil.example/x.png" }],
		["p", { style: "color:red", onclick: "alert(1)", id: "x", class: "card" }, "а"],
		["a", { href: "javascript:alert(1)", target: "_top" }, "б"],
		["div", { class: "tbl", dangerouslySetInnerHTML: "x", ref: "y", key: "z" }, "в"],
		["input", { type: "file", onfocus: "x", name: "n", autofocus: true }],
		["br", null, "не к месту"],
		["iframe", { srcdoc: "x" }, ["strong", null, "г"]],
	];
	expect(show(sent)).toBe(
		'<div class="prose">alert(1)<p>а</p><a>б</a><div class="tbl">в</div>' +
			'<input type="checkbox" disabled="" readOnly=""/><br/><strong>г</strong></div>',
	);
});

/** The page without the comments that part its texts. */
const shown = (blocks: readonly Tree[]) => show(blocks).replaceAll("<!-- -->", "");

test("the rest of a long block is shown where it belongs, however deep", () => {
	const item = (text: string): Tree => ["li", null, text];
	const blocks: Tree[] = [
		["blockquote", null, ["p", null, "а"], ["ul", null, ["li", null, "б", ["ol", null, item("в")]]]],
		["more", { depth: 3 }, item("г")],
		["more", { depth: 3 }, item("д"), item("е")],
		["more", { depth: 4 }, " и дальше"],
		["more", { depth: 1 }, item("ж")],
		["more", { depth: 0 }, ["p", null, "з"]],
		["p", null, "и"],
	];
	expect(shown(blocks)).toBe(shown(joined(blocks)));
	expect(shown(blocks)).toContain(
		"<li>д</li><li>е и дальше</li></ol></li><li>ж</li></ul><p>з</p></blockquote>",
	);
});

test("long answers look as if they had never been cut", () => {
	const random = seededRandom(9);
	for (let i = 0; i < 40; i++) {
		const blocks = renderMarkdown(randomAnswer(random));
		expect(shown(blocks)).toBe(shown(joined(blocks)));
	}
});

test("a rest that belongs nowhere is still somebody's words", () => {
	expect(show([["more", { depth: 3 }, "а"]])).toContain("а");
	expect(
		show([
			["p", null, "а"],
			["more", { depth: -1 }, "б"],
		]),
	).toContain("б");
	expect(show(["а", ["more", { depth: "x" }, ["b", null, "б"]]])).toContain("б");
});

const reference = (n: number, use: number) =>
	`<sup><a id="t-ref-${n}-${use}" href="#t-note-${n}" role="doc-noteref" aria-label="Сноска ${n}">${n}</a></sup>`;

test("footnotes stand below the text in the order in which it refers to them, and lead back", () => {
	const text =
		"Раз[^b], два[^a] и ещё[^b].\n\n[^a]: Вторая\n[^b]: Первая\n\n    > цитата\n\nКонец[^нет].\n\n[^c]: Никому не нужна";
	expect(shown(renderMarkdown(text))).toBe(
		`<div class="prose"><p>Раз${reference(1, 1)}, два${reference(2, 1)} и ещё${reference(1, 2)}.</p><p>Конец[^нет].</p>` +
			'<section class="notes" role="doc-endnotes" aria-label="Сноски"><ol dir="auto"><li id="t-note-1"><p>Первая</p>' +
			'<blockquote dir="auto"><p>цитата</p></blockquote>' +
			'<span class="note-back"><a href="#t-ref-1-1" role="doc-backlink" aria-label="Вернуться к тексту, сноска 1, место 1">↩</a>' +
			'<a href="#t-ref-1-2" role="doc-backlink" aria-label="Вернуться к тексту, сноска 1, место 2">↩<sup>2</sup></a></span></li>' +
			'<li id="t-note-2"><p>Вторая</p><span class="note-back">' +
			'<a href="#t-ref-2-1" role="doc-backlink" aria-label="Вернуться к тексту, сноска 2">↩</a></span></li>' +
			"<li><p>Никому не нужна</p></li></ol></section></div>",
	);
});

test("no id comes twice, and every link within the text leads somewhere", () => {
	const random = seededRandom(18);
	for (let i = 0; i < 60; i++) {
		const scraps = [
			"а",
			"[^1]",
			"[^2]",
			"[^3] ",
			"\n\n",
			"\n\n[^1]: б",
			"\n[^2]: в\n",
			"\n[^3]: [^1]",
			"[x[^2]](/y)",
			"\n|[^1]|\n|-|\n",
		];
		const text = Array.from({ length: 30 }, () => scraps[Math.floor(random() * scraps.length)]).join("");
		const html = show(renderMarkdown(text));
		const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
		expect(new Set(ids).size).toBe(ids.length);
		for (const [, target] of html.matchAll(/href="#([^"]+)"/g))
			expect({ text, ids }).toMatchObject({ ids: expect.arrayContaining([target]) });
	}
});

test("numbers of footnotes that were never sent so are not shown", () => {
	const sent: Tree[] = [
		[
			"p",
			null,
			"а",
			["ref", { n: "1", use: 1 }, "x"],
			["ref", { n: 1e9, use: -1 }],
			["note", { n: 1 }, "внутри"],
		],
		["note", { n: "javascript:", uses: 1e9 }, ["p", null, "б"]],
		["note", { n: 1, uses: 1e9 }, "в"],
	];
	const html = show(sent);
	expect(html).toContain("<p>авнутри</p>");
	expect(html.length).toBeLessThan(20_000);
});

test("formulas are MathML, and words of code have classes", () => {
	expect(show(renderMarkdown("$$\n\\frac{1}{x}\n$$"))).toBe(
		'<div class="prose"><span class="formula" tabindex="0" role="group" aria-label="Формула">' +
			'<math display="block"><mfrac><mn>1</mn><mi>x</mi></mfrac></math></span></div>',
	);
	expect(show(renderMarkdown("```js\nlet a\n```"))).toContain(
		'<code><span class="kw">let</span> <span class="fn">a</span>\n</code>',
	);
});
