/** A longer line is no head of a table that somebody would wait for. */
const LONGEST_HEAD = 2_000;
const LONGEST_DELIMITERS = 1_000;
const LONGEST_MARKERS = 100;

const MARKERS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
/** The same, while the last marker is being written. */
const BEGUN_MARKERS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:[-*+]|\d{1,9}[.)]?)?$/;
const DELIMITERS = /^[ \t>]*[|:\- \t]*$/;

/**
 * Finds the head of a table at the end of a text: a last line that begins with a bar, or such a line before a last
 * one that may become the row of dashes.
 * @param markers what the first line began with before the text, as `lineMarkersAfter()` says
 * @returns where its bar is; undefined where there is none
 */
export function findTableHead(markers: string | undefined, text: string): number | undefined {
	const lineAt = text.lastIndexOf("\n") + 1;
	const line = text.slice(lineAt);
	if (lineAt > 0 && line.length <= LONGEST_DELIMITERS && DELIMITERS.test(line)) {
		const headAt = lineAt > 1 ? text.lastIndexOf("\n", lineAt - 2) + 1 : 0;
		const head = text.slice(headAt, lineAt - 1);
		const bar = findBar(headAt === 0 ? markers : "", head);
		// A row of dashes is a head no more: its own head stands above it, or there is none.
		if (bar !== undefined && !isDelimiterRow(head.slice(bar))) return headAt + bar;
	}
	const bar = findBar(lineAt === 0 ? markers : "", line);
	return bar === undefined ? undefined : lineAt + bar;
}

const isDelimiterRow = (row: string) => row.includes("-") && DELIMITERS.test(row);

/** The position of the bar that the line begins with, after markers. */
function findBar(markers: string | undefined, line: string): number | undefined {
	if (markers === undefined || markers.length + line.length > LONGEST_HEAD) return undefined;
	const whole = markers + line;
	const bar = MARKERS.exec(whole)?.[0].length ?? 0;
	return whole[bar] === "|" && bar <= LONGEST_MARKERS && bar >= markers.length
		? bar - markers.length
		: undefined;
}

/** The markers that the current line begins with; undefined where it has anything else. */
export function lineMarkersAfter(markers: string | undefined, text: string): string | undefined {
	const newline = text.lastIndexOf("\n");
	if (newline < 0 && (markers === undefined || text.length > LONGEST_MARKERS)) return undefined;
	const line = newline < 0 ? markers + text : text.slice(newline + 1);
	return line.length <= LONGEST_MARKERS && BEGUN_MARKERS.test(line) ? line : undefined;
}
