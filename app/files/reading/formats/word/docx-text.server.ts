import type { TextOutput } from "../../process/text-output.server.ts";
import type { Attributes, XmlHandlers } from "../archive/xml.server.ts";
import type { DocxLists } from "./docx-lists.server.ts";
import { type DocxStyles, type ListPlace, levelOf } from "./docx-styles.server.ts";

/** Elements whose text Word does not show: deleted text, codes of fields, the second form of a drawing. */
const UNSEEN = new Set(["del", "moveFrom", "instrText", "delText", "Fallback", "rPrChange", "pPrChange"]);

type Paragraph = {
	text: string;
	notes: string[];
	style: string;
	outline: number | null;
	list: Partial<ListPlace>;
	/** The mark of its list stands before its first text only. */
	isBegun: boolean;
};
type Table = { cells: string[]; cell: string[] };

/** The parts that the text of a document needs beside its own. */
export type DocxContext = {
	styles: DocxStyles;
	lists: DocxLists;
	/** The texts of footnotes and endnotes by `footnote-1` and the like. */
	notes: Map<string, string>;
	/** Whether the document says where its pages end, so that they are counted. */
	hasPages: boolean;
};

/** Turns the elements of WordprocessingML (ECMA-376, part 1, chapter 17) into blocks. */
export class DocxText implements XmlHandlers {
	readonly #output: TextOutput;
	readonly #context: DocxContext;
	/** Nested by text boxes. */
	readonly #paragraphs: Paragraph[] = [];
	/** Nested tables; the text of an inner one goes into the cell around it. */
	readonly #tables: Table[] = [];
	#unseen = 0;
	#isText = false;
	#isHiddenRun = false;
	#page = 1;
	#hasTextSinceBreak = true;
	#breaksAfterRow = false;

	constructor(output: TextOutput, context: DocxContext) {
		this.#output = output;
		this.#context = context;
		if (context.hasPages) output.page(1);
	}

	open = (name: string, attributes: Attributes): void => {
		if (this.#unseen > 0 || UNSEEN.has(name)) {
			this.#unseen++;
			return;
		}
		const paragraph = this.#paragraphs.at(-1);
		const { val = "" } = attributes;
		if (name === "p") this.#paragraphs.push(newParagraph());
		else if (name === "t") this.#isText = true;
		else if (name === "r") this.#isHiddenRun = false;
		else if (name === "vanish") this.#isHiddenRun = !isOff(val);
		else if (name === "tbl") this.#startTable();
		else if (name === "tc") this.#startCell();
		else if (name === "gridSpan") this.#span(Number(val));
		else if (!paragraph) return;
		else if (name === "pStyle") paragraph.style = val;
		else if (name === "outlineLvl") paragraph.outline = levelOf(val);
		else if (name === "numId") paragraph.list.list = val;
		else if (name === "ilvl") paragraph.list.depth = Number(val) || 0;
		else if (name === "pageBreakBefore") {
			if (!isOff(val)) this.#break(true);
		} else if (name === "lastRenderedPageBreak") this.#break(this.#hasTextSinceBreak);
		else if (name === "br" && attributes.type === "page") this.#break(true);
		else this.#add(name, attributes, paragraph);
	};

