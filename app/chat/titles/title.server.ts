import { cutText } from "../../platform/cut-text.server.ts";

const TITLE_LENGTH = 60;

/** A conversation's first title: the beginning of its first prompt, cut at a word. */
export function titleFrom(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	if (line.length <= TITLE_LENGTH) return line;
	const cut = cutText(line, TITLE_LENGTH);
	const atWord = cut.replace(/\s+\S*$/, "");
	return `${(atWord.length > TITLE_LENGTH / 2 ? atWord : cut).trimEnd()}…`;
}
