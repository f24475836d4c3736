/** The mark of PDFium for a hyphen at the end of a line inside a word, with the line's end. */
const HYPHEN = /[\ufffe\u00ad]\s*\n?/g;
/** The dots between a title and its page in a table of contents. */
const LEADERS = /( ?\.){6,}/g;
/** Items of a list and rows of a table begin a line of their own. */
const OWN_LINE = /^\s*([-–—•·▪◦*]\s|\(?\d+[.)]|\(?[a-zа-я]\)|[|])/i;
const SENTENCE_END = /[.!?:;…»"”)]\s*$/;
/** A line that reaches this part of the widest ones goes on in the next. */
const FULL = 0.75;
/** Shorter lines are those of a list or of a table. */
const SHORTEST_FULL = 30;

/**
 * Joins the lines of a page to paragraphs: a PDF has lines only. A full line goes on in the next, unless it ends a
 * sentence and the next begins one.
 */
export function joinLines(page: string): string {
	const lines = page
		.replaceAll("\u0002", "\ufffe")
		.replace(HYPHEN, "")
		.replace(LEADERS, " …")
		.split("\n")
		.map((line) => line.trimEnd());
	const lengths = lines.map(({ length }) => length).sort((a, b) => a - b);
	const full = Math.max(SHORTEST_FULL, FULL * (lengths[Math.floor(lengths.length * 0.9)] ?? 0));
	let text = "";
	let before = "";
	for (const line of lines) {
		if (text === "" || line === "") text += text === "" ? line : "\n";
		else text += goesOn(before, line, full) ? ` ${line.trimStart()}` : `\n${line}`;
		before = line;
	}
	return text;
}

function goesOn(before: string, line: string, full: number): boolean {
	if (before.length < full || before === "" || OWN_LINE.test(line)) return false;
	return !(SENTENCE_END.test(before) && /^\s*\p{Lu}/u.test(line));
}
