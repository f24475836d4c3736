import { cutText } from "../../../platform/cut-text.server.ts";
import {
	depthOf,
	elementOf,
	formulaOf,
	isTask,
	TASK,
	withoutBlankEnd,
} from "../blocks/block-elements.server.ts";
import {
	type Block,
	type Code,
	type Container,
	isContainer,
	type Row,
	seal,
	type Table,
	type Text,
} from "../blocks/nodes.server.ts";
import { type Highlighter, highlighterFor } from "../highlight/highlight.server.ts";
import { findSeam } from "../inline/inline-parser.server.ts";
import { addChild, attributes, cellTrees, pieceTrees, trimmedEnd } from "../inline/inline-tree.server.ts";
import type { Reading } from "../inline/reading.ts";
import type { Tree } from "./tree.ts";

type Element = Exclude<Tree, string>;

/** The position where a tree begins: an index of a child or row, or an offset in the text of the block. */
export type Cursor = { block: Block; at: number };

export type Written = {
	tree: Tree;
	next: Cursor | undefined;
	counts: Counts;
};

/** The counters that trees keep from the beginning of the text, since later trees depend on them. */
export type Counts = {
	/** Highlighted words of code. */
	readonly coloured: number;
	readonly tables: number;
};
export const NO_COUNTS: Counts = { coloured: 0, tables: 0 };

/** A tree is cut at the next boundary within it after this much of the source. */
const ENOUGH = 250;
/**
 * The maximum number of highlighted words of code in one text: each is an element of the page. Further code is not
 * highlighted.
 */
const MOST_COLOURED = 1_200;
/** The weight of an empty element. */
const ELEMENT = 16;

/** How much of a table's head is in its name. */
const CELLS_IN_NAME = 6;
const LONGEST_CELL_IN_NAME = 40;
const DONE = { type: "checkbox", disabled: true, checked: true, "aria-label": "Выполнено" };
const NOT_DONE = { type: "checkbox", disabled: true, "aria-label": "Не выполнено" };

/**
 * Writes one tree from the cursor on: a top-level block, or a part of a long one. The rest follows in trees `more`,
 * whose children belong to the element that is reached from the last block by taking the last child so many times.
 * Where trees are cut depends only on the text before the cut, so further text does not move it.
 * @param counts those of the previous trees
 * @returns no tree when nothing is left
 */
export function writeTree(from: Cursor, reading: Reading, counts: Counts): Written | undefined {
	const writer = new Writer(from, reading, counts);
	writer.write();
	const { tree, next, coloured, tables } = writer;
	return tree === undefined ? undefined : { tree, next, counts: { coloured, tables } };
}

class Writer {
	next: Cursor | undefined;
	coloured: number;
	tables: number;
	readonly #from: Cursor;
	readonly #reading: Reading;
	readonly #root: Element;
	#weight = 0;

	constructor(from: Cursor, reading: Reading, { coloured, tables }: Counts) {
		this.coloured = coloured;
		this.tables = tables;
		this.#from = from;
		this.#reading = reading;
		const { block } = from;
		this.#root = block.kind === "document" ? ["", null] : ["more", { depth: depthOf(block) }];
	}

	get tree(): Tree | undefined {
		if (this.#from.block.kind !== "document") return this.#root;
		return this.#root[2];
	}

	write(): void {
		const { block, at } = this.#from;
		const whole = isContainer(block)
			? this.#children(block, at, this.#root)
			: this.#leaf(block, at, this.#root);
		if (whole && block.kind !== "document") this.next = after(block);
	}

	/** False when the tree is cut within. */
	#children(container: Container, from: number, into: Element): boolean {
		for (let at = from; at < container.children.length; at++) {
			// An item is not separated from its first words.
			const full = container.kind === "document" ? this.#root.length > 2 : at > 0 && this.#weight >= ENOUGH;
			if (full) return this.#cut(container, at);
			const child = container.children[at];
			if (child && !this.#child(child, into)) return false;
		}
		return true;
	}

	#cut(block: Block, at: number): false {
		this.next = { block, at };
		return false;
	}

