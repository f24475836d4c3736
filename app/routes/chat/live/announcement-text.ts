import type { Tree } from "../../../chat/markdown/tree/tree.ts";

const BLOCKS = new Set(
	"p h2 h3 h4 h5 h6 blockquote ul ol li table tr th td codeblock plain div br hr note".split(" "),
);

/** The maximum length: a quarter of an hour of speech; beyond it the user reads the page. */
const LONGEST = 15_000;

/** The plain text of formatted text in reading order, blocks separated; of a long one the beginning. */
export function announcementText(blocks: readonly Tree[]): string {
	let text = "";
	for (const tree of blocks) {
		if (text.length > LONGEST) break;
		text += ` ${plainText(tree)}`;
	}
	return text
		.replace(/\s*\uE000/g, "")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, LONGEST);
}

function plainText(tree: Tree): string {
	if (typeof tree === "string") return tree;
	const [tag, , ...children] = tree;
	// The number of a footnote or of a source is no word of the sentence: a mark, which goes with the space before it.
	if (tag === "ref" || tag === "cite") return "\uE000";
	const text = children.map(plainText).join("");
	return BLOCKS.has(tag) ? ` ${text} ` : text;
}
