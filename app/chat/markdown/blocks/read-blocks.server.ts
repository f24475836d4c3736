import { MAY_BE_NOTE } from "../inline/note-rules.server.ts";
import { startBlock } from "./block-starts.server.ts";
import { BlockTree, type Changes, noChanges } from "./block-tree.server.ts";
import { Line, LONGEST_SPECIAL_LINE } from "./line.server.ts";
import {
	type Block,
	type Code,
	endsFormula,
	isContainer,
	isParagraph,
	type Table,
	type Text,
} from "./nodes.server.ts";
import { splitRow } from "./table-row.server.ts";

/** A character that makes its line text, once the markers before it have been read. */
const TEXT = /[^\s\d*_\-=+#>`~|:$\\.)[\]<]/;
const FORMULA_LIMIT = 4_000;
/** The maximum number of padding cells in one table. */
const MOST_MISSING = 10_000;

/**
 * Parses the blocks of CommonMark, and tables, line by line, each line once. The last line is parsed as far as it has
 * arrived; when more of it arrives, its parsing is undone. Follows the algorithm in the appendix of the CommonMark
 * specification.
 */
export class BlockReader extends BlockTree {
	/** The current line, as far as it has arrived. */
	#partial = "";
	/** The text that the rest of the line belongs to, once that is certain. */
	#growing: Text | Code | undefined;
	/** Whether the line so far is blank and changes nothing. */
	#idle = false;
	#mayBeginTable = true;

	/** Whether the current line may begin a table: no table, code or formula is open before it. */
	get mayBeginTable(): boolean {
		return this.#mayBeginTable;
	}

	/** Appends text whose line ends are LF. */
	append(text: string): Changes {
		const lines = text.split("\n");
		if (lines.length === 1 && this.#growing && this.#partial !== "") {
			this.#partial += text;
			const growing = this.#growing;
			const { tail } = growing;
			growing.tail = { ...tail, text: tail.text + text };
			return {
				...noChanges(Number.POSITIVE_INFINITY),
				extended: growing.kind === "text" ? growing : undefined,
			};
		}
		if (lines.length === 1 && this.#idle && text.trim() === "") {
			this.#partial += text;
			return noChanges(Number.POSITIVE_INFINITY);
		}
		this.changes = noChanges(this.line);
		this.journal.rollback();
		const last = lines.pop() ?? "";
		for (const line of lines) {
			this.#read(this.#partial + line, true);
			this.#partial = "";
			this.line++;
		}
		this.#partial += last;
		if (lines.length > 0) this.#mayBeginTable = mayBeginTableAfter(this.tip());
		this.journal.begin();
		if (this.#partial !== "") this.#read(this.#partial, false);
		return this.changes;
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

	/** Descends the open blocks as far as the line continues them. */
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
			case "note":
				if (!line.blank && !line.indented) return "no";
				line.skipColumns(4);
				return "yes";
			case "code":
				return this.#continuesCode(block, line);
			case "text":
				if (block.formula && block.tail.text.length > FORMULA_LIMIT) this.dropFormula(block);
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
		const tip = this.tip();
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
		if (isParagraph(text) && text.tail.defining) this.readDefinitions(text, content, complete);
		if (!complete && isParagraph(text) && isSettled(text, content)) this.#growing = text;
	}

	#addToCode(code: Code, line: Line, complete: boolean): void {
		const { rest } = line;
		if (code.fence || !line.blank) this.journal.set(code, "lastLine", this.line);
		this.journal.grow(code);
		code.tail = { ...code.tail, text: `${code.tail.text}${rest}${complete ? "\n" : ""}` };
		if (!complete && isSettledCode(code, rest)) this.#growing = code;
	}

	#addRow(table: Table, line: Line, complete: boolean): void {
		this.journal.set(table, "lastLine", this.line);
		const width = table.aligns.length;
		const cells = splitRow(line.content).slice(0, width);
		// No padding while the row is being written: then only its last cell changes.
		const lacks = complete && table.missing < MOST_MISSING ? width - cells.length : 0;
		this.journal.set(table, "missing", table.missing + lacks);
		this.journal.push(table.rows, {
			cells,
			missing: lacks,
			plain: line.content.length > LONGEST_SPECIAL_LINE * 4,
		});
	}
}

const mayBeginTableAfter = (tip: Block) =>
	tip.kind !== "table" && tip.kind !== "code" && !(tip.kind === "text" && tip.formula);

/** Whether the rest of the line can neither close the fence nor make a rule of it: `-     -` may become one. */
function isSettledCode({ fence }: Code, rest: string): boolean {
	if (rest.length > LONGEST_SPECIAL_LINE) return true;
	return fence ? rest.trim().replaceAll(fence.marker, "") !== "" : TEXT.test(rest);
}

function isSettled(text: Text, content: string): boolean {
	if (text.tail.defining && text.tail.text !== "") return false;
	if (content.length > LONGEST_SPECIAL_LINE) return true;
	if (MAY_BE_NOTE.test(content)) return false;
	return !content.startsWith("\\[") && TEXT.test(content);
}
