import MarkdownIt, { type Env, type StateInline } from "markdown-it";
import { linkMail, readAddress, readText } from "./address-rules.server.ts";
import { readCitation, readCitationBeforeParenthesis } from "./citation-rules.server.ts";
import { readFormula } from "./formula-rules.server.ts";
import { readNote } from "./note-rules.server.ts";
import type { Reading } from "./reading.ts";
import { finishStrike, readStrike } from "./strike-rules.server.ts";

/** A document's link definitions, `[label]: href "title"`, by normalised label. */
export type References = NonNullable<Env["references"]>;

/**
 * The inline parser: CommonMark with strikethrough, bare links and formulas. Raw HTML is text. Bare links need a
 * scheme or `www.`: otherwise every `main.py` and `README.md` would be a link to an unrelated site.
 */
export const parser = new MarkdownIt({ html: false, maxNesting: 32 });
parser.inline.ruler.at("text", readText);
parser.inline.ruler.at("linkify", readAddress);
parser.core.ruler.at("linkify", linkMail);
parser.inline.ruler.before("escape", "formula", readFormula);
parser.inline.ruler.before("autolink", "break", readBreak);
parser.inline.ruler.before("link", "citation", readCitation);
parser.inline.ruler.after("link", "citation_before_parenthesis", readCitationBeforeParenthesis);
parser.inline.ruler.after("image", "note", readNote);
parser.inline.ruler.at("strikethrough", readStrike);
parser.inline.ruler2.at("strikethrough", finishStrike);

/**
 * A seam is searched at this length, then at twice the length each time, so that the search costs no more than
 * parsing,
 */
const STEP = 256;
/** and forced at this length: emphasis, links and code reach no further. */
const FARTHEST = 2_048;

/** The length of the next search. */
const nextTry = (tried: number) => Math.min(Math.max(STEP, tried * 2), FARTHEST - STEP);

/** Characters that may open a construct closed later. */
const OPENERS = /[*_~`[$\\]/;

/**
 * Finds a seam in a text: the text before it can be parsed alone, and nothing after it changes the result. It depends
 * only on the text before it, so that a text in pieces has the same seams as the whole.
 * @param tried the length already searched
 */
export function findSeam(text: string, tried: number): { seam: number | undefined; tried: number } {
	let last = tried;
	while (!isSearched(text, last)) {
		const seam = boundary(text, nextTry(last), FARTHEST);
		if (seam === undefined) break;
		last = seam;
		if (seam >= FARTHEST - STEP || isClosed(text.slice(0, seam))) return { seam, tried: last };
	}
	return { seam: undefined, tried: last };
}

/** Whether the search has covered the text so far. */
export const isSearched = (text: string, tried: number) => text.length <= nextTry(tried);

/**
 * The start of the first word at `from` or later, or `latest` when there is none before; undefined when that is not
 * known yet.
 */
function boundary(text: string, from: number, latest: number): number | undefined {
	const word = /\s(?=\S)/g;
	word.lastIndex = from - 1;
	const found = word.exec(text.slice(0, latest + 1));
	if (found) return found.index + 1;
	if (text.length <= latest) return undefined;
	// Not between the two halves of a surrogate pair.
	return /[\ud800-\udbff]/.test(text[latest - 1] ?? "") ? latest - 1 : latest;
}

function isClosed(text: string): boolean {
	// A `<br>` of a table cell.
	if (/<br[ \t]+$/i.test(text)) return false;
	if (!OPENERS.test(text)) return true;
	const env: Reading = { references: {} };
	const state = new parser.inline.State(text, parser, env, []);
	parser.inline.tokenize(state);
	for (const rule of parser.inline.ruler2.getRules("")) rule(state);
	if (env.openFormula || hasOpener(state)) return false;
	let depth = 0;
	for (const { type, content } of state.tokens) {
		if (type !== "text") continue;
		for (const sign of content) {
			if (sign === "`") return false;
			if (sign === "[") depth++;
			else if (sign === "]" && depth > 0) depth--;
		}
	}
	return depth === 0;
}

/** `<br>`, the only way to break a line in a table cell. */
function readBreak(state: StateInline, silent: boolean): boolean {
	if (!(state.env as Reading).cell) return false;
	const tag = /^<br[ \t]{0,100}\/?>/i.exec(state.src.slice(state.pos, state.pos + 110))?.[0];
	if (!tag) return false;
	if (!silent) state.push("hardbreak", "br", 0);
	state.pos += tag.length;
	return true;
}

const hasOpener = (state: StateInline) => state.delimiters.some(({ open, end }) => open && end < 0);
