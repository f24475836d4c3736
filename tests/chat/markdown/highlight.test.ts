import { describe, expect, test } from "vitest";
import { highlighterFor } from "../../../app/chat/markdown/highlight/highlight.server.ts";
import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { joined } from "./joined.ts";
import { CODE_SAMPLES } from "./samples/code-samples.ts";

const fenced = (lang: string, code: string) => `\`\`\`${lang}\n${code}\n\`\`\`\n`;
const tokensOf = (tree: Tree | undefined) => (typeof tree === "object" ? (tree.slice(2) as Tree[]) : []);
const textOf = (tree: Tree): string =>
	typeof tree === "string" ? tree : (tree.slice(2) as Tree[]).map(textOf).join("");

describe("the forty commonest languages, and some more, have their words coloured", () => {
	test.each(CODE_SAMPLES)("%s", (lang, code, ...expected) => {
		const [tree] = renderMarkdown(fenced(lang, code));
		const coloured = tokensOf(tree).filter((word) => typeof word !== "string");
		for (const word of expected) expect(coloured).toContainEqual(word);
		expect(textOf(tree ?? "")).toBe(`${code}\n`);
	});

	test("their names are known in any case; what is not known is plain", () => {
		expect(renderMarkdown(fenced("PYTHON", "return"))).toEqual([
			["codeblock", { lang: "PYTHON" }, ["kw", null, "return"], "\n"],
		]);
		for (const lang of ["klingon", "constructor", "__proto__", "toString", "text"]) {
			expect(renderMarkdown(fenced(lang, "return 1"))).toEqual([["codeblock", { lang }, "return 1\n"]]);
		}
	});
});

test("a line that is still being written is plain, and its words get their colours with its end", () => {
	const live = new LiveMarkdown("```js\nconst a");
	expect(live.blocks).toEqual([["codeblock", { lang: "js" }, "const a"]]);
	expect(live.append(" = 1;")).toEqual([{ block: 0, append: " = 1;" }]);
	expect(live.append("\nlet b")).toEqual([
		{
			block: 0,
			set: [
				"codeblock",
				{ lang: "js" },
				["kw", null, "const"],
				" ",
				["fn", null, "a"],
				" = ",
				["num", null, "1"],
				";\nlet b",
			],
		},
	]);
});

test("what is open at the end of a line goes on in the next, also in the rest of a long block", () => {
	const code = `/*${"\nслово слово слово".repeat(60)}\n*/\nlet a`;
	const blocks = renderMarkdown(fenced("ts", code));
	expect(blocks.length).toBeGreaterThan(3);
	const [tree] = joined(blocks);
	const comments = tokensOf(tree).filter((word) => word[0] === "com");
	expect(comments).toHaveLength(62);
	expect(tokensOf(tree).at(-4)).toEqual(["kw", null, "let"]);
});

test("the words of a script in a page and of elements in a script are those of their own language", () => {
	const page = tokensOf(renderMarkdown(fenced("html", "<script>let a = 'x'</script><b>let</b>"))[0]);
	expect(page).toContainEqual(["kw", null, "let"]);
	expect(page.filter((word) => word[0] === "kw" && word[2] === "let")).toHaveLength(1);
	const script = tokensOf(
		renderMarkdown(fenced("jsx", "return <p a='b'>don't {x ? 'y' : <b/>} it's</p>;\nlet z"))[0],
	);
	expect(script.filter((word) => word[0] === "str")).toEqual([
		["str", null, "'b'"],
		["str", null, "'y'"],
	]);
	expect(script).toContainEqual(["kw", null, "let"]);
});

test("a very long line is plain, and what follows is not", () => {
	const [tree] = joined(renderMarkdown(fenced("js", `let a = "${"x".repeat(600)}";\nlet b`)));
	expect(tokensOf(tree).filter((word) => typeof word !== "string")).toEqual([
		["kw", null, "let"],
		["fn", null, "b"],
	]);
});

test.each([
	["bash", "echo $🦔 $HOME"],
	["ruby", "?🦔 + nil"],
	["erlang", "$🦔, ok"],
	["nginx", "set $🦔 1🦔;"],
])("no word ends in the middle of a character: %s", (lang, line) => {
	const highlighter = highlighterFor(lang);
	const trees = highlighter?.line(line, highlighter.start()) ?? [];
	expect(trees.map(textOf).join("")).toBe(line);
	expect(trees.map(textOf).filter((word) => !word.isWellFormed())).toEqual([]);
});

test("a grammar that stumbles or stands still costs colours and not the text", () => {
	for (const [lang] of CODE_SAMPLES) {
		const highlighter = highlighterFor(lang);
		const state = highlighter?.start();
		for (const line of [
			"\u0000\ud800",
			"}}}])>",
			"<<<<<<",
			"\\\\\\\"'`",
			"$$$${{{",
			"  \t ",
			"%%%",
			"*/ -->",
			"```",
		]) {
			const trees = highlighter?.line(line, state) ?? [];
			expect(trees.map(textOf).join("")).toBe(line);
		}
	}
});