	text = (text: string): void => {
		const paragraph = this.#paragraphs.at(-1);
		if (!paragraph || !this.#isText || this.#isHiddenRun || this.#unseen > 0) return;
		paragraph.text += text;
		if (text.trim() !== "") this.#hasTextSinceBreak = true;
	};

	close = (name: string): void => {
		if (this.#unseen > 0) {
			this.#unseen--;
			return;
		}
		if (name === "t") this.#isText = false;
		else if (name === "p") this.#endParagraph();
		else if (name === "tc") this.#endCell();
		else if (name === "tr") this.#endRow();
		else if (name === "tbl") this.#tables.pop();
	};

	#add(name: string, { id = "", val = "", char = "" }: Attributes, paragraph: Paragraph): void {
		if (this.#isHiddenRun) return;
		if (name === "tab" && val === "") paragraph.text += "\t";
		else if (name === "br" || name === "cr") paragraph.text += "\n";
		else if (name === "noBreakHyphen") paragraph.text += "-";
		else if (name === "sym") paragraph.text += symbol(char);
		else if (name === "footnoteReference" || name === "endnoteReference") {
			const note = this.#context.notes.get(`${name.slice(0, -"Reference".length)}-${id}`);
			if (!note) return;
			const mark = `[^${id}]`;
			paragraph.text += mark;
			paragraph.notes.push(`${mark}: ${note}`);
		}
	}

	/** A page ends; inside a table before or after the row, which is not torn apart. */
	#break(isCounted: boolean): void {
		if (!this.#context.hasPages || !isCounted) return;
		this.#hasTextSinceBreak = false;
		const paragraph = this.#paragraphs.at(-1);
		const table = this.#tables[0];
		if (table) {
			const isRowBegun = [...table.cells, ...table.cell, paragraph?.text ?? ""].some(
				(text) => text.trim() !== "",
			);
			// Each cell of the row says where it breaks.
			if (isRowBegun) this.#breaksAfterRow = true;
			else this.#output.page(++this.#page);
			return;
		}
		if (paragraph && paragraph.text.trim() !== "") this.#put(paragraph);
		this.#output.page(++this.#page);
	}

	#endParagraph(): void {
		const paragraph = this.#paragraphs.pop();
		if (paragraph) this.#put(paragraph);
	}

	/** Writes a paragraph, or its part before the end of a page. */
	#put(paragraph: Paragraph): void {
		const text = paragraph.text.trim();
		const cell = this.#tables.at(-1)?.cell;
		const { notes } = paragraph;
		paragraph.text = "";
		paragraph.notes = [];
		const place = { ...this.#context.styles.list(paragraph.style), ...paragraph.list };
		const level = paragraph.outline ?? this.#context.styles.headingLevel(paragraph.style);
		if (text === "" && notes.length === 0) return;
		const mark =
			place.list !== undefined && !paragraph.isBegun
				? this.#context.lists.mark({ list: place.list, depth: place.depth ?? 0 })
				: "";
		paragraph.isBegun = true;
		if (cell) cell.push(mark.trimStart() + text, ...notes);
		else if (level !== null)
			this.#output.heading((mark.includes("- ") ? "" : mark.trimStart()) + text, level);
		else if (mark !== "") this.#output.line(mark + text);
		else this.#output.paragraph(text);
		if (!cell) for (const note of notes) this.#output.paragraph(note);
	}

	#startTable(): void {
		if (this.#tables.length === 0) this.#output.startTable();
		this.#tables.push({ cells: [], cell: [] });
	}

	#startCell(): void {
		const table = this.#tables.at(-1);
		if (table) table.cell = [];
	}

	/** A cell over several columns keeps the columns after it in their places. */
	#span(columns: number): void {
		const table = this.#tables.at(-1);
		for (let i = 1; table && i < Math.min(columns, 50); i++) table.cells.push("");
	}

	#endCell(): void {
		const table = this.#tables.at(-1);
		table?.cells.push(table.cell.join(" "));
	}

	#endRow(): void {
		const table = this.#tables.at(-1);
		if (!table) return;
		const { cells } = table;
		table.cells = [];
		const outer = this.#tables.at(-2);
		if (outer) outer.cell.push(cells.filter(Boolean).join(" / "));
		else {
			this.#output.row(cells);
			if (this.#breaksAfterRow) this.#output.page(++this.#page);
			this.#breaksAfterRow = false;
		}
	}
}

const newParagraph = (): Paragraph => ({
	text: "",
	notes: [],
	style: "",
	outline: null,
	list: {},
	isBegun: false,
});

const isOff = (val: string) => val === "0" || val === "false" || val === "off";

/** A character of a symbol font lies in the private area; the bullets among them are the only ones met often. */
function symbol(code: string): string {
	const number = Number.parseInt(code, 16);
	if (!Number.isInteger(number) || number <= 0 || number > 0xffff) return "";
	return number >= 0xf000 ? "•" : String.fromCharCode(number);
}
