import { cutText } from "../../../platform/cut-text.server.ts";
import { toNfc } from "../../../platform/to-nfc.server.ts";
import type { PageOfText } from "../document-types.ts";
import { ReadingError } from "../reading-error.server.ts";
import { PART_CHARACTERS, READING_LIMITS } from "../reading-limits.server.ts";

const LONGEST_SECTION = 200;
/** A longer one is a paragraph that was formatted as a heading. */
const LONGEST_HEADING = 500;
/** A table's first row is repeated where the table goes on in another part, unless it is long. */
const LONGEST_TABLE_HEAD = 400;

/**
 * Characters that a database or a model cannot take, or that nobody sees: control characters, marks of width and of
 * order.
 */
const UNREADABLE = /[\p{Cc}\u00ad\u200b\u2060\ufeff\ufffe\uffff]/gu;
const UNUSUAL = /[^\t\n\u0020-\u007e\u00a1-\u00ac\u00ae-\u0233\u0400-\u045f\u2010-\u2027\u2116]/;

/** Text without control characters, in one form of letters (й is one character), with plain spaces. */
export function clean(text: string): string {
	if (!UNUSUAL.test(text)) return text;
	const tidy = text
		.replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")
		.replace(/[\u00a0\u2007\u202f]/g, " ")
		.replace(UNREADABLE, (found) => (found === "\n" || found === "\t" ? found : ""))
		.toWellFormed();
	return toNfc(tidy);
}

/**
 * Collects the blocks of a document and sends them as parts of one page under one heading. Headings, tables and lists
 * come out as Markdown.
 */
export class TextOutput {
	readonly #send: (part: PageOfText) => void;
	/** Says how many pages there are to read, before the first part. */
	readonly announce: (pages: number) => void;
	#page = 0;
	#headings: string[] = [];
	#text = "";
	#hasOnlyHeadings = true;
	#isAfterLine = false;
	#table: { head: string; rows: number } | null = null;
	#cells = 0;
	pages = 0;
	characters = 0;

	constructor(send: (part: PageOfText) => void, announce: (pages: number) => void = () => {}) {
		this.#send = send;
		this.announce = announce;
	}

	/** Starts a page, slide or sheet. @throws {ReadingError} over the limit of pages */
	page(number: number): void {
		if (number === this.#page) return;
		if (number > READING_LIMITS.pages) throw new ReadingError("too-many-pages");
		this.flush();
		this.#page = number;
		this.pages = Math.max(this.pages, number);
	}

	/** Sets the section without a line in the text: what follows belongs to it. */
	section(title: string | null): void {
		this.flush();
		this.#headings = title ? [inOneLine(title)] : [];
	}

	/** @param level 1 to 6 */
	heading(text: string, level: number): void {
		const title = inOneLine(text);
		if (title === "") return;
		if (title.length > LONGEST_HEADING) {
			this.paragraph(text);
			return;
		}
		const depth = Math.min(6, Math.max(1, level));
		const line = `${"#".repeat(depth)} ${title}`;
		if (!this.#hasOnlyHeadings || !this.#fits(line)) this.flush();
		this.#headings.length = Math.min(this.#headings.length, depth - 1);
		this.#headings[depth - 1] = title;
		this.#add(line, "\n\n");
		this.#hasOnlyHeadings = true;
	}

	/** Text in which lines and spaces have no meaning. */
	paragraph(text: string): void {
		this.block(text.trim());
	}

	/** Text as it stands, with its lines and its indents. */
	block(text: string): void {
		this.#table = null;
		this.#block(clean(text).trimEnd(), "\n\n");
	}

	/** A line that stays close to the one before: an item of a list, a line of code. */
	line(text: string): void {
		this.#table = null;
		this.#block(clean(text).trimEnd(), this.#isAfterLine ? "\n" : "\n\n");
		this.#isAfterLine = true;
	}

	startTable(): void {
		this.#table = { head: "", rows: 0 };
	}

	/** A row of the table that was started. @throws {ReadingError} over the limit of cells */
	row(cells: string[]): void {
		this.count(cells.length);
		const texts = cells.map((cell) => inOneLine(cell).replaceAll("|", "\\|"));
		if (texts.every((text) => text === "")) return;
		if (!this.#table) this.startTable();
		const table = this.#table ?? { head: "", rows: 0 };
		const line = `| ${texts.join(" | ")} |`;
		if (table.rows++ === 0) {
			table.head = `${line}\n|${" --- |".repeat(texts.length)}`;
			this.#block(table.head, "\n\n");
		} else if (this.#text === "" && table.head.length <= LONGEST_TABLE_HEAD) {
			this.#block(`${table.head}\n${line}`, "\n\n");
		} else this.#block(line, "\n");
	}

	/** Counts cells. @throws {ReadingError} over their limit */
	count(cells: number): void {
		this.#cells += cells;
		if (this.#cells > READING_LIMITS.cells) throw new ReadingError("too-many-cells");
	}

	/** Sends what has been collected. */
	flush(): void {
		const text = this.#text.replace(/^\n+|\s+$/g, "");
		this.#text = "";
		this.#hasOnlyHeadings = true;
		if (text === "") return;
		this.characters += text.length;
		if (this.characters > READING_LIMITS.characters) throw new ReadingError("too-much-text");
		const section = cutText(this.#headings.filter(Boolean).join(" › "), LONGEST_SECTION);
		this.#send({ number: this.#page, section: section || null, text });
	}

	#block(text: string, separator: string): void {
		if (text === "") return;
		for (const piece of pieces(text)) {
			if (!this.#fits(piece)) this.flush();
			this.#add(piece, separator);
		}
		this.#hasOnlyHeadings = false;
	}

	#fits(text: string): boolean {
		return this.#text.length + "\n\n".length + text.length <= PART_CHARACTERS;
	}

	#add(text: string, separator: string): void {
		this.#isAfterLine = false;
		this.#text += this.#text === "" ? text : separator + text;
	}
}

const inOneLine = (text: string) => clean(text).replace(/\s+/g, " ").trim();

/** Cuts a long block at a line's end or a space, so that a part stays small. */
function* pieces(text: string): Generator<string, void, undefined> {
	let from = 0;
	while (text.length - from > PART_CHARACTERS) {
		const window = text.slice(from, from + PART_CHARACTERS);
		const at = Math.max(window.lastIndexOf("\n"), window.lastIndexOf(" "));
		const piece = at > PART_CHARACTERS / 2 ? window.slice(0, at) : cutText(window, PART_CHARACTERS);
		yield piece;
		from += piece.length;
	}
	yield text.slice(from);
}
