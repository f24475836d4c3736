import { afterEach, describe, expect, test, vi } from "vitest";
import { parser } from "../../../app/chat/markdown/inline/inline-parser.server.ts";
import { LiveMarkdown } from "../../../app/chat/markdown/live/live-markdown.server.ts";
import { applyPatches, diffBlocks, type Patch } from "../../../app/chat/markdown/live/patch.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { extent } from "../../support/extent.ts";
import { joined } from "./joined.ts";
import { CORPUS, SCRAPS } from "./samples/corpus.ts";
import { chop, seededRandom } from "./samples/random.ts";
import { randomAnswer } from "./samples/random-answer.ts";

afterEach(() => vi.restoreAllMocks());

/** As over the wire. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * Streams the pieces and expects after each of them: the blocks are those of the whole text, and every
 * reader, whenever they came, has the same.
 */
function stream(pieces: string[], random: () => number, every = 1): void {
	const live = new LiveMarkdown();
	const readers: Tree[][] = [[]];
	let text = "";
	for (const [at, piece] of pieces.entries()) {
		const patches = sent(live.append(piece));
		text += piece;
		for (const [i, seen] of readers.entries()) readers[i] = applyPatches(seen, patches);
		if (at % every > 0 && at < pieces.length - 1) continue;
		const whole = renderMarkdown(text);
		expect(live.blocks).toEqual(whole);
		for (const seen of readers) expect(seen).toEqual(whole);
		// Somebody comes in the middle, by a stream of their own from here on.
		if (readers.length < 4 && random() < 0.1) readers.push(sent([...new LiveMarkdown(text).blocks]));
	}
}

describe("after every piece the blocks are those of the whole text, for every reader", () => {
	test.each(Object.entries(CORPUS))("%s", (_name, text) => {
		if (text.length < 400) stream([...text], seededRandom(1));
		for (const [seed, longest] of [text.length / 200 + 1, 5, 17, 80].entries()) {
			const random = seededRandom(seed);
			stream(chop(text, longest, random), random, text.length > 1_000 ? extent(12, 1) : 1);
		}
	});

	test("the whole corpus as one text", () => {
		const random = seededRandom(7);
		stream(chop(Object.values(CORPUS).join("\n\n"), 120, random), random);
	});

	test("long answers, of all that models write and with what may go wrong", () => {
		const random = seededRandom(46);
		for (let i = 0; i < extent(20, 60); i++) {
			const text = randomAnswer(random);
			stream(chop(text, [8, 40, 200][i % 3] ?? 8, random), random, 25);
		}
	});

	test("texts thrown together by chance", () => {
		const random = seededRandom(20);
		for (let i = 0; i < extent(100, 300); i++) {
			const length = 2 + Math.floor(random() * 24);
			const text = Array.from({ length }, () => SCRAPS[Math.floor(random() * SCRAPS.length)]).join("");
			stream(chop(text, 7, random), random);
		}
	});
});

test("diffBlocks leads from any state of a text to any later one", () => {
	for (const text of Object.values(CORPUS)) {
		const random = seededRandom(text.length);
		const states = Array.from({ length: 12 }, () => Math.floor(random() * (text.length + 1)))
			.sort((a, b) => a - b)
			.map((end) => renderMarkdown(text.slice(0, end)));
		for (const [i, before] of states.entries()) {
			for (const after of states.slice(i)) {
				expect(applyPatches(before, sent(diffBlocks(before, after)))).toEqual(after);
			}
		}
	}
});

const PARAGRAPH =
	"Чем длиннее срок, тем **ниже платёж**, но выше переплата: [расчёт](https://a.example/x).\n\n";

