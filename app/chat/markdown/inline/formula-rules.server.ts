import type { StateInline } from "markdown-it";

/** The delimiters of formulas, and their maximum lengths. */
const MARKS = [
	{ open: "$$", close: "$$", display: true, longest: 1_500 },
	{ open: "$", close: "$", display: false, longest: 500 },
	{ open: "\\(", close: "\\)", display: false, longest: 1_000 },
	{ open: "\\[", close: "\\]", display: true, longest: 1_500 },
] as const;
type Marks = (typeof MARKS)[number];

/** Parses `$…$`, `$$…$$`, `\(…\)` and `\[…\]` in a text. */
export function readFormula(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	const first = src[pos];
	if (first !== "$" && first !== "\\") return false;
	const marks = MARKS.find(({ open }) => src.startsWith(open, pos));
	if (!marks) return false;
	const end = endOf(src, pos, state.posMax, marks);
	if (end === undefined) {
		if (mayOpen(src, pos, marks) && state.posMax - pos < marks.longest) state.env.openFormula = true;
		if (first === "\\") return false;
		// The second dollar of a pair that is no formula does not open one.
		if (!silent) state.pending += marks.open;
		state.pos += marks.open.length;
		return true;
	}
	if (!silent) {
		const token = state.push("formula", "", 0);
		token.content = src.slice(pos + marks.open.length, end);
		token.markup = src.slice(pos, end + marks.close.length);
		token.meta = { display: marks.display };
	}
	state.pos = end + marks.close.length;
	return true;
}

/** The position of the closing delimiter. */
function endOf(src: string, pos: number, max: number, marks: Marks): number | undefined {
	if (!mayOpen(src, pos, marks)) return undefined;
	const begin = pos + marks.open.length;
	const last = Math.min(max, begin + marks.longest);
	// Fails fast on a flood of openers.
	const first = src.indexOf(marks.close, begin);
	if (first < 0 || first >= last) return undefined;
	for (let at = begin; at + marks.close.length <= last; at++) {
		if (src.startsWith(marks.close, at)) {
			if (at === begin) return undefined;
			const content = src.slice(begin, at);
			if (marks.open !== "$") return /[\p{L}\p{N}]/u.test(content) ? at : undefined;
			return mayClose(src, at) && !isPrice(content) ? at : undefined;
		}
		if (src[at] === "\\") at++;
	}
	return undefined;
}

/** A dollar opens a formula when a character follows it at once and no letter or number precedes it. */
function mayOpen(src: string, pos: number, { open }: Marks): boolean {
	return open !== "$" || (/[^\s$]/.test(src[pos + 1] ?? " ") && !/[\p{L}\p{N}$\\]/u.test(src[pos - 1] ?? ""));
}

/** A dollar closes one after a character and before neither a number nor a Latin letter: `$HOME/$USER` is none. */
const mayClose = (src: string, at: number) =>
	/\S/.test(src[at - 1] ?? " ") && !/[\da-z$]/i.test(src[at + 1] ?? "");

/** «$5, а не 6$»: begins with a number, and words follow. */
const isPrice = (content: string) =>
	/^\d/.test(content) && /[\s\d][a-zа-яё]{2,}(?![a-zа-яё(])/i.test(content);
