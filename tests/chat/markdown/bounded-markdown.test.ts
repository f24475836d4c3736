import { describe, expect, test } from "vitest";
import { inSteps } from "../../../app/chat/markdown/highlight/in-steps.server.ts";
import {
	BoundedMarkdown,
	type DisplayLimits,
} from "../../../app/chat/markdown/live/bounded-markdown.server.ts";
import { applyPatches } from "../../../app/chat/markdown/live/patch.ts";
import { renderMarkdown } from "../../../app/chat/markdown/tree/render.server.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";
import { elementsIn } from "../../../app/chat/markdown/tree/tree-size.ts";
import { chop, seededRandom } from "./samples/random.ts";
import { randomAnswer } from "./samples/random-answer.ts";

const plainOf = (blocks: readonly Tree[]) => {
	const last = blocks.at(-1);
	return typeof last === "object" && last[0] === "plain" ? last : undefined;
};
const elements = (blocks: readonly Tree[]) => blocks.reduce((count, tree) => count + elementsIn(tree), 0);
const characters = (tree: Tree): number =>
	typeof tree === "string"
		? tree.length
		: (tree.slice(2) as Tree[]).reduce((count, child) => count + characters(child), 0);

const SMALL: DisplayLimits[] = [
	{ formatted: 400, line: 50, elements: 1_000, plain: 300 },
	{ formatted: 100_000, line: 50, elements: 20, plain: 300 },
	{ formatted: 900, line: 10, elements: 15, plain: 100_000 },
	{ formatted: 0, line: 0, elements: 0, plain: 100 },
];

describe("what a page can bear of an answer", () => {
	test("a character that comes in two halves is whole", () => {
		const bounded = new BoundedMarkdown("ё\ud83d");
		bounded.append("\ude00!");
		expect(bounded.blocks).toEqual(new BoundedMarkdown("ё\ud83d\ude00!").blocks);
	});

	test("is all of one that is not too long", () => {
		const random = seededRandom(3);
		for (let i = 0; i < 10; i++) {
			const text = randomAnswer(random);
			expect(new BoundedMarkdown(text).blocks).toEqual(renderMarkdown(text));
		}
	});

	test.each(SMALL)("is the same live, in steps and as a whole: %j", (limits) => {
		const random = seededRandom(5);
		for (let i = 0; i < 12; i++) {
			const text = `${randomAnswer(random)}\n\n[label]: /x\r\n\r\n${randomAnswer(random)} 😀`;
			const live = new BoundedMarkdown("", limits);
			let read: Tree[] = [];
			let written = "";
			for (const piece of chop(text, 60, random)) {
				read = applyPatches(read, live.append(piece));
				written += piece;
				if (random() < 0.9) continue;
				expect(read).toEqual(new BoundedMarkdown(written, limits).blocks);
			}
			expect(read).toEqual(live.blocks);
			const steps = BoundedMarkdown.reading(text, limits);
			let step = steps.next();
			while (!step.done) step = steps.next();
			expect(step.value.blocks).toEqual(read);
		}
	});

	test("ends with its source where there are too many elements: a list, a table, formulas, code, emphasis", () => {
		for (const line of [
			"- a\n",
			"| a | b | c |\n",
			"$x_1^2$ ",
			"*a* ",
			"> - a\n",
			"# a\n",
			"a\n\n",
			"```js\nlet a = 1\n```\n",
		]) {
			const head = line.startsWith("|") ? "| a | b | c |\n|---|---|---|\n" : "";
			const text = head + line.repeat(5_000);
			const { blocks } = new BoundedMarkdown(text);
			expect(elements(blocks)).toBeLessThan(3_000);
			expect(elements(blocks)).toBeGreaterThan(1_500);
			const source = plainOf(blocks)?.[2] as string;
			expect(text.replace(/\n$/, "")).toContain(source.slice(0, 1_000));
			expect(text.startsWith(source.slice(0, 200), text.length - source.length)).toBe(true);
		}
	});

	test("of a megabyte is its beginning, and says that it was cut", () => {
		const text = "Слово за словом, и так без конца.\n".repeat(30_000);
		const { blocks } = new BoundedMarkdown(text);
		const plain = plainOf(blocks);
		expect(plain?.[1]).toEqual({ cut: true });
		const shown = blocks.reduce((count, tree) => count + characters(tree), 0);
		expect(shown).toBeGreaterThan(295_000);
		expect(shown).toBeLessThan(303_000);
	});

	test("of a line without end does not divide a character", () => {
		for (const start of ["", "a"]) {
			const { blocks } = new BoundedMarkdown(start + "😀".repeat(200_000));
			expect(JSON.stringify(blocks).isWellFormed()).toBe(true);
			expect(JSON.stringify(blocks)).not.toMatch(/\\ud/);
		}
	});

	test("does not grow without end while it is written", () => {
		const live = new BoundedMarkdown();
		let sent = 0;
		for (let i = 0; i < 400; i++)
			sent += JSON.stringify(live.append("Ещё одна строка.\n".repeat(100))).length;
		expect(JSON.stringify(live.blocks).length).toBeLessThan(400_000);
		expect(sent).toBeLessThan(3_000_000);
		expect(live.append("ещё")).toEqual([]);
	});
});

test("work in steps gives a turn to everything else after each of them", async () => {
	let turns = 0;
	const text = "- **слово** за словом\n".repeat(4_000);
	const bounded = await inSteps(BoundedMarkdown.reading(text), async () => {
		turns++;
	});
	expect(bounded.blocks).toEqual(new BoundedMarkdown(text).blocks);
	expect(turns).toBeGreaterThan(20);
});
