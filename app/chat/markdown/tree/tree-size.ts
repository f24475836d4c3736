import type { Tree } from "./tree.ts";

/** A code block is a figure with a bar, a name, a button with its icon, and the code. */
const OF_CODE = 9;
/** A citation is a link with its two brackets. */
const OF_CITATION = 3;

/** The number of elements that a tree adds to a page. */
export function elementsIn(tree: Tree): number {
	if (typeof tree === "string") return 0;
	let count = tree[0] === "codeblock" ? OF_CODE : tree[0] === "cite" ? OF_CITATION : 1;
	for (let at = 2; at < tree.length; at++) count += elementsIn(tree[at] as Tree);
	return count;
}

/** Its approximate size in bytes of memory: arrays and strings have a header each, and a character two bytes. */
export function bytesIn(tree: Tree): number {
	if (typeof tree === "string") return 24 + tree.length * 2;
	let bytes = tree[1] ? 120 : 48;
	for (let at = 2; at < tree.length; at++) bytes += bytesIn(tree[at] as Tree) + 8;
	return bytes;
}
