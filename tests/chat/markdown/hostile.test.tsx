import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { LiveMarkdown } from "../../../app/chat/markdown/live-markdown.server.ts";
import { renderMarkdown } from "../../../app/chat/markdown/render.server.ts";
import { ALLOWED, isAllowedHref, type Tree } from "../../../app/chat/markdown/tree.ts";
import { TreeView } from "../../../app/chat/markdown/tree-view.tsx";
import { ATTACKS } from "../../support/markdown-attacks.ts";
import { chop, seededRandom } from "./random.ts";

function elements(trees: readonly Tree[]): Exclude<Tree, string>[] {
	return trees.flatMap((tree) => {
		if (typeof tree === "string") return [];
		const [, , ...children] = tree;
		return [tree, ...elements(children)];
	});
}

const LABELS = { copy: "Скопировать", copied: "Скопировано", code: "Код" };
const htmlOf = (blocks: readonly Tree[]) =>
	renderToStaticMarkup(<TreeView blocks={blocks} labels={LABELS} />);

/** The tags of a piece of HTML, with the attributes they bear. */
const tagsOf = (html: string) => html.match(/<[^>]+>/g) ?? [];

describe.each(ATTACKS)("security 44: %j", (markdown) => {
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
					/<(?:script|style|iframe|img|svg onload|object|embed|link|meta|base|form|math)\b/i,
				);
				expect(tag.replace(/="[^"]*"/g, "")).not.toMatch(
					/\s(?:on\w+|style|src|srcset|srcdoc|action|formaction)\b/i,
				);
				expect(tag).not.toMatch(/href="(?!https?:\/\/[^/]|mailto:|\/(?![/\\]))/i);
				if (/href="(?:http|mailto)/i.test(tag)) {
					expect(tag).toContain('target="_blank" rel="noopener noreferrer nofollow ugc"');
				}
			}
		}
	});
});

const nested = (depth: number) => Array.from({ length: depth }, (_, i) => `${"  ".repeat(i)}- x\n`).join("");
const ENDLESS: Record<string, string> = {
	"open brackets": "[".repeat(50_000),
	"open pictures": "![".repeat(25_000),
	"links in links": `${"[".repeat(5_000)}a${"](x)".repeat(5_000)}`,
	"link openings": "[a](".repeat(12_000),
	asterisks: "*".repeat(50_000),
	"underscores and asterisks": "*_".repeat(25_000),
	"openers of emphasis": `${"**a ".repeat(8_000)}${"a** ".repeat(8_000)}`,
	strikethrough: "~~a".repeat(16_000),
	backticks: Array.from({ length: 300 }, (_, i) => `${"`".repeat(i)}x`).join(""),
	"quotes in quotes": `${"> ".repeat(1_000)}x\nи дальше`,
	"lists in lists": `${"- ".repeat(1_000)}x\n\nи дальше`,
	"deep lists": `${nested(300)}\nи дальше`,
	"lists in quotes": `${"> - ".repeat(500)}x\n\nи дальше`,
	"angle brackets": "<a@".repeat(16_000),
	addresses: "www.".repeat(12_000),
	cells: `${"|a".repeat(20_000)}|\n${"|-".repeat(20_000)}|\n`,
	definitions: Array.from({ length: 2_000 }, (_, i) => `[a${i}]\n\n[a${i}]: /x\n`).join("\n"),
	"a title that never closes": `[x]: y "${"a\n".repeat(20_000)}`,
	"empty items": "-\n\n".repeat(15_000),
	spaces: `${" ".repeat(50_000)}a`,
};

// Time is for the table of measurements; here a text that hangs or overflows the stack is caught.
describe("a hostile text ends, and nothing after it is lost", () => {
	test.each(Object.entries(ENDLESS))("%s", { timeout: 10_000 }, (_name, markdown) => {
		const blocks = renderMarkdown(markdown);
		const json = JSON.stringify(blocks);
		expect(htmlOf(JSON.parse(json))).not.toBe("");
		if (markdown.endsWith("и дальше")) expect(json).toContain("и дальше");
	});

	test("what is made of it is nowhere deep: JSON, React and the browser go down by recursion", () => {
		const depth = (tree: Tree): number =>
			typeof tree === "string" ? 0 : 1 + Math.max(0, ...tree.slice(2).map((child) => depth(child as Tree)));
		for (const markdown of [...Object.values(ENDLESS), `${"*a ".repeat(2_500)}${"b* ".repeat(2_500)}`]) {
			for (const tree of renderMarkdown(markdown)) {
				if (typeof tree === "string" || tree.length < 10_000) expect(depth(tree)).toBeLessThan(70);
			}
		}
	});

	test("its end is the same when it comes in pieces", { timeout: 20_000 }, () => {
		for (const markdown of Object.values(ENDLESS)) {
			const live = new LiveMarkdown();
			for (const piece of chop(markdown, 12_000, seededRandom(1))) live.append(piece);
			expect(JSON.stringify(live.blocks)).toBe(JSON.stringify(renderMarkdown(markdown)));
		}
	});
});
