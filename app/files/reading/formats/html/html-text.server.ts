import { Parser } from "htmlparser2";
import type { TextOutput } from "../../process/text-output.server.ts";
import { ReadingError } from "../../reading-error.server.ts";
import { READING_LIMITS } from "../../reading-limits.server.ts";

/** Elements whose content is not the text of a page. */
const UNSEEN = new Set([
	"script",
	"style",
	"noscript",
	"template",
	"head",
	"svg",
	"math",
	"iframe",
	"object",
	"select",
]);
/** Elements that begin and end a paragraph. */
const BLOCKS = new Set(
	"address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul".split(
		" ",
	),
);
const HEADING = /^h([1-6])$/;
/** A line's end that `br` sets; in a table and in a heading it is a space like others. */
const LINE_END = "\u2028";

type Table = { cells: string[]; isInCell: boolean };
type List = { isNumbered: boolean; item: number };

/**
 * Reads HTML as a stream: headings, paragraphs, lists and tables. A parser in the browser's manner forgives everything,
 * knows the names of HTML's own entities, and opens nothing.
 */
export class HtmlText {
	readonly #output: TextOutput;
	readonly #parser: Parser;
	#text = "";
	#mark = "";
	#depth = 0;
	#unseen = 0;
	#preformatted = 0;
	#tables: Table[] = [];
	#lists: List[] = [];

	constructor(output: TextOutput) {
		this.#output = output;
		this.#parser = new Parser(
			{
				onopentagname: (name) => this.#open(name),
				onclosetag: (name) => this.#close(name),
				ontext: (text) => {
					if (this.#unseen === 0) this.#text += text;
				},
			},
			{ decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true },
		);
	}

	write(html: string): void {
		this.#parser.write(html);
	}

	end(): void {
		this.#parser.end();
		this.#endBlock();
	}

	#open(name: string): void {
		if (++this.#depth > READING_LIMITS.depth) throw new ReadingError("damaged");
		if (this.#unseen > 0 || UNSEEN.has(name)) {
			this.#unseen++;
			return;
		}
		if (name === "br") this.#text += LINE_END;
		else if (name === "td" || name === "th") this.#startCell();
		else if (HEADING.test(name)) this.#endBlock();
		else if (BLOCKS.has(name)) this.#endBlock();
		if (name === "table") this.#startTable();
		if (name === "pre") this.#preformatted++;
		if (name === "ul" || name === "ol") this.#lists.push({ isNumbered: name === "ol", item: 0 });
		if (name === "li") this.#startItem();
	}

	#close(name: string): void {
		this.#depth--;
		if (this.#unseen > 0) {
			this.#unseen--;
			return;
		}
		const level = HEADING.exec(name)?.[1];
		if (level && this.#tables.length === 0) {
			this.#output.heading(this.#text, Number(level));
			this.#text = "";
		} else if (name === "td" || name === "th") this.#endCell();
		else if (name === "tr") this.#endRow();
		else if (name === "table") this.#tables.pop();
		else if (level || BLOCKS.has(name)) this.#endBlock();
		if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
		if (name === "ul" || name === "ol") this.#lists.pop();
	}

	#startTable(): void {
		if (this.#tables.length === 0) this.#output.startTable();
		this.#tables.push({ cells: [], isInCell: false });
	}

	#startCell(): void {
		const table = this.#tables.at(-1);
		if (!table) return;
		if (this.#tables.length === 1) this.#text = "";
		table.isInCell = true;
	}

	/** The text of an inner table stays in the cell around it. */
	#endCell(): void {
		const table = this.#tables.at(-1);
		if (!table) return;
		table.isInCell = false;
		if (this.#tables.length > 1) {
			this.#text += " ";
			return;
		}
		table.cells.push(this.#text);
		this.#text = "";
	}

	#endRow(): void {
		const table = this.#tables[0];
		if (!table || this.#tables.length > 1) return;
		if (table.cells.length > 0) this.#output.row(table.cells);
		table.cells = [];
	}

	#startItem(): void {
		const list = this.#lists.at(-1);
		if (!list) return;
		const indent = "  ".repeat(Math.min(this.#lists.length, 10) - 1);
		this.#mark = `${indent}${list.isNumbered ? `${++list.item}.` : "-"} `;
	}

	/** Ends a paragraph; inside a table it is a part of its cell. */
	#endBlock(): void {
		if (this.#tables.length > 0) {
			this.#text += " ";
			return;
		}
		const text = this.#text;
		this.#text = "";
		if (text.trim() === "") return;
		if (this.#preformatted > 0) this.#output.block(text.replace(/^\n/, ""));
		else if (this.#mark !== "") this.#output.line(this.#mark + inLines(text));
		else this.#output.paragraph(inLines(text));
		this.#mark = "";
	}
}

/** Spaces and ends of lines of the source mean nothing, those of `br` do. */
const inLines = (text: string) =>
	text
		.replace(/[^\S\u2028]+/g, " ")
		.replace(/ ?\u2028 ?/g, "\n")
		.trim();
