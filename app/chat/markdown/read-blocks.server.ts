import { startBlock } from "./block-starts.server.ts";
import { mayDefine, parseDefinition } from "./definitions.server.ts";
import { Line, LONGEST_SPECIAL_LINE } from "./line.server.ts";
import {
	type Block,
	type Code,
	type Container,
	type Definition,
	endsFormula,
	growing,
	isContainer,
	isParagraph,
	Journal,
	lastLineOf,
	type Place,
	restore,
	type Table,
	type Text,
} from "./nodes.server.ts";
import { splitRow } from "./table-row.server.ts";

/** A character that settles that its line is text, once the markers before it have been read. */
const TEXT = /[^\s\d*_\-=+#>`~|:$\\.)[\]<]/;
const FORMULA_LIMIT = 4_000;
/** Cells that rows lack and that are made up, in one table. */
const MOST_MISSING = 10_000;

/** What has changed by more text. */
export type Changes = {
	/** Whatever begins at this line or later may be another; infinite when only the last text has grown. */
	from: number;
	/** Texts further up that became a heading or stopped being one. */
	retitled: Set<Text>;
	/** Labels that mean something else than before. */
	labels: Set<string>;
};

/**
 * Reads the blocks of CommonMark, and tables, line by line, each line once. The last line counts as it is
 * so far; when more of it comes, its reading is taken back. After the algorithm in the appendix of the
 * CommonMark specification.
 */
export class BlockReader {
	readonly document: Container = {
		kind: "document",
		parent: undefined,
		index: 0,
		line: 0,
		open: true,
		children: [],
	};
	readonly definitions = new Map<string, Definition>();
	readonly journal = new Journal();
	/** The line that is being read, by its number and its text so far. */
	line = 0;
	#partial = "";
	/** The text that the rest of the line belongs to, when that is settled. */
	#growing: Text | Code | undefined;
	/** Whether the line so far is empty and changes nothing. */
	#idle = false;
	#changes = noChanges(0);

	/** Takes text whose line ends are LF. */
	feed(text: string): Changes {
		const lines = text.split("\n");
		if (lines.length === 1 && this.#growing && this.#partial !== "") {
			this.#partial += text;
			const { tail } = this.#growing;
			this.#growing.tail = { ...tail, text: tail.text + text };
			return noChanges(Number.POSITIVE_INFINITY);
		}
		if (lines.length === 1 && this.#idle && text.trim() === "") {
			this.#partial += text;
			return noChanges(Number.POSITIVE_INFINITY);
		}
		this.#changes = noChanges(this.line);
		this.journal.rollback();
		const last = lines.pop() ?? "";
		for (const line of lines) {
			this.#read(this.#partial + line, true);
			this.#partial = "";
			this.line++;
		}
		this.#partial += last;
		this.journal.begin();
		if (this.#partial !== "") this.#read(this.#partial, false);
		return this.#changes;
	}

	#read(source: string, complete: boolean): void {
		this.#growing = undefined;
		this.#idle = false;
		const line = new Line(source);
		const { block, consumed } = this.#follow(line);
		if (consumed) return;
		let container = block;
		while (container.kind !== "code" && !(container.kind === "text" && container.formula)) {
			const started = startBlock(this, container, line);
			if (!started) break;
			container = started.block;
			if (started.consumed) return;
		}
		this.#addRest(container, line, complete);
	}

	/** Goes down the open blocks as far as the line belongs to them. */
	#follow(line: Line): { block: Block; consumed: boolean } {
		let block: Block = this.document;
		while (isContainer(block)) {
			const child = block.children.at(-1);
			if (!child?.open) break;
			const answer = this.#continues(child, line);
			if (answer === "consumed") return { block, consumed: true };
			if (answer === "no") break;
			block = child;
		}
		return { block, consumed: false };
	}

	#continues(block: Block, line: Line): "yes" | "no" | "consumed" {
		switch (block.kind) {
			case "quote":
				if (line.indented || line.content[0] !== ">") return "no";
				line.skipQuoteMarker();
				this.journal.set(block, "lastLine", this.line);
				return "yes";
			case "item":
				if (line.blank) {
					if (block.children.length === 0) return "no";
					line.skipIndent();
					return "yes";
				}
				if (line.indent < block.indent) return "no";
				line.skipColumns(block.indent);
				return "yes";
			case "code":
				return this.#continuesCode(block, line);
			case "text":
				if (block.formula && block.tail.text.length > FORMULA_LIMIT) this.#dropFormula(block);
				return line.blank ? "no" : "yes";
			case "table":
				return line.blank ? "no" : "yes";
			default:
				return block.kind === "list" ? "yes" : "no";
		}
	}

	#continuesCode(block: Code, line: Line): "yes" | "no" | "consumed" {
		const { fence } = block;
		if (!fence) {
			if (!line.indented && !line.blank) return "no";
			line.skipColumns(4);
			return "yes";
		}
		const { content } = line;
		if (!line.indented && content.length <= LONGEST_SPECIAL_LINE && content.startsWith(fence.marker)) {
			const end = content.trimEnd();
			if (end.length >= fence.length && end === fence.marker.repeat(end.length)) {
				this.journal.set(block, "lastLine", this.line);
				this.close(block);
				return "consumed";
			}
		}
		line.skipColumns(fence.indent);
		return "yes";
	}

	#addRest(container: Block, line: Line, complete: boolean): void {
		const tip = this.#tip();
		const lazy = !line.blank && container !== tip && isParagraph(tip);
		if (!lazy) this.closeBelow(container);
		if (lazy) this.#addToText(tip, line, complete);
		else if (container.kind === "code") this.#addToCode(container, line, complete);
		else if (container.kind === "text") this.#addToText(container, line, complete);
		else if (container.kind === "table") this.#addRow(container, line, complete);
		else if (!line.blank) this.#addToText(this.addText(container, ""), line, complete);
		else this.#idle = !complete && line.text.length > LONGEST_SPECIAL_LINE;
	}

	#addToText(text: Text, line: Line, complete: boolean): void {
		const { content } = line;
		this.journal.set(text, "lastLine", this.line);
		const before = this.journal.grow(text);
		const { tail } = text;
		const first = tail.text === "" && text.pieces.length === 0;
		text.tail = { ...tail, text: first ? content : `${tail.text}\n${content}` };
		this.journal.set(text, "last", { line: content, before });
		if (text.formula && endsFormula(text)) this.close(text);
		if (isParagraph(text) && text.tail.defining) this.#readDefinitions(text);
		if (!complete && isParagraph(text) && isSettled(text, content)) this.#growing = text;
	}

	#addToCode(code: Code, line: Line, complete: boolean): void {
		const { rest } = line;
		if (code.fence || !line.blank) this.journal.set(code, "lastLine", this.line);
		this.journal.grow(code);
		code.tail = { ...code.tail, text: `${code.tail.text}${rest}${complete ? "\n" : ""}` };
		const closing = code.fence?.marker ?? " ";
		const settled = rest.length > LONGEST_SPECIAL_LINE || rest.trim().replaceAll(closing, "") !== "";
		if (!complete && settled) this.#growing = code;
	}

	#addRow(table: Table, line: Line, complete: boolean): void {
		this.journal.set(table, "lastLine", this.line);
		const width = table.aligns.length;
		const cells = splitRow(line.content).slice(0, width);
		// Not while it is being written: what is added to its last cell is then all that changes.
		const lacks = complete && table.missing < MOST_MISSING ? width - cells.length : 0;
		this.journal.set(table, "missing", table.missing + lacks);
		this.journal.push(table.rows, {
			cells,
			missing: lacks,
			plain: line.content.length > LONGEST_SPECIAL_LINE * 4,
		});
	}

	#readDefinitions(text: Text): void {
		const { tail } = text;
		let [at, last] = [tail.sure, tail.sure];
		for (let found = parseDefinition(tail.text, at); found; found = parseDefinition(tail.text, at)) {
			this.#define(found.label, { href: found.href, title: found.title, owner: text, at });
			[last, at] = [at, found.end];
		}
		if (at !== tail.base) this.#touch(text.line);
		// The last one may still get a title from the next line.
		text.tail = { ...tail, base: at, sure: last };
		if (!mayDefine(tail.text, at, last)) this.#endDefinitions(text);
	}

	/** From here on the text is only what is shown. */
	#endDefinitions(text: Text): void {
		this.#touch(text.line);
		const { tail } = text;
		const lines = tail.text.slice(0, tail.base).split("\n").length - 1;
		const rest = tail.text.slice(tail.base);
		text.tail = { ...tail, text: rest, line: tail.line + lines, defining: false, base: 0, sure: 0 };
	}

	#define(label: string, definition: Definition): void {
		const before = this.definitions.get(label);
		if (before && (before.owner !== definition.owner || before.at !== definition.at)) return;
		if (before?.href === definition.href && before.title === definition.title) return;
		const { labels } = this.#changes;
		this.definitions.set(label, definition);
		labels.add(label);
		this.journal.remember(() => {
			if (before) this.definitions.set(label, before);
			else this.definitions.delete(label);
			this.#changes.labels.add(label);
		});
	}

	#tip(): Block {
		let block: Block = this.document;
		while (isContainer(block)) {
			const child = block.children.at(-1);
			if (!child?.open) break;
			block = child;
		}
		return block;
	}

	/** Adds a block to `parent`, or, when that holds only items, to what the list stands in. */
	add<Added extends Block>(parent: Block, make: (place: Place) => Added): Added {
		let container = parent;
		while (!isContainer(container)) container = container.parent ?? this.document;
		this.closeBelow(container);
		const place = (into: Container): Place => ({
			parent: into,
			index: into.children.length,
			line: this.line,
			open: true,
			lastLine: this.line,
		});
		let added = make(place(container));
		if (container.kind === "list" && added.kind !== "item") {
			this.close(container);
			container = container.parent ?? this.document;
			added = make(place(container));
		}
		this.#noticeGap(container, added.line);
		this.journal.push(container.children, added);
		return added;
	}

	addText(parent: Block, text: string, more: Partial<Text> = {}): Text {
		return this.add(parent, (place) => {
			const body = growing(place.line, text);
			const last = { line: text, before: { count: 0, tail: body.tail } };
			return { ...place, ...body, kind: "text", level: 0, formula: undefined, last, ...more };
		});
	}

	/** A list with an empty line between its items, or between the blocks of one, is loose. */
	#noticeGap(container: Container, line: number): void {
		const before = container.children.at(-1);
		if (!before || lastLineOf(before) >= line - 1) return;
		const list = container.kind === "item" ? container.parent : container;
		if (list?.kind !== "list" || list.loose) return;
		this.#touch(list.line);
		this.journal.set(list, "loose", true);
	}

	/** What begins at this line is another now, and again when that is taken back. */
	#touch(line: number): void {
		const touch = () => {
			this.#changes.from = Math.min(this.#changes.from, line);
		};
		touch();
		this.journal.remember(touch);
	}

	/** Makes a heading of a paragraph. */
	entitle(text: Text, level: number): void {
		const touch = () => void this.#changes.retitled.add(text);
		touch();
		this.journal.remember(touch);
		this.journal.set(text, "level", level);
		this.journal.set(text, "lastLine", this.line);
	}

	/** Takes the last line away from a paragraph; one that is left with nothing goes itself. */
	takeLastLine(text: Text): void {
		this.#touch(this.line - 1);
		const [pieces, tail] = [[...text.pieces], text.tail];
		this.journal.remember(() => {
			text.pieces.splice(0, text.pieces.length, ...pieces);
			text.tail = tail;
		});
		restore(text, text.last.before);
		this.close(text);
		if (text.tail.text === "" && text.pieces.length === 0 && text.parent)
			this.journal.pop(text.parent.children);
	}

	#dropFormula(text: Text): void {
		this.#touch(text.line);
		this.journal.set(text, "formula", undefined);
	}

	/** Closes what is open below the block. */
	closeBelow(block: Block): void {
		if (!isContainer(block)) return;
		const child = block.children.at(-1);
		if (child?.open) this.close(child);
	}

	close(block: Block): void {
		this.closeBelow(block);
		this.journal.set(block, "open", false);
		if (block.kind === "text" && block.formula && !endsFormula(block)) this.#dropFormula(block);
	}
}

const noChanges = (from: number): Changes => ({ from, retitled: new Set(), labels: new Set() });

function isSettled(text: Text, content: string): boolean {
	if (text.tail.defining && text.tail.text !== "") return false;
	if (content.length > LONGEST_SPECIAL_LINE) return true;
	return !content.startsWith("\\[") && TEXT.test(content);
}
