import type { Tree } from "../tree/tree.ts";

/** A block, or the rest of one, and at each depth of its last children their continuations. */
export type Grown = { tree: Tree; more: Grown[][] };

/** The blocks with their continuations: a tree `more` belongs to the block before it. */
export function gather(blocks: readonly Tree[]): Grown[] {
	const all: Grown[] = [];
	/** The open last children at this depth and below, the deepest last. */
	let open: { grown: Grown; depth: number }[] = [];
	for (const tree of blocks) {
		const grown: Grown = { tree, more: [] };
		const depth = depthOf(tree);
		while (open.length > 1 && (open.at(-1)?.depth ?? 0) > depth) open.pop();
		const owner = open.at(-1);
		if (typeof tree === "string" || tree[0] !== "more" || !owner || typeof owner.grown.tree === "string") {
			all.push(grown);
			open = [{ grown, depth: 0 }];
			continue;
		}
		const at = depth - owner.depth;
		while (owner.grown.more.length <= at) owner.grown.more.push([]);
		owner.grown.more[at]?.push(grown);
		open.push({ grown, depth: depth + 1 });
	}
	return all;
}

const depthOf = (tree: Tree) => {
	const depth = typeof tree === "string" ? 0 : Number(tree[1]?.depth);
	return Number.isInteger(depth) && depth >= 0 && depth < 100 ? depth : 0;
};

/** Whether they show the same: an unchanged tree is the same object. */
export function isSame(one: Grown, other: Grown): boolean {
	return (
		one.tree === other.tree &&
		one.more.length === other.more.length &&
		one.more.every((parts, i) => {
			const others = other.more[i];
			return (
				parts.length === others?.length &&
				parts.every((part, k) => {
					const counterpart = others[k];
					return counterpart !== undefined && isSame(part, counterpart);
				})
			);
		})
	);
}
