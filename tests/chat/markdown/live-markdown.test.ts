import { afterEach, describe, expect, test, vi } from "vitest";
import { parser } from "../../../app/chat/markdown/inline-parser.server.ts";
import { LiveMarkdown } from "../../../app/chat/markdown/live-markdown.server.ts";
import { applyPatches, diffBlocks, type Patch } from "../../../app/chat/markdown/patch.ts";
import { renderMarkdown } from "../../../app/chat/markdown/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree.ts";
import { CORPUS, SCRAPS } from "./corpus.ts";
import { chop, seededRandom } from "./random.ts";

afterEach(() => vi.restoreAllMocks());

/** As over the wire. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * Streams the pieces and expects after each of them: the blocks are those of the whole text, and every
 * reader, whenever they came, has the same.
 */
function stream(pieces: string[], random: () => number): void {
	const live = new LiveMarkdown();
	const readers: Tree[][] = [[]];
	let text = "";
	for (const piece of pieces) {
		const patches = sent(live.append(piece));
		text += piece;
		const whole = renderMarkdown(text);
		expect(live.blocks).toEqual(whole);
		for (const [i, seen] of readers.entries()) readers[i] = applyPatches(seen, patches);
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
			stream(chop(text, longest, random), random);
		}
	});

	test("the whole corpus as one text", () => {
		const random = seededRandom(7);
		stream(chop(Object.values(CORPUS).join("\n\n"), 120, random), random);
	});

	test("texts thrown together by chance", () => {
		const random = seededRandom(20);
		for (let i = 0; i < 300; i++) {
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

function countRead(paragraphs: number): { most: number; all: number; text: number } {
	const read = vi.spyOn(parser, "parseInline");
	const live = new LiveMarkdown();
	const text = PARAGRAPH.repeat(paragraphs);
	for (const piece of chop(text, 12, seededRandom(3))) live.append(piece);
	const lengths = read.mock.calls.map(([source]) => source.length);
	read.mockRestore();
	return { most: Math.max(...lengths), all: lengths.reduce((a, b) => a + b, 0), text: text.length };
}

test("a piece costs the last two blocks, however long the answer is", () => {
	const short = countRead(10);
	const long = countRead(200);
	expect(long.most).toBeLessThanOrEqual(PARAGRAPH.length * 2 + 12);
	expect(long.all / long.text).toBeLessThan((short.all / short.text) * 1.3);
});

test("a late definition reads again only the blocks that asked for it", () => {
	const live = new LiveMarkdown(`${PARAGRAPH.repeat(50)}Смотрите [источник].\n\n${PARAGRAPH.repeat(50)}`);
	const read = vi.spyOn(parser, "parseInline");
	const patches = live.append("[источник]: https://b.example/\n");
	const lengths = read.mock.calls.map(([source]) => source.length);
	expect(Math.max(...lengths)).toBeLessThanOrEqual(PARAGRAPH.length * 3);
	expect(lengths).toHaveLength(2);
	expect(patches).toEqual([
		{ block: 50, set: ["p", null, "Смотрите ", ["a", { href: "https://b.example/" }, "источник"], "."] },
	] satisfies Patch[]);
});

test("text that only grows is sent as its growth", () => {
	const live = new LiveMarkdown("Раз, два");
	expect(live.append(", три")).toEqual([{ block: 0, append: ", три" }]);
	expect(live.append("\n\n")).toEqual([]);
	expect(live.append("```py\nx")).toEqual([{ block: 1, set: ["codeblock", { lang: "py" }, "x"] }]);
	expect(live.append(" = 1\n")).toEqual([{ block: 1, append: " = 1\n" }]);
});
