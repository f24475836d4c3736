import type { TextOutput } from "../../process/text-output.server.ts";
import type { Attributes, XmlHandlers } from "../archive/xml.server.ts";
import { OpenDocumentTable } from "./open-document-table.server.ts";

/** Elements that are not shown in the text: the old text of tracked changes, comments, and scripts of forms. */
const UNSEEN = new Set([
	"tracked-changes",
	"annotation",
	"forms",
	"scripts",
	"settings",
	"sequence-decls",
	"ruby-text",
]);
const MOST_SPACES = 100;

type Kind = "text" | "sheets" | "slides";

/** Turns the content of an OpenDocument file (ISO/IEC 26300) into blocks. */
export class OpenDocumentText implements XmlHandlers {
	readonly #output: TextOutput;
	readonly #kind: Kind;
	readonly #hasPages: boolean;
	/** Nested by frames and notes. */
	readonly #paragraphs: { text: string; level: number | null; style: string; mark: string }[] = [];
	readonly #lists: { item: number }[] = [];
	/** Styles that begin a page, by whether it is before or after their paragraph. */
	readonly #breaks = new Map<string, "before" | "after">();
	readonly #table: OpenDocumentTable;
	#notes: string[] = [];
	#note: string[] | null = null;
	#isInCitation = false;
	#isInNotes = false;
	#unseen = 0;
	#page = 1;
	#style = "";
	#mark = "";

	constructor(output: TextOutput, kind: Kind, hasPages: boolean) {
		this.#output = output;
		this.#kind = kind;
		this.#hasPages = hasPages;
		this.#table = new OpenDocumentTable(output);
		if (hasPages) output.page(1);
		if (kind !== "text") this.#page = 0;
	}

	open = (name: string, attributes: Attributes): void => {
		if (this.#unseen > 0 || UNSEEN.has(name)) {
			this.#unseen++;
			return;
		}
		const paragraph = this.#paragraphs.at(-1);
		if (name === "p" || name === "h") this.#startParagraph(name, attributes);
		else if (name === "s" && paragraph)
			paragraph.text += " ".repeat(Math.min(Number(attributes.c ?? 1) || 1, MOST_SPACES));
		else if (name === "tab" && paragraph) paragraph.text += "\t";
		else if (name === "line-break" && paragraph) paragraph.text += "\n";
		else if (name === "soft-page-break") this.#breakPage();
		else if (name === "style") this.#style = attributes.name ?? "";
		else if (name === "paragraph-properties") this.#readBreak(attributes);
		else if (name === "list") this.#lists.push({ item: 0 });
		else if (name === "list-item") this.#mark = `${"  ".repeat(Math.min(this.#lists.length, 10) - 1)}- `;
		else if (name === "note") this.#note = [];
		else if (name === "note-citation") this.#isInCitation = true;
		else if (name === "table") this.#startTable(attributes);
		else if (name === "table-row") this.#table.startRow(attributes);
		else if (name === "table-cell" || name === "covered-table-cell") this.#table.startCell(attributes);
		else if (name === "page" && this.#kind === "slides") this.#startSlide();
		else if (name === "notes") this.#isInNotes = true;
	};

	text = (text: string): void => {
		const paragraph = this.#paragraphs.at(-1);
		// Spaces and ends of lines of the source are one space each.
		if (paragraph && this.#unseen === 0 && !this.#isInCitation) paragraph.text += text.replace(/\s+/g, " ");
	};

	close = (name: string): void => {
		if (this.#unseen > 0) {
			this.#unseen--;
			return;
		}
		if (name === "p" || name === "h") this.#endParagraph();
		else if (name === "list") this.#lists.pop();
		else if (name === "note-citation") this.#isInCitation = false;
		else if (name === "note") this.#endNote();
		else if (name === "table") this.#table.end();
		else if (name === "table-row") this.#table.endRow();
		else if (name === "table-cell" || name === "covered-table-cell") this.#table.endCell();
		else if (name === "notes") this.#isInNotes = false;
	};

	#startParagraph(name: string, attributes: Attributes): void {
		const style = attributes["style-name"] ?? "";
		if (this.#breaks.get(style) === "before" && this.#hasTextBefore) this.#breakPage();
		const level = name === "h" ? Number(attributes["outline-level"] ?? 1) || 1 : null;
		this.#paragraphs.push({ text: "", level, style, mark: this.#mark });
		this.#mark = "";
	}

	#hasTextBefore = false;

	#endParagraph(): void {
		const paragraph = this.#paragraphs.pop();
		if (!paragraph) return;
		const text = paragraph.text.trim();
		if (text !== "") this.#hasTextBefore = true;
		if (this.#note) {
			if (text !== "") this.#note.push(text);
			return;
		}
		if (this.#table.isInCell) this.#table.add(text);
		else if (text !== "") this.#put(text, paragraph);
		if (this.#paragraphs.length === 0 && !this.#table.isInCell) {
			for (const note of this.#notes) this.#output.paragraph(note);
			this.#notes = [];
		}
		if (this.#breaks.get(paragraph.style) === "after") this.#breakPage();
	}

	#put(text: string, { level, mark }: { level: number | null; mark: string }): void {
		if (this.#isInNotes) this.#output.paragraph(`Заметки: ${text}`);
		else if (level !== null) this.#output.heading(text, level);
		else if (mark !== "") this.#output.line(mark + text);
		else this.#output.paragraph(text);
	}

	/** The number of a note counts anew in no document, so its own mark is its place among the notes. */
	#endNote(): void {
		const text = (this.#note ?? []).join(" ");
		this.#note = null;
		const paragraph = this.#paragraphs.at(-1);
		if (text === "" || !paragraph) return;
		const mark = `[^${++this.#noteCount}]`;
		paragraph.text += mark;
		this.#notes.push(`${mark}: ${text}`);
	}

	#noteCount = 0;

	#startTable({ name = "" }: Attributes): void {
		if (this.#kind === "sheets" && !this.#table.isOpen) {
			this.#output.page(++this.#page);
			this.#output.section(name);
		}
		this.#table.start();
	}

	#startSlide(): void {
		this.#output.page(++this.#page);
		this.#output.section(null);
	}

	#readBreak(attributes: Attributes): void {
		if (attributes["break-before"] === "page") this.#breaks.set(this.#style, "before");
		if (attributes["break-after"] === "page") this.#breaks.set(this.#style, "after");
	}

	/** A page ends; the part of a paragraph before its end stays on it. */
	#breakPage(): void {
		if (!this.#hasPages) return;
		const paragraph = this.#paragraphs[0];
		if (paragraph && !this.#table.isInCell && !this.#note && paragraph.text.trim() !== "") {
			this.#put(paragraph.text.trim(), paragraph);
			paragraph.text = "";
			paragraph.mark = "";
		}
		if (!this.#table.isOpen) this.#output.page(++this.#page);
		else this.#table.afterRow(() => this.#output.page(++this.#page));
	}
}
