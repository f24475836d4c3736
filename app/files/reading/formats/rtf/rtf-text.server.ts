import type { TextOutput } from "../../process/text-output.server.ts";
import { ReadingError } from "../../reading-error.server.ts";
import { READING_LIMITS } from "../../reading-limits.server.ts";
import type { RtfToken } from "./rtf-tokens.server.ts";

/** Groups whose text is not the document's. A group that begins with `\*` is passed by unless it is known. */
const UNSEEN = new Set(
	"colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable rsidtbl generator themedata xmlnstbl datastore latentstyles fldinst pntext pnseclvl filetbl revtbl nonshppict bkmkstart bkmkend annotation atnid atnauthor".split(
		" ",
	),
);
/** Characters that are written as words. */
const CHARACTERS: Record<string, string> = {
	tab: "\t",
	line: "\n",
	emdash: "—",
	endash: "–",
	lquote: "‘",
	rquote: "’",
	ldblquote: "“",
	rdblquote: "”",
	bullet: "•",
	"~": " ",
	_: "-",
};
/** Encodings by the numbers of character sets and of code pages. */
const CHARSETS: Record<number, string> = {
	0: "windows-1252",
	161: "windows-1253",
	162: "windows-1254",
	177: "windows-1255",
	178: "windows-1256",
	186: "windows-1257",
	204: "windows-1251",
	238: "windows-1250",
	77: "macintosh",
};
const CODE_PAGES: Record<number, string> = {
	866: "ibm866",
	20866: "koi8-r",
	65001: "utf-8",
	10007: "x-mac-cyrillic",
	10000: "macintosh",
	936: "gbk",
	932: "shift_jis",
	949: "euc-kr",
	950: "big5",
};

type Group = { unseen: boolean; encoding: string; skip: number; isFontTable: boolean };

/** Turns the tokens of RTF into blocks. */
export class RtfText {
	readonly #output: TextOutput;
	readonly #groups: Group[] = [];
	readonly #fonts = new Map<number, string>();
	readonly #decoders = new Map<string, TextDecoder>();
	#group: Group = { unseen: false, encoding: "windows-1251", skip: 1, isFontTable: false };
	#font = 0;
	#text = "";
	#bytes: number[] = [];
	/** Bytes that stand for a character of Unicode in readers that have none. */
	#toSkip = 0;
	#isStarred = false;
	#level: number | null = null;
	#cells: string[] | null = null;
	#isInTable = false;

	constructor(output: TextOutput) {
		this.#output = output;
	}

	add(token: RtfToken): void {
		if (token.kind === "byte") this.#addByte(token.byte);
		else {
			this.#decode();
			if (token.kind === "open") this.#open();
			else if (token.kind === "close") this.#close();
			else this.#addWord(token.word, token.number);
		}
	}

	end(): void {
		this.#decode();
		this.#endParagraph();
	}

	#open(): void {
		if (this.#groups.push({ ...this.#group }) > READING_LIMITS.depth) throw new ReadingError("damaged");
		this.#toSkip = 0;
	}

	#close(): void {
		this.#group = this.#groups.pop() ?? this.#group;
		this.#toSkip = 0;
		this.#isStarred = false;
	}

	#addByte(byte: number): void {
		if (this.#toSkip > 0) this.#toSkip--;
		else if (!this.#group.unseen && !this.#group.isFontTable) this.#bytes.push(byte);
	}

	#decode(): void {
		if (this.#bytes.length === 0) return;
		this.#text += this.#decoder(this.#group.encoding).decode(Uint8Array.from(this.#bytes));
		this.#bytes = [];
	}

	#decoder(encoding: string): TextDecoder {
		const decoder = this.#decoders.get(encoding) ?? new TextDecoder(encoding);
		this.#decoders.set(encoding, decoder);
		return decoder;
	}

	#addWord(word: string, number: number | null): void {
		if (word === "*") this.#isStarred = true;
		else if (this.#isStarred || UNSEEN.has(word)) {
			this.#isStarred = false;
			// Word keeps the text of shapes and of footnotes in groups that older readers pass by.
			if (word !== "shptxt" && word !== "shpinst") this.#group.unseen = true;
		} else if (word === "fonttbl") this.#group.isFontTable = true;
		else if (word === "f") this.#setFont(number ?? 0);
		else if (word === "fcharset") this.#fonts.set(this.#font, CHARSETS[number ?? 0] ?? this.#group.encoding);
		else if (word === "ansicpg") this.#setCodePage(number ?? 0);
		else if (word === "uc") this.#group.skip = Math.min(Math.max(number ?? 1, 0), 10);
		else if (!this.#group.unseen) this.#addShown(word, number);
	}

	#addShown(word: string, number: number | null): void {
		const character = CHARACTERS[word];
		if (character !== undefined) this.#text += character;
		else if (word === "u") {
			this.#text += String.fromCharCode((number ?? 0) & 0xffff);
			this.#toSkip = this.#group.skip;
		} else if (word === "par" || word === "sect" || word === "page") this.#endParagraph();
		else if (word === "pard") {
			this.#level = null;
			this.#isInTable = false;
		} else if (word === "outlinelevel") this.#level = (number ?? 0) + 1;
		else if (word === "intbl") this.#isInTable = true;
		else if (word === "cell" || word === "nestcell") this.#endCell();
		else if (word === "row") this.#endRow();
		else if (word === "footnote") this.#text += " [";
	}

	#setFont(number: number): void {
		this.#font = number;
		if (this.#group.isFontTable) return;
		this.#group.encoding = this.#fonts.get(number) ?? this.#group.encoding;
	}

	#setCodePage(number: number): void {
		const encoding = CODE_PAGES[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : null);
		if (encoding) this.#group.encoding = encoding;
	}

	#endCell(): void {
		if (!this.#cells) this.#cells = [];
		this.#cells.push(this.#text);
		this.#text = "";
	}

	#endRow(): void {
		if (this.#cells) {
			if (!this.#wasRow) this.#output.startTable();
			this.#output.row(this.#cells);
			this.#wasRow = true;
		}
		this.#cells = null;
		this.#text = "";
	}

	#wasRow = false;

	#endParagraph(): void {
		if (this.#isInTable) {
			this.#text += " ";
			return;
		}
		const text = this.#text.trim();
		this.#text = "";
		if (text === "") return;
		this.#wasRow = false;
		if (this.#level !== null && this.#level <= 9) this.#output.heading(text, this.#level);
		else this.#output.paragraph(text);
	}
}
