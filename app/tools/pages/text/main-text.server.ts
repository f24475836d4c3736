import { Parser } from "htmlparser2";
import { chooseBlocks, type TextBlock } from "./choose-blocks.server.ts";
import { isHidden, isMain, isSideline, UNSEEN } from "./element-kinds.server.ts";
import { PageHead } from "./page-head.server.ts";

/** Elements inside each other; the parser's own list of them takes time with its square. */
const DEPTH = 512;
/** UTF-16 units of the text that is kept. */
const CHARACTERS = 400_000;
/**
 * The length of text that is taken at once. The parser tells each `&lt;` and each lonely `<` by itself, and a text that
 * is added to by single characters is kept as a chain that takes forty times its size.
 */
const PIECE_CHARACTERS = 1_024;
/** Blocks that are kept: of a hundred characters each they are as long as the text may be five times over. */
const MOST_BLOCKS = 20_000;
const LINK_CHARACTERS = 500;

/** Elements that begin and end a paragraph. */
const BLOCKS = new Set(
	"address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol option p pre section summary table tbody tfoot thead tr ul".split(
		" ",
	),
);

/** The states of an element that hold for everything inside it. */
const SKIPPED = 1;
const SIDELINE = 2;
const MAIN = 4;
const LINKED = 8;
const PREFORMATTED = 16;

export type PageText = {
	title: string;
	/** The date as the page states it. */
	date: string | null;
	/** Markdown: headings, lists, rows of tables, code. */
	text: string;
	/** Whether the page has more. */
	cut: boolean;
};

class Enough extends Error {}

/**
 * The main text of a page of the web, read as a stream: without navigation, advertisements and what is not shown, as
 * far as that can be told by the elements and by how much of a block is links.
 */
export class MainText {
	readonly #base: string;
	readonly #withLinks: boolean;
	readonly #parser: Parser;
	readonly #head = new PageHead();
	readonly #blocks: TextBlock[] = [];
	/** The state of each open element, with all that holds around it. */
	readonly #states: number[] = [];
	readonly #lists: { isNumbered: boolean; item: number }[] = [];
	#state = 0;
	/** Events of the parser that are not handled yet. */
	#piece = "";
	#text = "";
	#linked = 0;
	#mark = "";
	#href: string | null = null;
	#characters = 0;
	#cut = false;

	/** @param base the address that links are relative to; null: links are not told */
	constructor(base: string | null) {
		this.#base = base ?? "";
		this.#withLinks = base !== null;
		this.#parser = new Parser(
			{
				onopentag: (name, attributes) => this.#open(name, attributes),
				onclosetag: (name) => this.#close(name),
				ontext: (text) => {
					this.#piece += text;
					if (this.#piece.length >= PIECE_CHARACTERS) this.#takePiece();
				},
			},
			{ decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true },
		);
	}

	write(html: string): void {
		this.#go(() => this.#parser.write(html));
	}

	end(): PageText {
		this.#go(() => {
			this.#parser.end();
			this.#takePiece();
		});
		this.#endBlock();
		const { title, date } = this.#head;
		return { title, date, text: chooseBlocks(this.#blocks), cut: this.#cut };
	}

	#go(act: () => void): void {
		if (this.#cut) return;
		try {
			act();
		} catch (error) {
			if (!(error instanceof Enough)) throw error;
			this.#cut = true;
		}
	}

	#open(name: string, attributes: Record<string, string>): void {
		this.#takePiece();
		if (this.#states.length >= DEPTH) throw new Enough();
		this.#head.open(name, attributes);
		this.#states.push(this.#state);
		if (this.#state & SKIPPED) return;
		if (UNSEEN.has(name) || isHidden(attributes)) {
			this.#state |= SKIPPED;
			return;
		}
		if (BLOCKS.has(name)) this.#endBlock();
		if (isMain(name, attributes)) this.#state |= MAIN;
		if (isSideline(name, attributes, (this.#state & MAIN) > 0)) this.#state |= SIDELINE;
		if (name === "pre") this.#state |= PREFORMATTED;
		if (name === "a" && attributes.href !== undefined) {
			this.#state |= LINKED;
			this.#href = attributes.href;
		}
		if (name === "br") this.#text += "\n";
		if (name === "ul" || name === "ol") this.#lists.push({ isNumbered: name === "ol", item: 0 });
		if (name === "li") this.#mark = this.#itemMark();
		if (/^h[1-6]$/.test(name)) this.#mark = `${"#".repeat(Number(name[1]))} `;
	}

	#close(name: string): void {
		this.#takePiece();
		this.#head.close(name);
		const before = this.#states.pop() ?? 0;
		const isSkipped = (this.#state & SKIPPED) > 0;
		if (!isSkipped) {
			if (name === "td" || name === "th") this.#text += " | ";
			if (name === "a") this.#endLink();
			if (BLOCKS.has(name)) this.#endBlock(name === "tr");
			if (name === "ul" || name === "ol") this.#lists.pop();
			if (name === "li" || /^h[1-6]$/.test(name)) this.#mark = "";
		}
		this.#state = before;
	}

	#takePiece(): void {
		const text = this.#piece;
		if (text === "") return;
		this.#piece = "";
		this.#head.add(text);
		if (this.#state & SKIPPED) return;
		this.#text += this.#state & PREFORMATTED ? text : text.replace(/\s+/g, " ");
		if (this.#state & LINKED) this.#linked += text.trim().length;
		if (this.#text.length > CHARACTERS) throw new Enough();
	}

	#itemMark(): string {
		const list = this.#lists.at(-1);
		const indent = "  ".repeat(Math.max(0, Math.min(this.#lists.length, 6) - 1));
		return list?.isNumbered ? `${indent}${++list.item}. ` : `${indent}- `;
	}

	#endLink(): void {
		const href = this.#href;
		this.#href = null;
		if (!this.#withLinks || href === null || this.#text.trim() === "") return;
		const url = URL.parse(href, this.#base);
		if (url && /^https?:$/.test(url.protocol) && url.href.length <= LINK_CHARACTERS)
			this.#text = `${this.#text.trimEnd()} (${url.href}) `;
	}

	#endBlock(isRow = false): void {
		const isCode = (this.#state & PREFORMATTED) > 0;
		const text = isCode ? this.#text.replace(/^\n|\s+$/g, "") : inLines(this.#text);
		const linked = this.#linked;
		this.#text = "";
		this.#linked = 0;
		if (text === "") return;
		const mark = this.#mark;
		this.#mark = "";
		this.#characters += text.length;
		this.#blocks.push({
			text: isCode ? `\`\`\`\n${text}\n\`\`\`` : mark + text,
			length: text.length,
			linked,
			close: isRow ? "row" : /^ *(?:-|\d+\.) $/.test(mark) ? "item" : null,
			isHeading: mark.startsWith("#"),
			isMain: (this.#state & MAIN) > 0,
			isSideline: (this.#state & SIDELINE) > 0,
		});
		const isEnough = this.#characters > CHARACTERS || this.#blocks.length >= MOST_BLOCKS;
		if (isEnough && !this.#cut) throw new Enough();
	}
}

/** Without spaces that mean nothing, and without the ends of empty cells. */
const inLines = (text: string) =>
	text
		.replace(/(?: \| )+$/, "")
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n ?/g, "\n")
		.replace(/\n{2,}/g, "\n")
		.trim();