/** What one piece costs at most, and what all of them send, in characters. */
function costOf(text: string): { most: number; sent: number } {
	const read = vi.spyOn(parser, "parseInline");
	const live = new LiveMarkdown();
	let most = 0;
	let sent = 0;
	for (const piece of chop(text, 12, seededRandom(3))) {
		read.mockClear();
		const patches = JSON.stringify(live.append(piece)).length;
		sent += patches;
		most = Math.max(most, patches, ...read.mock.calls.map(([source]) => source.length));
	}
	read.mockRestore();
	return { most, sent };
}

const LONG: Record<string, (count: number) => string> = {
	paragraphs: (count) => PARAGRAPH.repeat(count),
	"one paragraph": (count) => PARAGRAPH.trim().concat(" ").repeat(count),
	"one paragraph of many lines": (count) => PARAGRAPH.trim().concat("\n").repeat(count),
	"one list": (count) => "- Чем длиннее **срок**, тем ниже платёж\n".repeat(count),
	"one loose list": (count) => "- Чем длиннее **срок**, тем ниже платёж\n\n".repeat(count),
	"a list in a list": (count) => `1. раз\n${"   - Чем длиннее **срок**, тем ниже платёж\n".repeat(count)}`,
	"one table": (count) => `| a | b | c |\n|---|---|--:|\n${"| один **два** | `три` | 123 |\n".repeat(count)}`,
	"one block of code": (count) => `\`\`\`python\n${"def f(x):\n    return x + 1  # c\n".repeat(count)}`,
	"one block of code in an item": (count) =>
		`1. раз\n\n   \`\`\`js\n${"   let a = 1; // два\n".repeat(count)}`,
	"one quote": (count) => "> Чем длиннее **срок**, тем ниже платёж\n".repeat(count),
	"one quote of paragraphs": (count) => `> ${PARAGRAPH.trim()}\n>\n`.repeat(count),
};

describe("a piece costs the same at the end of a long answer as at its beginning", () => {
	test.each(Object.entries(LONG))("%s", (_name, make) => {
		const [short, long] = [costOf(make(20)), costOf(make(200))];
		expect(long.most).toBeLessThan(short.most * 1.3 + 100);
		expect(long.most).toBeLessThan(3_500);
		expect(long.sent).toBeLessThan(short.sent * 13);
	});
});

test("a late definition reads again only the blocks that asked for it", () => {
	const live = new LiveMarkdown(`${PARAGRAPH.repeat(50)}Смотрите [источник].\n\n${PARAGRAPH.repeat(50)}`);
	const read = vi.spyOn(parser, "parseInline");
	const patches = live.append("[источник]: https://b.example/\n");
	expect(read.mock.calls.map(([source]) => source.length)).toEqual([20, PARAGRAPH.length - 2]);
	expect(patches).toEqual([
		{ block: 50, set: ["p", null, "Смотрите ", ["a", { href: "https://b.example/" }, "источник"], "."] },
	] satisfies Patch[]);
});

test("text that only grows is sent as its growth", () => {
	const live = new LiveMarkdown("Раз, два");
	expect(live.append(", три")).toEqual([{ block: 0, append: ", три" }]);
	expect(live.append("\n\n")).toEqual([]);
	expect(live.append("```py\nx")).toEqual([{ block: 1, set: ["codeblock", { lang: "py" }, "x"] }]);
	expect(live.append(" = 1")).toEqual([{ block: 1, append: " = 1" }]);
});

test("the rest of a long block is a tree of its own, which says where it belongs", () => {
	const blocks = renderMarkdown(`> 1. раз\n${">    - пункт, и ещё несколько слов\n".repeat(20)}> 2. два\n`);
	expect(blocks.map((tree) => tree.slice(0, 2))).toEqual([
		["blockquote", null],
		...Array(4).fill(["more", { depth: 3 }]),
		["more", { depth: 1 }],
	]);
	const [whole] = joined(blocks);
	const list = (whole?.[2] ?? []) as Tree[];
	expect(list.slice(2).map((item) => item.length)).toEqual([4, 3]);
	expect((((list[2] as Tree[])[3] ?? []) as Tree[]).slice(2)).toHaveLength(20);
});
