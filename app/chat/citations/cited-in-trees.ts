import type { Tree } from "../markdown/tree/tree.ts";

/** The distinct numbers of passages that formatted text cites, in ascending order. */
export function citedInTrees(blocks: readonly Tree[]): number[] {
	const cited = new Set<number>();
	for (const block of blocks) collect(block, cited);
	return [...cited].sort((a, b) => a - b);
}

function collect(tree: Tree, cited: Set<number>): void {
	if (typeof tree === "string") return;
	if (tree[0] === "cite") cited.add(Number(tree[1]?.n));
	else for (let at = 2; at < tree.length; at++) collect(tree[at] as Tree, cited);
}
