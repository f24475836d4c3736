import type { Tree } from "../../chat/markdown/tree.ts";

const BLOCKS = new Set("p h2 h3 h4 h5 h6 blockquote ul ol li table tr th td codeblock div br hr".split(" "));

/** The words of a formatted text in the order in which they are read, blocks apart. */
export const spoken = (blocks: readonly Tree[]): string =>
	blocks.map(wordsOf).join(" ").replace(/\s+/g, " ").trim();

function wordsOf(tree: Tree): string {
	if (typeof tree === "string") return tree;
	const [tag, , ...children] = tree;
	const words = children.map(wordsOf).join("");
	return BLOCKS.has(tag) ? ` ${words} ` : words;
}
