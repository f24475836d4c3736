import { parser } from "./inline-parser.server.ts";

export type Defined = { label: string; href: string; title: string; end: number };

const LABEL = /\[((?:[^\\[\]]|\\[\s\S])*)\]:/y;

/** A definition is no longer than this, or every line of a long paragraph would be looked through again. */
const LONGEST = 3_000;

/** Reads `[label]: href "title"` that begins at `from` and ends with its line. */
export function parseDefinition(text: string, from: number): Defined | undefined {
	const source = text.slice(from, from + LONGEST);
	LABEL.lastIndex = 0;
	const label = LABEL.exec(source)?.[1];
	if (label === undefined || label.trim() === "" || label.length > 999) return undefined;
	const target = parser.helpers.parseLinkDestination(
		source,
		skipSpace(source, LABEL.lastIndex),
		source.length,
	);
	const href = target.ok ? parser.normalizeLink(target.str) : "";
	if (!target.ok || !parser.validateLink(href)) return undefined;

	const at = skipSpace(source, target.pos);
	const title = at > target.pos ? parser.helpers.parseLinkTitle(source, at, source.length) : undefined;
	const titleEnd = title?.ok ? lineEnd(source, title.pos) : undefined;
	const end = titleEnd ?? lineEnd(source, target.pos);
	if (end === undefined) return undefined;
	return {
		label: parser.utils.normalizeReference(label),
		href,
		title: titleEnd === undefined ? "" : (title?.str ?? ""),
		end: from + end,
	};
}

/**
 * Whether more text can still make a definition, or give the last one a title.
 * @param base where the definitions end that are there
 * @param last where the last of them begins; the same place when there is none
 */
export function mayDefine(text: string, base: number, last: number): boolean {
	if (text.length - last > LONGEST) return false;
	const rest = text.slice(base);
	if (rest[0] === "[") return /^\[(?:[^\\[\]]|\\[\s\S])*(?:\\?$|\](?:$|:))/.test(rest);
	return rest === "" || (base > last && /^["'(]/.test(rest));
}

/** Past spaces and at most one line end. */
function skipSpace(source: string, from: number): number {
	const space = /[ \t]*\n?[ \t]*/y;
	space.lastIndex = from;
	space.test(source);
	return space.lastIndex;
}

/** Where the next line begins, when nothing but spaces is left of this one. */
function lineEnd(source: string, from: number): number | undefined {
	const end = /[ \t]*(?:\n|$)/y;
	end.lastIndex = from;
	return end.test(source) ? end.lastIndex : undefined;
}
