import { LiveMarkdown } from "../live/live-markdown.server.ts";
import type { Tree } from "./tree.ts";

/**
 * Markdown to trees, one for each top-level block, and more for a long one. Understands CommonMark,
 * GitHub's tables, tasks, strikethrough and bare links, and formulas; raw HTML stays text, images become
 * links, and of links only http, https, mailto and paths of this site are left.
 */
export const renderMarkdown = (text: string): Tree[] => [...new LiveMarkdown(text).blocks];
