import { stem } from "../../knowledge/stem.server.ts";
import { isCommon } from "../../knowledge/tokenize.server.ts";
import { plainWords, WRITTEN_WORD } from "../../knowledge/words.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import { toNfc } from "../../platform/to-nfc.server.ts";

/** Longer strings of letters are no words; their beginning suffices. */
const LONGEST_WORD = 40;
/** Distinct words indexed per message: a text of ten thousand words has fewer. */
const MAX_TERMS = 10_000;
/** UTF-8 bytes of all words of one text: PostgreSQL rejects a `tsvector` over a megabyte. */
const MOST_BYTES = 900_000;
/** Bytes that the account's hash and the index add to each word. */
const BYTES_BESIDE = 16;
/** Characters read synchronously: some milliseconds. */
const SLICE = 32_768;

const shape = (word: string) => stem(word.slice(0, LONGEST_WORD));

/**
 * The stems of a text's words, each once. They come in slices, one for the characters that are read in some
 * milliseconds, so that the caller can yield the event loop between them.
 */
export function* shapesOf(text: string): Generator<string[], void, undefined> {
	const seen = new Set<string>();
	let bytes = 0;
	for (let at = 0; at < text.length; ) {
		const end = sliceEnd(text, at);
		const fresh: string[] = [];
		for (const word of plainWords(text.slice(at, end))) {
			const found = shape(word);
			if (seen.has(found)) continue;
			bytes += 3 * found.length + BYTES_BESIDE;
			if (bytes > MOST_BYTES || seen.size === MAX_TERMS) {
				yield fresh;
				return;
			}
			seen.add(found);
			fresh.push(found);
		}
		yield fresh;
		at = end;
	}
}

/** The position after the last whitespace of the slice, so that no word is cut; without whitespace the slice is cut. */
function sliceEnd(text: string, at: number): number {
	const end = at + SLICE;
	if (end >= text.length) return text.length;
	const blank = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end));
	return blank > at ? blank + 1 : end;
}

export type Query = {
	/** All of these must occur in the text. */
	terms: string[];
	/** A word must begin with this; null: the last word is a stop word. */
	prefix: string | null;
};

const LONGEST_QUERY = 1_000;
const MAX_QUERY_TERMS = 12;

/**
 * Parses a search query. Only letters and digits of the text are used, so there is no syntax in it. Stop words do not
 * count, unless there are no others.
 * @returns undefined when it contains no word
 */
export function parseQuery(text: string): Query | undefined {
	const terms = plainWords(text.slice(0, LONGEST_QUERY)).slice(0, MAX_QUERY_TERMS);
	const last = terms.at(-1);
	if (last === undefined) return undefined;
	const significant = terms.filter((word) => !isCommon(word));
	const counted = significant.length > 0 ? significant : terms;
	const open = counted.at(-1) === last;
	const whole = open ? counted.slice(0, -1) : counted;
	return { terms: [...new Set(whole.map(shape))], prefix: open ? shape(last) : null };
}

/** Whether a word matches the query, as it stands in a text. */
function answers(written: string, { terms, prefix }: Query): boolean {
	const sought = prefix === null ? terms : [...terms, prefix];
	return plainWords(written).some((word) => {
		const plain = word.replaceAll("ё", "е");
		// A stem is a prefix of its word, so most words need no stemming.
		if (!sought.some((shape) => plain.startsWith(shape))) return false;
		const own = shape(plain);
		return terms.includes(own) || (prefix !== null && own.startsWith(prefix));
	});
}

/** A piece of a text; `hit`: a matching word. */
export type Piece = { text: string; hit: boolean };

const BEFORE = 40;
const SNIPPET = 180;

/** Markdown syntax, removed from snippets. */
const MARKS = /[*_`#>|~\\]+|:?-{2,}:?/g;
/** A character without a width, which patterns take for whitespace. */
const NO_SPACE = "\ufeff";
/** The space that an emphasis leaves before a sign that follows it, and after one that opens. */
const SPACE_AT_SIGN = / (?=[.,;:!?…»)])|(?<=[«(]) /g;

/** UTF-16 units of a text, before its first match and after it, that a line is made of: some are spaces and Markdown. */
const AROUND = 2_000;

/** Where the first word that matches begins; undefined: none does. */
export const firstHit = (text: string, query: Query): number | undefined =>
	text.matchAll(WRITTEN_WORD).find(([word]) => answers(word, query))?.index;

/**
 * A line of a text around its first matching word, with the matches marked. Nothing further away is looked at: a text may
 * be as long as a book.
 * @param at where that word begins; 0 also where none is known, and the beginning is shown
 */
export function snippet(text: string, query: Query, at = firstHit(text, query) ?? 0): Piece[] {
	const start = at <= AROUND ? 0 : Math.max(0, text.lastIndexOf(" ", at - AROUND));
	const part = cutText(text.slice(start), at - start + AROUND);
	const plain = toNfc(part).replaceAll(NO_SPACE, "").replace(MARKS, " ").replace(/\s+/g, " ");
	const readable = plain.replace(SPACE_AT_SIGN, "").trim();
	const first = firstHit(readable, query) ?? 0;
	const from = first <= BEFORE ? 0 : readable.lastIndexOf(" ", first - BEFORE / 2) + 1;
	const cut = cutText(readable.slice(from), SNIPPET);
	const whole = start + part.length >= text.length && from + SNIPPET >= readable.length;
	const line = whole ? cut : cut.replace(/\s+\S*$/, "");
	return highlight(`${start + from > 0 ? "…" : ""}${line}${whole ? "" : "…"}`, query);
}

/** The whole text with the matches marked. */
export function highlight(text: string, query: Query): Piece[] {
	const pieces: Piece[] = [];
	let at = 0;
	for (const match of text.matchAll(WRITTEN_WORD)) {
		if (!answers(match[0], query)) continue;
		if (match.index > at) pieces.push({ text: text.slice(at, match.index), hit: false });
		pieces.push({ text: match[0], hit: true });
		at = match.index + match[0].length;
	}
	if (at < text.length) pieces.push({ text: text.slice(at), hit: false });
	return pieces;
}
