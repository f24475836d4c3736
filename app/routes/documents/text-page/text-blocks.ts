/** A piece of a document's text as it is shown. */
export type TextBlock =
	| { kind: "heading"; text: string }
	| { kind: "text"; text: string }
	/** The first row has the names of the columns. */
	| { kind: "table"; rows: string[][] };

const HEADING = /^#{1,6} (.+)$/;
const DASHES = /^\|(?: --- \|)+$/;

/**
 * The blocks of a passage. The readers give headings and tables as Markdown; everything else is shown as it stands, since
 * the signs of a document are its own.
 */
export const textBlocks = (text: string): TextBlock[] =>
	text
		.split(/\n{2,}/)
		.filter((block) => block.trim() !== "")
		.map(blockOf);

function blockOf(block: string): TextBlock {
	const heading = HEADING.exec(block)?.[1];
	if (heading !== undefined) return { kind: "heading", text: heading };
	const lines = block.split("\n");
	const [head = "", dashes = "", ...rows] = lines;
	if (head.startsWith("|") && DASHES.test(dashes) && rows.every((row) => row.startsWith("|")))
		return { kind: "table", rows: [head, ...rows].map(cellsOf) };
	return { kind: "text", text: block };
}

/** A bar inside a cell has a backslash before it. */
const cellsOf = (row: string): string[] =>
	row
		.replace(/^\| ?| ?\|$/g, "")
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim().replaceAll("\\|", "|"));
