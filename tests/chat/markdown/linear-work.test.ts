import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { extent } from "../../support/extent.ts";

/** Characters that the readers of definitions and of the text in blocks are given. */
const work = vi.hoisted(() => ({ characters: 0 }));

vi.mock("../../../app/chat/markdown/blocks/definitions.server.ts", async (original) => {
	const real = await original<typeof import("../../../app/chat/markdown/blocks/definitions.server.ts")>();
	return {
		...real,
		parseDefinition(text: string, from: number) {
			work.characters += text.length;
			return real.parseDefinition(text, from);
		},
		hopeOf(text: string, base: number, last: number, complete: boolean) {
			work.characters += text.length;
			return real.hopeOf(text, base, last, complete);
		},
	};
});

const { parser } = await import("../../../app/chat/markdown/inline/inline-parser.server.ts");
const { LiveMarkdown } = await import("../../../app/chat/markdown/live/live-markdown.server.ts");
const { renderMarkdown } = await import("../../../app/chat/markdown/tree/render.server.ts");

beforeEach(() => {
	work.characters = 0;
	const read = parser.inline.tokenize;
	vi.spyOn(parser.inline, "tokenize").mockImplementation((state) => {
		// It calls itself for the words of a link, with all of the text around them.
		work.characters += state.posMax - state.pos;
		read.call(parser.inline, state);
	});
});
afterEach(() => vi.restoreAllMocks());

const repeat = (scrap: string) => (size: number) =>
	scrap.repeat(Math.ceil(size / scrap.length)).slice(0, size);
const lines = (line: (i: number) => string) => (size: number) => {
	let text = "";
	for (let i = 0; text.length < size; i++) text += line(i);
	return text;
};

/** Texts that would like to cost more than their length, of any length. */
const HOSTILE: Record<string, (size: number) => string> = {
	definitions: lines((i) => `[a${i}]: /x\n`),
	"definitions with titles": lines((i) => `[a${i}]: /x "t"\n`),
	"definitions in a quote": lines((i) => `> [a${i}]: /x\n`),
	"definitions in a list": lines((i) => `- [a${i}]: /x\n`),
	"a definition that never ends": (size) => `[x]: y "${"a\n".repeat(size / 2)}`,
	"titles that never end": repeat(`[x]: y "${"a\n".repeat(1_400)}\n`),
	"titles that end badly": repeat(`[x]: y "${'"b\n'.repeat(1_400)}\n`),
	"labels that never end": repeat(`[${"a\n".repeat(1_400)}\n`),
	"labels before their definitions": (size) =>
		lines((i) => `[a${i}]\n\n`)(size / 2) + lines((i) => `[a${i}]: /x\n`)(size / 2),
	"backticks of growing length": lines((i) => `${"`".repeat(i)}x`),
	"brackets in brackets": (size) => `${"[".repeat(size / 2)}${"](a)".repeat(size / 8)}`,
	"pictures in pictures": (size) => `${"![".repeat(size / 6)}${"](a)".repeat(size / 6)}`,
	"emphasis in emphasis": (size) => `${"*a ".repeat(size / 6)}${"b* ".repeat(size / 6)}`,
	"rows of a table": (size) => `a|b\n-|-\n${repeat("*a|b_\n")(size)}`,
	"columns of a table": (size) => `${repeat("|a")(size / 2)}|\n${repeat("|-")(size / 2)}|\n`,
	"deep quotes": repeat(`${"> ".repeat(24)}a\n`),
	"deep lists": lines((i) => `${"  ".repeat(i % 50)}- x\n`),
	...Object.fromEntries(
		[
			...["*a_ ", "*a **b ", "a* *b ", "*_", "***a_ ", "~a ~~b ", "~~a", "_a ", "**"],
			...["[", "![", "[a](", "[a][", "[[a](b)](", "[a](b 'c ", "](", "[a]", "[a](<", "\\["],
			...["`a", "``a ", "<", "<a@", "<http://", "&", "&amp;", "$a ", "$$a ", "\\(a ", "$x$ ", "!"],
			...["http://a.b ", "http://", "www.", "www.a.b ", "a@b.c ", "mailto:", "("],
			...["a\n", "a\\\n", "- a\n\n", "- [ ] a\n", "a|b\n-|-\n\n", "# a\n", "```\na\n```\n"],
		].map((scrap) => [JSON.stringify(scrap), repeat(scrap)]),
	),
};

function workOf(text: string): number {
	work.characters = 0;
	renderMarkdown(text);
	return work.characters;
}

/** Letters. A step may do 80 000, so the longest have to be more work than that. */
const LENGTH = extent(5_000, 10_000);

describe("twice the text is twice the work, and little of it", () => {
	test.each(Object.entries(HOSTILE))("%s", (_name, make) => {
		const [once, twice] = [make(LENGTH), make(2 * LENGTH)];
		const before = workOf(once);
		const after = workOf(twice);
		expect(after).toBeLessThan(before * 2.2 + 2_000);
		expect(after).toBeLessThan(twice.length * 8);
	});
});

describe("a text that is read in steps", () => {
	test.each(Object.entries(HOSTILE))("is the same, and no step has much to do: %s", (_name, make) => {
		const text = make(4 * LENGTH);
		const steps = LiveMarkdown.reading(text);
		let most = 0;
		for (;;) {
			work.characters = 0;
			const { done, value } = steps.next();
			most = Math.max(most, work.characters);
			if (!done) continue;
			expect(value.blocks).toEqual(renderMarkdown(text));
			break;
		}
		expect(most).toBeLessThan(80_000);
	});
});
