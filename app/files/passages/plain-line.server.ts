import { cutText } from "../../platform/cut-text.server.ts";

/** A passage as one line, without the marks of headings and tables. */
export const plainLine = (text: string): string =>
	text
		.replace(/^#{1,6} /gm, "")
		.replace(/^\|(?: --- \|)+$/gm, "")
		.replace(/\s*\|\s*/g, " ")
		.replace(/\s+/g, " ")
		.trim();

/**
 * A line cut at the end of a word.
 * @param length UTF-16 units at most
 */
export const cutAtWord = (line: string, length: number): string =>
	line.length <= length ? line : `${cutText(line, length).replace(/\s+\S*$/, "")}…`;
