import { describe, expect, test } from "vitest";
import { applyPatches, diffBlocks } from "../../../app/chat/markdown/live/patch.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";

const paragraph = (...children: Tree[]): Tree => ["p", null, ...children];

describe("applyPatches", () => {
	const blocks = [paragraph("раз"), paragraph("два ", ["em", null, "три"]), paragraph("четыре")];

	test("sets, adds, appends to the deepest last text, truncates, in the order of the patches", () => {
		const after = applyPatches(blocks, [
			{ block: 0, set: ["h2", null, "Раз"] },
			{ block: 1, append: "надцать" },
			{ truncate: 2 },
			{ block: 2, set: ["hr", null] },
		]);
		expect(after).toEqual([["h2", null, "Раз"], paragraph("два ", ["em", null, "тринадцать"]), ["hr", null]]);
	});

	test("changes nothing it was given, and leaves the other blocks the same objects", () => {
		const copy = structuredClone(blocks);
		const after = applyPatches(blocks, [{ block: 1, append: "!" }]);
		expect(blocks).toEqual(copy);
		expect(after[0]).toBe(blocks[0]);
		expect(after[1]).not.toBe(blocks[1]);
		expect(after[2]).toBe(blocks[2]);
	});

	test("a truncation does not lengthen", () => {
		expect(applyPatches(blocks, [{ truncate: 9 }])).toEqual(blocks);
		expect(applyPatches(blocks, [{ truncate: 0 }])).toEqual([]);
	});
});

describe("diffBlocks", () => {
	test.each<[string, Tree, Tree, string | undefined]>([
		["the last text has appended", paragraph("а"), paragraph("аб"), "б"],
		[
			"the last text of the last child has appended",
			paragraph("а", ["em", null, "б"]),
			paragraph("а", ["em", null, "бв"]),
			"в",
		],
		[
			"an earlier text has appended",
			paragraph("а", ["br", null], "б"),
			paragraph("ав", ["br", null], "б"),
			undefined,
		],
		["a child was added", paragraph("а"), paragraph("а", ["br", null]), undefined],
		[
			"a text was added after an element",
			paragraph("а", ["br", null]),
			paragraph("а", ["br", null], "б"),
			undefined,
		],
		["an attribute is another", ["a", { href: "/a" }, "а"], ["a", { href: "/b" }, "аб"], undefined],
		["the element is another", ["p", null, "а"], ["h2", null, "аб"], undefined],
		["the text got shorter", paragraph("аб"), paragraph("а"), undefined],
	])("%s", (_name, before, after, append) => {
		const expected = append === undefined ? { block: 0, set: after } : { block: 0, append };
		expect(diffBlocks([before], [after])).toEqual([expected]);
	});

	test("what is the same is not sent", () => {
		expect(diffBlocks([paragraph("а"), ["hr", null]], [paragraph("а"), ["hr", null]])).toEqual([]);
	});

	test("fewer blocks are a truncation", () => {
		expect(diffBlocks([paragraph("а"), paragraph("б")], [paragraph("а")])).toEqual([{ truncate: 1 }]);
	});
});
