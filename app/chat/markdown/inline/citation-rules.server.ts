import type { StateInline } from "markdown-it";
import { citationAt, isIndexed } from "../../citations/citation-marks.server.ts";
import { isAllowedHref } from "../tree/tree.ts";
import type { Reading } from "./reading.ts";

/** Parses `[3]` and `[1, 4]` where a number was given to the answer; what the text makes a link itself stays that. */
export const readCitation = (state: StateInline, silent: boolean): boolean => read(state, silent, false);

/** The same before an opening parenthesis, where the rule of links has found none. */
export const readCitationBeforeParenthesis = (state: StateInline, silent: boolean): boolean =>
	read(state, silent, true);

function read(state: StateInline, silent: boolean, beforeParenthesis: boolean): boolean {
	const { src, pos, posMax } = state;
	const { given = 0, references } = state.env as Reading;
	// Looking for the end of a link's words, brackets in them are only counted.
	if (silent || given === 0 || state.linkLevel > 0 || src[pos] !== "[") return false;
	const mark = citationAt(src, pos);
	if (!mark || mark.end > posMax || (src[mark.end] === "(" && mark.end < posMax) !== beforeParenthesis)
		return false;
	const [first = 0, ...others] = mark.numbers;
	if (others.length === 0 && isAllowedHref(references?.[`${first}`]?.href)) return false;
	const known = mark.numbers.filter((n) => n <= given);
	if (known.length === 0 || isIndexed(src, pos)) return false;
	for (const n of known) Object.assign(state.push("citation", "", 0), { markup: `[${n}]`, meta: { n } });
	const unknown = mark.numbers.filter((n) => n > given);
	if (unknown.length > 0) state.push("text", "", 0).content = `[${unknown.join(", ")}]`;
	state.pos = mark.end;
	return true;
}
