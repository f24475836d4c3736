import { expect, test } from "vitest";
import { isSame, type JoinedBlock, joinBlocks } from "../../../app/chat/markdown/live/join-blocks.ts";
import type { Tree } from "../../../app/chat/markdown/tree/tree.ts";

const quote: Tree = ["blockquote", null, ["ul", null, ["li", null, "а"]]];
const item: Tree = ["more", { depth: 1 }, ["li", null, "б"]];
const paragraph: Tree = ["more", { depth: 0 }, ["p", null, "в"]];

const only = (...blocks: Tree[]): JoinedBlock => {
	const [joined, ...others] = joinBlocks(blocks);
	expect(others).toEqual([]);
	return joined as JoinedBlock;
};

test("a rest stands at its depth below the block, or below another rest", () => {
	const inner: Tree = ["more", { depth: 2 }, "г"];
	const joined = only(quote, item, inner, paragraph);
	expect(joined.more.map((rests) => rests.map(({ tree }) => tree))).toEqual([[paragraph], [item]]);
	expect(joined.more[1]?.[0]?.more[0]?.[0]?.tree).toBe(inner);
});

test("it is the same as long as all of its trees are the same objects", () => {
	expect(isSame(only(quote, item), only(quote, item))).toBe(true);
	expect(isSame(only(quote, item), only(quote, structuredClone(item)))).toBe(false);
	expect(isSame(only(quote), only(quote, item))).toBe(false);
	expect(isSame(only(quote, item), only(quote, item, paragraph))).toBe(false);
	expect(isSame(only(quote, item, paragraph), only(quote, item))).toBe(false);
	expect(isSame(only(quote, item), only(quote, item, item))).toBe(false);
});
