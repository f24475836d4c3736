import { LiveMarkdown } from "../live/live-markdown.server.ts";
import type { Tree } from "./tree.ts";

/**
 * Renders Markdown to trees, one for each top-level block, and more for a long one. Supports CommonMark, GitHub's
 * tables, tasks, strikethrough and bare links, and formulas; raw HTML is text, images become links, and only links to
 * http, https, mailto and paths of this site are kept.
 */
export const renderMarkdown = (text: string): Tree[] => [...new LiveMarkdown(text).blocks];
