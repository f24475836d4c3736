import MarkdownIt, { type Env, type StateInline } from "markdown-it";
import { linkMail, readAddress, readText } from "./address-rules.server.ts";
import { readFormula } from "./formula-rules.server.ts";
import { readNote } from "./note-rules.server.ts";
import { finishStrike, readStrike } from "./strike-rules.server.ts";

/** What a document defines for its links: `[label]: href "title"`, by the label in its one spelling. */
export type References = NonNullable<Env["references"]>;

/**
 * The text inside blocks: CommonMark with strikethrough, bare links and formulas. Raw HTML is text. Bare
 * links need a scheme or `www.`: otherwise every `main.py` and `README.md` would lead to somebody's site.
 */
export const parser = new MarkdownIt({ html: false, maxNesting: 32 });
parser.inline.ruler.at("text", readText);
parser.inline.ruler.at("linkify", readAddress);
parser.core.ruler.at("linkify", linkMail);
parser.inline.ruler.before("escape", "formula", readFormula);
parser.inline.ruler.before("autolink", "break", readBreak);
parser.inline.ruler.after("image", "note", readNote);
parser.inline.ruler.at("strikethrough", readStrike);
parser.inline.ruler2.at("strikethrough", finishStrike);

/**
 * A place in a text behind which it may be read by itself is looked for here, then twice as far each time, so
 * that looking costs no more than reading,
 */
const STEP = 256;
/** and made when there is none: emphasis, links and code reach no further. */
const FARTHEST = 2_048;

/** Where it is looked for next. */
const nextTry = (tried: number) => Math.min(Math.max(STEP, tried * 2), FARTHEST - STEP);

/** What may begin something that a later character ends. */
const OPENERS = /[*_~`[$\\]/;

/**
 * Finds a seam in a text: what stands before it may be read by itself, and nothing behind it changes that.
 * It depends on nothing but the text before it, so that a text in pieces has the same ones as the whole.
 * @param tried how far has been looked already
 */
export function findSeam(text: string, tried: number): { seam: number | undefined; tried: number } {
	let last = tried;
	while (!isSearched(text, last)) {
		const place = boundary(text, nextTry(last), FARTHEST);
		if (place === undefined) break;
		last = place;
		if (place >= FARTHEST - STEP || isClosed(text.slice(0, place))) return { seam: place, tried: last };
	}
	return { seam: undefined, tried: last };
}

/** Whether a seam has been looked for as far as the text goes. */
export const isSearched = (text: string, tried: number) => text.length <= nextTry(tried);

/** Where a word begins at `from` or later, or `latest` when there is none before; undefined when that is not known yet. */
function boundary(text: string, from: number, latest: number): number | undefined {
	const word = /\s(?=\S)/g;
	word.lastIndex = from - 1;
	const found = word.exec(text.slice(0, latest + 1));
	if (found) return found.index + 1;
	if (text.length <= latest) return undefined;
	// Not between the two halves of a character.
	return /[\ud800-\udbff]/.test(text[latest - 1] ?? "") ? latest - 1 : latest;
}

function isClosed(text: string): boolean {
	// A break of a cell.
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

/** What the inline rules must know, and what they note. */
export type Reading = Env & {
	/** A cell of a table. */
	cell?: boolean;
	notes?: NotesRead;
	/** A formula is not closed yet. */
	openFormula?: boolean;
};

/** The footnotes that there are, by key, and those that a text refers to, in its order. */
export type NotesRead = { has(key: string): boolean; used: string[] };

/** A cell has no other way to hold two lines than `<br>`. */
function readBreak(state: StateInline, silent: boolean): boolean {
	if (!(state.env as Reading).cell) return false;
	const tag = /^<br[ \t]{0,100}\/?>/i.exec(state.src.slice(state.pos, state.pos + 110))?.[0];
	if (!tag) return false;
	if (!silent) state.push("hardbreak", "br", 0);
	state.pos += tag.length;
	return true;
}

const hasOpener = (state: StateInline) => state.delimiters.some(({ open, end }) => open && end < 0);
