import { expect, test } from "vitest";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";

test.each<[string, string, Tree[]]>([
	[
		"headings begin with the second",
		"# Раз\n\nДва\n---\n\n###### Шесть",
		[
			["h2", null, "Раз"],
			["h3", null, "Два"],
			["h6", null, "Шесть"],
		],
	],
	[
		"emphasis",
		"*а* **б** ~~в~~ `г`",
		[
			[
				"p",
				null,
				["em", null, "а"],
				" ",
				["strong", null, "б"],
				" ",
				["s", null, "в"],
				" ",
				["code", null, "г"],
			],
		],
	],
	["strings side by side are one", "а \\* &amp; <b>б</b>\nв", [["p", null, "а * & <b>б</b>\nв"]]],
	["a hard break", "а  \nб\\\nв", [["p", null, "а", ["br", null], "б", ["br", null], "в"]]],
	["a tight list", "- а\n- б", [["ul", null, ["li", null, "а"], ["li", null, "б"]]]],
	[
		"a loose list",
		"3. а\n\n4. б",
		[["ol", { start: 3 }, ["li", null, ["p", null, "а"]], ["li", null, ["p", null, "б"]]]],
	],
	[
		"a quote and a rule",
		"> а\n\n---",
		[
			["blockquote", null, ["p", null, "а"]],
			["hr", null],
		],
	],
	["code with its language", "```Python {.x}\nа < б\n```", [["codeblock", { lang: "Python" }, "а < б\n"]]],
	[
		"code without a language",
		"    а\n\n```\nб",
		[
			["codeblock", null, "а\n"],
			["codeblock", null, "б"],
		],
	],
	["NUL and line ends", "а\0б\r\nв\rг", [["p", null, "а\ufffdб\nв\nг"]]],
])("%s", (_name, markdown, blocks) => {
	expect(renderMarkdown(markdown)).toEqual(blocks);
});

test("a table scrolls by itself and keeps its alignment", () => {
	expect(renderMarkdown("| а | б | в |\n|---|:-:|--:|\n| 1 | 2 |\n")).toEqual([
		[
			"div",
			{ class: "tbl", "aria-label": "Таблица 1: а, б, в" },
			[
				"table",
				null,
				[
					"thead",
					null,
					[
						"tr",
						null,
						["th", { scope: "col" }, "а"],
						["th", { scope: "col", class: "c" }, "б"],
						["th", { scope: "col", class: "r" }, "в"],
					],
				],
				["tbody", null, ["tr", null, ["td", null, "1"], ["td", { class: "c" }, "2"], ["td", { class: "r" }]]],
			],
		],
	]);
});

test("tasks", () => {
	const box = (done: boolean): Tree => [
		"input",
		done
			? { type: "checkbox", disabled: true, checked: true, "aria-label": "Выполнено" }
			: { type: "checkbox", disabled: true, "aria-label": "Не выполнено" },
	];
	expect(renderMarkdown("- [ ] а\n- [x] *б*\n- [x]в\n- \\[x] г")).toEqual([
		[
			"ul",
			null,
			["li", { class: "task" }, box(false), "а"],
			["li", { class: "task" }, box(true), ["em", null, "б"]],
			["li", null, "[x]в"],
			["li", null, "[x] г"],
		],
	]);
	expect(renderMarkdown("1. [X] а\n\n   б")).toEqual([
		["ol", null, ["li", { class: "task" }, ["p", null, box(true), "а"], ["p", null, "б"]]],
	]);
});

test("links to other sites, by mail and within this one; bare ones with a scheme or www", () => {
	const links = (markdown: string) => JSON.stringify(renderMarkdown(markdown)).match(/"href":"[^"]*"/g);
	expect(
		links(
			"[а](https://a.example) <anna@pochta.ru> [б](/FAQ#start) https://пример.рф/я www.b.example c@d.example",
		),
	).toEqual([
		'"href":"https://a.example"',
		'"href":"mailto:anna@pochta.ru"',
		'"href":"/FAQ#start"',
		'"href":"https://xn--e1afmkfd.xn--p1ai/%D1%8F"',
		'"href":"http://www.b.example"',
		'"href":"mailto:c@d.example"',
	]);
	expect(links("main.py README.md example.com //a.example ftp://a.example")).toBeNull();
});

test("a picture is a link to it, and in a link only its words", () => {
	expect(renderMarkdown('![Вид *сверху*](https://a.example/1.png "Двор")')).toEqual([
		["p", null, ["a", { href: "https://a.example/1.png", title: "Двор" }, "Вид сверху"]],
	]);
	expect(renderMarkdown("![](https://a.example/1.png)")).toEqual([
		["p", null, ["a", { href: "https://a.example/1.png" }, "https://a.example/1.png"]],
	]);
	expect(renderMarkdown("[![вид](https://a.example/1.png)](/FAQ)")).toEqual([
		["p", null, ["a", { href: "/FAQ" }, "вид"]],
	]);
});
