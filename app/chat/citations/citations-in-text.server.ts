import { type CitationMark, citationAt, isIndexed } from "./citation-marks.server.ts";

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

/** UTF-16 units of a text that are looked through: a page formats no more of it either. */
const LOOKED_THROUGH = 200_000;
/** Brackets that are looked at, some microseconds each: an imported text may be a million characters of nothing else. */
const MOST_BRACKETS = 8_000;

/**
 * The marks in the Markdown of an answer that may be citations, outside code and links, in their order. It reads lines
 * and not blocks, which is exact enough for what is kept and written beside a text; the page shows what the Markdown
 * parser finds.
 */
export function* citationsIn(text: string): Generator<CitationMark & { at: number }> {
	const length = Math.min(text.length, LOOKED_THROUGH);
	const left = { brackets: MOST_BRACKETS };
	let fence = "";
	let bracket = text.indexOf("[");
	for (let start = 0; start < length && bracket >= 0 && left.brackets > 0; ) {
		const newline = text.indexOf("\n", start);
		const end = Math.min(newline < 0 ? text.length : newline, length);
		const [, marks = "", rest = ""] = FENCE.exec(text.slice(start, Math.min(end, start + 200))) ?? [];
		if (fence !== "") {
			if (marks.startsWith(fence) && rest.trim() === "") fence = "";
		} else if (marks !== "" && !(marks[0] === "`" && rest.includes("`"))) fence = marks;
		else if (bracket < end) yield* marksInLine(text, start, end, left);
		start = end + 1;
		if (bracket < start) bracket = text.indexOf("[", start);
	}
}

/** @param left how many more brackets may be looked at; counted down */
function* marksInLine(
	text: string,
	start: number,
	end: number,
	left: { brackets: number },
): Generator<CitationMark & { at: number }> {
	const codeEnds = endsOfCode(text.slice(start, end), start);
	for (let at = start; at < end; ) {
		const sign = text[at];
		if (sign === "\\") at += 2;
		else if (sign === "`") at = codeEnds.get(at) ?? at + 1;
		else if (sign === "[") {
			if (--left.brackets < 0) return;
			const mark = citationAt(text, at);
			if (mark && text[mark.end] !== "(" && !isIndexed(text, at)) yield { ...mark, at };
			at = mark?.end ?? at + 1;
		} else at++;
	}
}

/** The ends of code in a line, by its beginnings: the next backticks of the same number, or, without those, its own. */
function endsOfCode(line: string, offset: number): Map<number, number> {
	const ends = new Map<number, number>();
	const next = new Map<number, number>();
	for (const run of [...line.matchAll(/`+/g)].reverse()) {
		const [{ length }] = run;
		const own = offset + run.index + length;
		ends.set(offset + run.index, next.get(length) ?? own);
		next.set(length, own);
	}
	return ends;
}

/** The distinct numbers that a text cites of those that were given, in ascending order. */
export function citedNumbers(text: string, last: number, most = Number.POSITIVE_INFINITY): number[] {
	const cited = new Set<number>();
	if (last === 0) return [];
	for (const { numbers } of citationsIn(text)) {
		for (const n of numbers) if (n <= last) cited.add(n);
		if (cited.size >= most) break;
	}
	return [...cited].slice(0, most).sort((a, b) => a - b);
}

/** The text with each number of its citations in place of which `replace` says another, or none. */
export function renumberCitations(text: string, replace: (n: number) => number | null): string {
	let result = "";
	let done = 0;
	for (const { at, end, numbers } of citationsIn(text)) {
		const kept = numbers.map(replace).filter((n) => n !== null);
		const before = text.slice(done, at);
		result += kept.length > 0 ? `${before}[${kept.join(", ")}]` : before.replace(/[ \u00a0]$/, "");
		done = end;
	}
	return result + text.slice(done);
}
