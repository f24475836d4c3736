import { parser } from "../inline/inline-parser.server.ts";
import type { Awaited } from "./nodes.server.ts";

export type Defined = { label: string; href: string; title: string; end: number };

const LABEL = /\[((?:[^\\[\]]|\\[\s\S])*)\]:/y;

/** A footnote's label is never a link label. */
const NOTE = /^\^\S+$/;

/** The maximum length of a definition; otherwise every line would rescan a long paragraph. */
const LONGEST = 3_000;

/** Parses `[label]: href "title"` that begins at `from` and ends with its line. */
export function parseDefinition(text: string, from: number): Defined | undefined {
	const source = text.slice(from, from + LONGEST);
	const target = parseTarget(source);
	if (!target || target.href === undefined) return undefined;
	const { label, href, at, end } = target;
	const title = at > end ? parser.helpers.parseLinkTitle(source, at, source.length) : undefined;
	const titleEnd = title?.ok ? lineEnd(source, title.pos) : undefined;
	const last = titleEnd ?? lineEnd(source, end);
	if (last === undefined) return undefined;
	return {
		label: parser.utils.normalizeReference(label),
		href,
		title: titleEnd === undefined ? "" : (title?.str ?? ""),
		end: from + last,
	};
}

/** `[label]: href`; `end` is its end, and `at` the next token. Without `href` the text ends before it. */
type Target = { label: string; href: string | undefined; end: number; at: number };

function parseTarget(source: string): Target | undefined {
	LABEL.lastIndex = 0;
	const label = LABEL.exec(source)?.[1];
	if (label === undefined || label.trim() === "" || label.length > 999 || NOTE.test(label)) return undefined;
	const from = skipSpace(source, LABEL.lastIndex);
	if (from >= source.length) return { label, href: undefined, end: from, at: from };
	const { ok, str, pos } = parser.helpers.parseLinkDestination(source, from, source.length);
	const href = ok ? parser.normalizeLink(str) : "";
	return ok && parser.validateLink(href) ? { label, href, end: pos, at: skipSpace(source, pos) } : undefined;
}

/**
 * An unclosed label or title at the end of the text. A label contains no other `[`, a title in brackets no other `(`.
 */
const OPEN: Record<Awaited, RegExp> = {
	"[": /^\[(?:[^\\[\]]|\\[\s\S])*\\?$/,
	'"': /^"(?:[^\\"]|\\[\s\S])*\\?$/,
	"'": /^'(?:[^\\']|\\[\s\S])*\\?$/,
	"(": /^\((?:[^\\()]|\\[\s\S])*\\?$/,
};
const LABELLED = /^\[(?:[^\\[\]]|\\[\s\S])*\](?:$|:)/;

/** The part that further text can complete; undefined: any part. */
export type Hope = { awaits: Awaited | undefined };

/**
 * Whether further text can still make a definition, or add a title to the last one.
 * @param base the end of the existing definitions
 * @param last the start of the last of them; equal to `base` when there is none
 * @param complete whether the last line has ended
 * @returns undefined when it can do neither
 */
export function hopeOf(text: string, base: number, last: number, complete: boolean): Hope | undefined {
	if (isTooLong(text, last)) return undefined;
	const rest = text.slice(base);
	if (rest === "") return { awaits: undefined };
	const [first = ""] = rest;
	if (!isOpening(first) || (first !== "[" && base === last)) return undefined;
	if (OPEN[first].test(rest)) return { awaits: first };
	if (first !== "[" || !LABELLED.test(rest)) return undefined;
	return complete ? hopeOfTarget(rest) : { awaits: undefined };
}

/** A missing destination, or an unclosed title after it. */
function hopeOfTarget(rest: string): Hope | undefined {
	const target = parseTarget(rest);
	if (!target) return undefined;
	const { href, end, at } = target;
	if (href === undefined) return { awaits: undefined };
	const sign = rest[at] ?? "";
	const begun = at > end && sign !== "[" && isOpening(sign) && OPEN[sign].test(rest.slice(at));
	return begun ? { awaits: sign } : undefined;
}

const isOpening = (sign: string): sign is Awaited => Object.hasOwn(OPEN, sign);

/** Whether the awaited part is still unclosed after the line. */
export const leavesOpen = (awaits: Awaited, line: string) => OPEN[awaits].test(awaits + line);

/** Whether the text from `last` is too long to become a definition. */
export const isTooLong = (text: string, last: number) => text.length - last > LONGEST;

/** Skips spaces and at most one line break. */
function skipSpace(source: string, from: number): number {
	const space = /[ \t]*\n?[ \t]*/y;
	space.lastIndex = from;
	space.test(source);
	return space.lastIndex;
}

/** The start of the next line, when only spaces are left of this one. */
function lineEnd(source: string, from: number): number | undefined {
	const end = /[ \t]*(?:\n|$)/y;
	end.lastIndex = from;
	return end.test(source) ? end.lastIndex : undefined;
}
