/** The largest number of a passage that is looked at, in digits, and the most numbers between two brackets. */
const NUMBER = "[1-9]\\d{0,5}";
const NUMBERS = `${NUMBER}(?:[ \\u00a0]?[,;][ \\u00a0]?${NUMBER}){0,19}`;

const MARK = new RegExp(`\\[(${NUMBERS})\\]`, "y");
/** A beginning that may still become a mark when more of the text arrives. */
const BEGUN = /\[[\d,; \u00a0]*$/;
const LONGEST_BEGUN = 180;

/** `end`: where the text goes on after the bracket. */
export type CitationMark = { numbers: number[]; end: number };

/** The mark of a citation, `[3]` or `[1, 4]`, that begins at a position; undefined where there is none. */
export function citationAt(text: string, at: number): CitationMark | undefined {
	MARK.lastIndex = at;
	const [mark, inner] = MARK.exec(text) ?? [];
	if (mark === undefined || inner === undefined) return undefined;
	return { numbers: inner.split(/[,;]/).map((number) => Number(number.trim())), end: at + mark.length };
}

/** Finds the beginning of an incomplete mark at the end of a text; the text's length: there is none. */
export function begunCitation(text: string): number {
	const from = Math.max(0, text.length - LONGEST_BEGUN);
	const begun = BEGUN.exec(text.slice(from));
	return begun ? from + begun.index : text.length;
}

const LOOKED_BACK = 100;
const CALL = /[A-Za-z_$][\w$]*\([^()]*\)$/;
const WORD = /[\p{L}\p{N}_$]+$/u;
/** Marks side by side, the first of which may begin before the window. */
const MARKS = new RegExp(`(?:^[\\d,; \\u00a0]*\\])?(?:\\[${NUMBERS}\\])+$`);

/**
 * Whether brackets after a text choose an element, as in `items[3]`, and cite nothing. A name of a program is a word with
 * a Latin letter that does not begin with a capital, as names of things do, or has a `_` or `$`. Marks side by side are
 * of one kind.
 */
export function isIndexed(text: string, at: number): boolean {
	const before = text.slice(Math.max(0, at - LOOKED_BACK), at).replace(MARKS, "");
	if (/[\])]$/.test(before)) return before.endsWith("]") || CALL.test(before);
	const word = WORD.exec(before)?.[0] ?? "";
	if (!/[A-Za-z_$]/.test(word)) return false;
	return /[_$]/.test(word) || !/^[A-Z][^_$]/.test(word);
}