	#child(block: Block, parent: Element): boolean {
		this.#weight += ELEMENT;
		if (block.kind === "table") return this.#table(block, parent);
		const element = elementOf(block);
		if (element !== undefined) addChild(parent, element);
		const into = element ?? parent;
		return isContainer(block) ? this.#children(block, 0, into) : this.#leaf(block, 0, into);
	}

	/** A table in the box in which it scrolls. Its number and its head tell it from the text's other tables. */
	#table(block: Table, parent: Element): boolean {
		const table: Element = ["table", null];
		const box: Element = ["div", { class: "tbl" }, table];
		addChild(parent, box);
		const whole = this.#rows(block, 0, table);
		this.tables++;
		box[1] = { class: "tbl", "aria-label": nameOf(this.tables, table[2] ?? "") };
		return whole;
	}

	#leaf(block: Exclude<Block, Container>, at: number, into: Element): boolean {
		switch (block.kind) {
			case "text":
				return this.#text(block, at, into);
			case "code":
				return this.#code(block, at, into);
			case "table":
				return this.#rows(block, at, into);
			default:
				return true;
		}
	}

	#text(block: Text, from: number, into: Element): boolean {
		if (block.formula) {
			addChild(into, formulaOf(block));
			this.#weight += block.tail.text.length;
			return true;
		}
		const { pieces } = block;
		for (let at = from; at <= pieces.length; at++) {
			if (at > from && this.#weight >= ENOUGH) return this.#cut(block, at);
			if (at === pieces.length && !block.tail.defining) sealNext(block);
			const { tail } = block;
			const whole = pieces[at]?.text ?? tail.text.slice(tail.base, trimmedEnd(tail.text));
			const text = at === 0 ? this.#withoutTask(block, whole, into) : whole;
			for (const tree of pieceTrees(text, this.#reading)) addChild(into, tree);
			this.#weight += text.length;
		}
		return true;
	}

	/** The text without the task marker, whose checkbox is added. */
	#withoutTask(block: Text, text: string, into: Element): string {
		if (block.parent?.kind !== "item" || block.index > 0 || !isTask(block)) return text;
		const [marker = "", state] = TASK.exec(text) ?? [];
		addChild(into, ["input", state === " " ? NOT_DONE : DONE]);
		return text.slice(marker.length);
	}

	#code(block: Code, from: number, into: Element): boolean {
		const { pieces } = block;
		const highlighter = highlighterFor(block.lang);
		const piece = pieces[from];
		if (piece) {
			const state = from === 0 ? highlighter?.start() : piece.state && highlighter?.copy(piece.state);
			for (const line of piece.text.slice(0, -1).split("\n"))
				this.#line(line, true, into, highlighter, state);
			return this.#cut(block, from + 1);
		}
		const { tail } = block;
		const text = block.fence ? tail.text : withoutBlankEnd(tail.text);
		const state = from === 0 ? highlighter?.start() : tail.state && highlighter?.copy(tail.state);
		for (let at = 0; at < text.length; ) {
			if (this.#weight >= ENOUGH && at > 0) {
				seal(block, at, highlighter && state && highlighter.copy(state));
				return this.#cut(block, from + 1);
			}
			const end = text.indexOf("\n", at);
			const line = text.slice(at, end < 0 ? undefined : end);
			this.#line(line, end >= 0, into, highlighter, state);
			at += line.length + 1;
		}
		return true;
	}

	/** An incomplete line is not highlighted: half a word has another colour than the whole. */
	#line(line: string, complete: boolean, into: Element, highlighter?: Highlighter, state?: unknown): void {
		const colours = complete && this.coloured < MOST_COLOURED;
		const trees = highlighter && state && colours ? highlighter.line(line, state) : [line];
		for (const tree of trees) {
			addChild(into, tree);
			if (typeof tree !== "string") this.coloured++;
		}
		if (complete) addChild(into, "\n");
		// Twice, as highlighted words are long to send, and the whole tree is sent with each line.
		this.#weight += (line.length + 1) * 2;
	}

	/** @param into the table, or the rest of its body */
	#rows(table: Table, from: number, into: Element): boolean {
		let body = into;
		if (from === 0) {
			const [head] = table.rows;
			if (head) addChild(into, ["thead", null, this.#row(table, head, "th")]);
			body = ["tbody", null];
			if (table.rows.length > 1) into.push(body);
		}
		for (let at = Math.max(from, 1); at < table.rows.length; at++) {
			if (this.#weight >= ENOUGH && at > Math.max(from, 1)) return this.#cut(table, at);
			const row = table.rows[at];
			if (row) body.push(this.#row(table, row, "td"));
		}
		return true;
	}

	#row(table: Table, { cells, missing, plain }: Row, tag: "th" | "td"): Tree {
		const all = [...cells, ...Array<string>(missing).fill("")];
		this.#weight += ELEMENT * all.length;
		return [
			"tr",
			null,
			...all.map((cell, i): Tree => {
				this.#weight += cell.length;
				const align = table.aligns[i];
				const scope = tag === "th" ? "col" : undefined;
				const own = attributes({ scope, class: align === "l" ? undefined : align });
				const element: Element = [tag, own];
				for (const tree of plain ? [cell] : cellTrees(cell, this.#reading)) addChild(element, tree);
				return element;
			}),
		];
	}
}

/** @param head the tree `thead` */
function nameOf(number: number, head: Tree): string {
	const row = typeof head === "string" ? head : (head[2] ?? "");
	const cells = typeof row === "string" ? [] : (row.slice(2, 2 + CELLS_IN_NAME) as Tree[]);
	const words = cells.map((cell) => cutText(lettersOf(cell), LONGEST_CELL_IN_NAME).trim());
	return [`Таблица ${number}`, words.filter((word) => word !== "").join(", ")].filter(Boolean).join(": ");
}

/** Without numbers of citations. */
const lettersOf = (tree: Tree): string =>
	typeof tree === "string"
		? tree
		: tree[0] === "cite"
			? ""
			: (tree.slice(2) as Tree[]).map(lettersOf).join("");

/** Seals the beginning of the tail as a piece, up to a seam if there is one. */
function sealNext(text: Text): void {
	const { seam, tried } = findSeam(text.tail.text, text.tail.tried);
	if (seam !== undefined) seal(text, seam);
	else if (tried !== text.tail.tried) text.tail = { ...text.tail, tried };
}

/** The cursor after a written block, further up in the tree. */
function after(block: Block): Cursor | undefined {
	for (let inner = block; inner.parent; inner = inner.parent) {
		const { parent, index } = inner;
		if (index + 1 < parent.children.length) return { block: parent, at: index + 1 };
	}
	return undefined;
}

/** The source line of the cursor, not an earlier one. */
export function lineOf({ block, at }: Cursor): number {
	if (isContainer(block)) return block.children[at]?.line ?? block.line;
	if (block.kind === "table") return block.line + at + 1;
	return block.kind === "rule" ? block.line : (block.pieces[at] ?? block.tail).line;
}
