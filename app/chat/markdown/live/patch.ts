import type { Attributes, Tree } from "../tree/tree.ts";

/**
 * A change of a formatted text: block number `block` is replaced or added, its last text grows, or only the first
 * `truncate` blocks stay.
 */
export type Patch = { block: number; set: Tree } | { block: number; append: string } | { truncate: number };

/** Applies patches. Blocks without a patch stay the same objects, so that they need not be rendered again. */
export function applyPatches(blocks: readonly Tree[], patches: readonly Patch[]): Tree[] {
	const next = [...blocks];
	for (const patch of patches) {
		if ("truncate" in patch) next.length = Math.min(next.length, patch.truncate);
		else if ("set" in patch) next[patch.block] = patch.set;
		else next[patch.block] = lengthen(next[patch.block] ?? "", patch.append);
	}
	return next;
}

/** The patches that turn `before` into `after`. */
export function diffBlocks(before: readonly Tree[], after: readonly Tree[]): Patch[] {
	const patches = after.flatMap((tree, block): Patch[] => {
		const old = before[block];
		const appended = old === undefined ? undefined : growth(old, tree);
		if (appended === undefined) return [{ block, set: tree }];
		return appended === "" ? [] : [{ block, append: appended }];
	});
	if (after.length < before.length) patches.push({ truncate: after.length });
	return patches;
}

/** The tree with its last text, reached by always taking the last child, lengthened. */
export function lengthen(tree: Tree, text: string): Tree {
	if (typeof tree === "string") return tree + text;
	const [tag, attributes, ...children] = tree;
	return [tag, attributes, ...children.slice(0, -1), lengthen(children.at(-1) ?? "", text)];
}

/** The growth of the last text from `before` to `after`; undefined when more than that differs. */
function growth(before: Tree, after: Tree): string | undefined {
	if (before === after) return "";
	if (typeof before === "string" || typeof after === "string") {
		if (typeof before !== "string" || typeof after !== "string" || !after.startsWith(before))
			return undefined;
		return after.slice(before.length);
	}
	if (before.length !== after.length || before[0] !== after[0] || !sameAttributes(before[1], after[1])) {
		return undefined;
	}
	let appended: string | undefined = "";
	for (let i = 2; i < before.length && appended !== undefined; i++) {
		// Only the very last text may differ.
		if (appended !== "") return undefined;
		appended = growth(before[i] as Tree, after[i] as Tree);
	}
	return appended;
}

function sameAttributes(before: Attributes | null, after: Attributes | null): boolean {
	if (before === null || after === null) return before === after;
	const names = Object.keys(before);
	return names.length === Object.keys(after).length && names.every((name) => before[name] === after[name]);
}
