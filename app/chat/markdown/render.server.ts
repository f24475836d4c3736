import { normalize, parseBlocks } from "./parse-blocks.server.ts";
import type { Tree } from "./tree.ts";

/**
 * Markdown to trees, one for each top-level block. Understands CommonMark and GitHub's tables, tasks,
 * strikethrough and bare links; raw HTML stays text, images become links, and of links only http,
 * https, mailto and paths of this site are left.
 */
export function renderMarkdown(text: string): Tree[] {
	return parseBlocks(normalize(text)).blocks.map(({ tree }) => tree);
}
