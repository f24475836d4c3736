import type { Tree } from "../tree/tree.ts";

/** A block, or the rest of one, and at each depth of its last children their continuations. */
export type JoinedBlock = { tree: Tree; more: JoinedBlock[][] };

/** The blocks with their continuations: a tree `more` belongs to the block before it. */
export function joinBlocks(blocks: readonly Tree[]): JoinedBlock[] {
	const all: JoinedBlock[] = [];
	/** The open last children at this depth and below, the deepest last. */
	let open: { joined: JoinedBlock; depth: number }[] = [];
	for (const tree of blocks) {
		const joined: JoinedBlock = { tree, more: [] };
		const depth = depthOf(tree);
		while (open.length > 1 && (open.at(-1)?.depth ?? 0) > depth) open.pop();
		const owner = open.at(-1);
		if (typeof tree === "string" || tree[0] !== "more" || !owner || typeof owner.joined.tree === "string") {
			all.push(joined);
			open = [{ joined, depth: 0 }];
			continue;
		}
		const at = depth - owner.depth;
		while (owner.joined.more.length <= at) owner.joined.more.push([]);
		owner.joined.more[at]?.push(joined);
		open.push({ joined, depth: depth + 1 });
	}
	return all;
}

const depthOf = (tree: Tree) => {
	const depth = typeof tree === "string" ? 0 : Number(tree[1]?.depth);
	return Number.isInteger(depth) && depth >= 0 && depth < 100 ? depth : 0;
};

/** Whether they show the same: an unchanged tree is the same object. */
export function isSame(one: JoinedBlock, other: JoinedBlock): boolean {
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
